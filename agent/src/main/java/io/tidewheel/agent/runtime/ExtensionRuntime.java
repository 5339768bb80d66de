package io.tidewheel.agent.runtime;

import com.google.protobuf.ByteString;
import io.tidewheel.model.extensions.ExtensionFailure;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.protocol.extensions.JsonLine;
import io.tidewheel.protocol.extensions.LoadedExtensions;
import io.tidewheel.protocol.extensions.LoadedExtensions.LoadedExtension;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Runtime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the adapters of a site about the inputs and outputs of workflows. After the last command of a chain it tells what its outputs are; before a command
 * whose inputs are adapted it puts in what the adapters say, and has the command's own runtime run it. A command whose runtime is a plug-in is run by that. What it
 * is to do stands in the command's input.
 */
final class ExtensionRuntime implements CommandRuntime {
    private static final Logger LOG = LoggerFactory.getLogger(ExtensionRuntime.class);
    private static final int MOST_WORDS = 100_000;

    private final LoadedExtensions extensions;
    private final CommandRuntime processes;
    private final LongSupplier nanos;

    /** @param processes runs the commands whose inputs were adapted */
    ExtensionRuntime(LoadedExtensions extensions, CommandRuntime processes, LongSupplier nanos) {
        this.extensions = extensions;
        this.nanos = nanos;
        this.processes = processes;
    }

    @Override
    public CommandEnd run(CommandStep step) {
        try {
            var told = object(JsonLine.read(step.command().getInput().toStringUtf8()), "the command");
            if (told.containsKey("run")) return runBy(object(told.get("run"), "run"), step);
            return told.containsKey("outputs") ? adaptOutputs(told) : adaptInputs(told, step);
        } catch (ExtensionFailure failure) {
            return CommandEnd.of(Ending.ERROR, OneLine.of(String.valueOf(failure.getMessage())));
        } catch (IllegalArgumentException unreadable) {
            return CommandEnd.notStarted(
                    126, "what adapters are to be asked cannot be read: " + OneLine.of(unreadable));
        }
    }

    private CommandEnd runBy(Map<?, ?> call, CommandStep step) throws ExtensionFailure {
        return new PluginRun(plugin(ExtensionType.RUNTIME, call), arguments(call), step, nanos).run();
    }

    @Override
    public OptionalDouble estimate(ByteString asked, List<String> lines) {
        try {
            var call = object(JsonLine.read(asked.toStringUtf8()), "the command");
            var arguments = arguments(call);
            arguments.put("recentLines", lines);
            var answer = plugin(ExtensionType.PROGRESS_ESTIMATOR, call).ask(arguments);
            if (answer == null) return OptionalDouble.empty();
            if (answer instanceof Number part && part.doubleValue() <= 1) return OptionalDouble.of(part.doubleValue());
            throw new ExtensionFailure(
                    "plug-in %s answered with what is no number up to 1: result".formatted(call.get("plugin")));
        } catch (ExtensionFailure | IllegalArgumentException failure) {
            LOG.info("nobody knows how far a command is: {}", failure.getMessage());
            return OptionalDouble.empty();
        }
    }

    private CommandEnd adaptOutputs(Map<?, ?> told) throws ExtensionFailure {
        var values = new LinkedHashMap<String, Object>();
        for (var each : list(told.get("outputs"), "outputs")) {
            var call = object(each, "outputs");
            var answer = ask(ExtensionType.OUTPUT_ADAPTER, call);
            if (!(answer instanceof List<?> list))
                throw new ExtensionFailure(
                        "plug-in %s answered with something that is no list: result".formatted(call.get("plugin")));
            values.put(text(call.get("variable"), "variable"), list);
        }
        return CommandEnd.success(ByteString.copyFromUtf8(JsonLine.write(values)));
    }

    private CommandEnd adaptInputs(Map<?, ?> told, CommandStep step) throws ExtensionFailure {
        var replaced = new LinkedHashMap<Integer, List<String>>();
        for (var each : list(told.get("inputs"), "inputs")) {
            var call = object(each, "inputs");
            if (!(call.get("argument") instanceof Long position))
                throw new IllegalArgumentException("an input without its place");
            replaced.put(position.intValue(), words(call, ask(ExtensionType.INPUT_ADAPTER, call)));
        }
        var line = new ArrayList<String>();
        line.add(step.arguments().getFirst());
        int at = 1;
        int position = 0;
        for (var note : step.command().getNotesList()) {
            var own = step.arguments().subList(at, at + note.getWords());
            line.addAll(Objects.requireNonNullElse(replaced.get(position++), own));
            at += note.getWords();
        }
        if (line.size() > MOST_WORDS)
            throw new ExtensionFailure("the adapters of inputs made a command of %,d words".formatted(line.size()));
        return processes.run(new CommandStep(
                step.isFirst(),
                inner(step.command(), line),
                line,
                step.facts(),
                step.limits(),
                step.stop(),
                step.output(),
                step.scratch()));
    }

    private static Command inner(Command command, List<String> line) {
        return command.toBuilder()
                .setRuntime(Runtime.PROCESS)
                .clearRuntimeName()
                .clearInput()
                .clearArguments()
                .addAllArguments(line)
                .build();
    }

    /** The words of the arguments that an adapter has answered. */
    private static List<String> words(Map<?, ?> call, @Nullable Object answer) throws ExtensionFailure {
        var words = new ArrayList<String>();
        try {
            int number = 0;
            for (var each : list(answer, "result")) {
                var place = "result[%d]".formatted(number++);
                var argument = object(each, place);
                var value = text(
                        object(argument.get("variable"), place + ".variable").get("value"), place + ".variable.value");
                var label = argument.get("label") == null ? "" : text(argument.get("label"), place + ".label");
                if ("boolean".equals(argument.get("dataType"))) {
                    if (Boolean.parseBoolean(value) && !label.isEmpty()) words.add(label);
                    continue;
                }
                if (!label.isEmpty()) words.add(label);
                words.add(value);
            }
        } catch (IllegalArgumentException wrong) {
            throw new ExtensionFailure("plug-in %s answered with what is no list of arguments: %s"
                    .formatted(call.get("plugin"), wrong.getMessage()));
        }
        return words;
    }

    private @Nullable Object ask(ExtensionType type, Map<?, ?> call) throws ExtensionFailure {
        return plugin(type, call).ask(arguments(call));
    }

    private LoadedExtension plugin(ExtensionType type, Map<?, ?> call) throws ExtensionFailure {
        var name = text(call.get("plugin"), "plugin");
        return extensions
                .named(type, name)
                .orElseThrow(() ->
                        new ExtensionFailure("this agent has no %s '%s' (any more)".formatted(type.word(), name)));
    }

    private static Map<String, Object> arguments(Map<?, ?> call) {
        var arguments = new LinkedHashMap<String, Object>();
        object(call.get("args"), "args").forEach((key, value) -> {
            if (value != null) arguments.put(String.valueOf(key), value);
        });
        return arguments;
    }

    private static Map<?, ?> object(@Nullable Object value, String place) {
        if (value instanceof Map<?, ?> map) return map;
        throw new IllegalArgumentException(place + " is no object");
    }

    private static List<?> list(@Nullable Object value, String place) {
        if (value instanceof List<?> list) return list;
        throw new IllegalArgumentException(place + " is no list");
    }

    private static String text(@Nullable Object value, String place) {
        if (value instanceof String text) return text;
        throw new IllegalArgumentException(place + " is no text");
    }

    @Override
    public void close() {
        processes.close();
    }
}
