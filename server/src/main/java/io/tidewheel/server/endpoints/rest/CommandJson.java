package io.tidewheel.server.endpoints.rest;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.model.Payload;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.server.endpoints.WorkCheck;
import io.tidewheel.server.http.json.JsonFields;
import io.tidewheel.server.http.json.JsonReader;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.QuotedText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Commands in JSON: an array of words, or an object that says more. */
final class CommandJson {
    private static final int MOST_WORDS = 10_000;
    private static final int LONGEST_WORD = 128 << 10;
    private static final int MOST_VARIABLES = 1_000;
    private static final int MOST_INPUT = 1 << 20;
    private static final int LONGEST_NAME = 4_096;

    private static final List<String> RUNTIMES = List.of("process", "container", "jvm", "noop", "sleep", "plugin");

    static final JsonFields<Command.Builder> SHAPE = new JsonFields<Command.Builder>()
            .with("runtime", (command, in) -> command.setRuntime(runtime(in)))
            .with("runtimeName", (command, in) -> command.setRuntimeName(in.text(LONGEST_NAME)))
            .with("arguments", (command, in) -> command.addAllArguments(in.texts(MOST_WORDS, LONGEST_WORD)))
            .with("environment", (command, in) -> command.putAllEnvironment(in.pairs(MOST_VARIABLES, LONGEST_WORD)))
            .with("workingFolder", (command, in) -> command.setWorkingFolder(in.text(LONGEST_NAME)))
            .with("image", (command, in) -> command.setImage(in.text(LONGEST_NAME)))
            .with("engineOptions", (command, in) -> command.addAllEngineOptions(in.texts(100, LONGEST_NAME)))
            .with("className", (command, in) -> command.setClassName(in.text(LONGEST_NAME)))
            .with("input", (command, in) -> command.setInput(ByteString.copyFrom(in.base64(MOST_INPUT))))
            .with("sleep", (command, in) -> command.setSleepMicros(in.duration().toNanos() / 1_000));

    private CommandJson() {}

    static Command read(JsonReader in) {
        var command = Command.newBuilder();
        var path = in.path();
        if (in.isArray()) command.addAllArguments(in.texts(MOST_WORDS, LONGEST_WORD));
        else in.object(SHAPE, command);
        var read = command.build();
        JsonReader.checked("", () -> {
            WorkCheck.check(path, read);
            return read;
        });
        return read;
    }

    private static Runtime runtime(JsonReader in) {
        var word = in.text(20);
        if (!RUNTIMES.contains(word)) {
            throw in.wrong("'%s' is not one of %s".formatted(QuotedText.shown(word), String.join(", ", RUNTIMES)));
        }
        return Runtime.valueOf(word.toUpperCase(Locale.ROOT));
    }

    static Payload payload(List<Command> commands, boolean substitute) {
        var work = Work.newBuilder().addAllCommands(commands).setSubstitute(substitute);
        return Payload.of(work.build().toByteArray());
    }

    /** What a run is called that does this: the program's name without its folder, if there is one. */
    static String usualName(Optional<Command> command, String otherwise) {
        return command.filter(given -> given.getArgumentsCount() > 0)
                .map(given -> given.getArguments(0))
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .filter(CommandJson::isName)
                .orElse(otherwise);
    }

    private static boolean isName(String text) {
        try {
            SubmissionField.NAME.type().check(text);
            return true;
        } catch (IllegalArgumentException wrong) {
            return false;
        }
    }

    /** What was checked when it was accepted. */
    static Work work(Payload body) {
        try {
            return Work.parseFrom(body.bytes());
        } catch (InvalidProtocolBufferException broken) {
            throw new IllegalStateException("a kept command is not readable", broken);
        }
    }

    /** Writes what a chain does. Values of environment variables may be secrets and are not shown. */
    static void write(JsonGenerator json, Work work) {
        if (work.getCommandsCount() == 1) {
            json.writeName("command");
            write(json, work.getCommands(0));
        } else {
            json.writeArrayPropertyStart("commands");
            work.getCommandsList().forEach(command -> write(json, command));
            json.writeEndArray();
        }
    }

    private static void write(JsonGenerator json, Command command) {
        json.writeStartObject();
        json.writeStringProperty("runtime", runtime(command));
        JsonWriter.writeIfAny(json, "runtimeName", command.getRuntimeName());
        JsonWriter.writeTexts(json, "arguments", command.getArgumentsList());
        if (command.getEnvironmentCount() > 0) {
            json.writeObjectPropertyStart("environment");
            command.getEnvironmentMap().keySet().stream()
                    .sorted()
                    .forEach(name -> json.writeStringProperty(name, "***"));
            json.writeEndObject();
        }
        JsonWriter.writeIfAny(json, "workingFolder", command.getWorkingFolder());
        JsonWriter.writeIfAny(json, "image", command.getImage());
        if (command.getEngineOptionsCount() > 0)
            JsonWriter.writeTexts(json, "engineOptions", command.getEngineOptionsList());
        JsonWriter.writeIfAny(json, "className", command.getClassName());
        if (!command.getInput().isEmpty())
            json.writeBinaryProperty("input", command.getInput().toByteArray());
        if (command.getRuntime() == Runtime.SLEEP) json.writeNumberProperty("sleep", command.getSleepMicros() / 1e6);
        json.writeEndObject();
    }

    private static String runtime(Command command) {
        return command.getRuntime().name().toLowerCase(Locale.ROOT);
    }
}
