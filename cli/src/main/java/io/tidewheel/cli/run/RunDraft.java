package io.tidewheel.cli.run;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.Console;
import io.tidewheel.client.RunOptions;
import io.tidewheel.client.Task;
import io.tidewheel.client.TaskRun;
import io.tidewheel.client.TidewheelClient;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.Work;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is to be run, ready to be sent.
 *
 * @param asked everything that is said about the run
 * @param work what its tasks do
 * @param lines where one task per line comes from
 */
record RunDraft(Submission asked, Work work, Optional<IndexRange> array, Optional<TaskLines> lines) {
    private static final String HOLE = "{}";
    private static final int LONGEST_USUAL_NAME = 60;

    static RunDraft read(RunFlags options, Console console, boolean here) {
        checkKinds(options);
        var lines = options.eachLine().map(file -> new TaskLines(file, console));
        boolean many = options.array() != null || lines.isPresent();
        var work = Work.newBuilder()
                .addCommands(command(options, console, here, many))
                .setSubstitute(many);
        return new RunDraft(asked(options), work.build(), Optional.ofNullable(options.array()), lines);
    }

    /** One command, once: its output and exit code are ours. */
    boolean isSingle() {
        return lines.isEmpty() && array.isEmpty();
    }

    /** What the only command does if we read its output while it runs: all of it comes to us, and its beginning is kept. */
    Work passing(long keepBytes) {
        return work.toBuilder()
                .setKeepOutputBytes(keepBytes)
                .setPassOutput(true)
                .build();
    }

    /** A refusal, with what would help if it is about a class that no agent offers. */
    CliError advised(CliError refusal, URI server) {
        var name = work.getCommands(0).getClassName();
        if (refusal.exitCode() != ExitCodes.UNPLACEABLE || name.isEmpty()) return refusal;
        return new CliError(
                ExitCodes.UNPLACEABLE,
                "no agent that is present calls classes such as " + name,
                "start one that does, where the jar is: tidewheel agent start --server %s --token-file FILE --jvm-class %s --plugin JAR"
                        .formatted(server, name));
    }

    /** The same with another template. */
    RunDraft with(Work other) {
        return new RunDraft(asked, other, array, lines);
    }

    /** Whether it is a command that can be given something to read. */
    boolean readsInput() {
        if (!isSingle()) return false;
        var runtime = work.getCommands(0).getRuntime();
        return runtime == Runtime.PROCESS || runtime == Runtime.CONTAINER;
    }

    boolean requires(String capability) {
        return asked.effective(SubmissionField.REQUIRES).names().contains(capability);
    }

    /** The same, but refused if nobody who is present can do it. */
    RunDraft strict() {
        return new RunDraft(asked.with(SubmissionField.STRICT, true), work, array, lines);
    }

    /** Whether not every agent can do it. */
    boolean isDemanding() {
        return asked.effective(SubmissionField.STRICT) || !asked.required().equals(Submission.NOTHING.required());
    }

    /** How much of each output stream is kept. */
    long keptOutput(long usual) {
        return asked.get(SubmissionField.KEEP_OUTPUT).orElse(usual);
    }

    /** Opens the run, and gives it all of its tasks but those that come from lines. */
    TaskRun open(TidewheelClient client, boolean detached) {
        var options = RunOptions.of(asked).withTemplate(work);
        if (array.isPresent()) options = options.withArray(array.get());
        if (detached) options = options.withoutResults();
        return isSingle() ? client.submit(options, List.of(Task.withParameter(""))) : client.open(options);
    }

    private static void checkKinds(RunFlags options) {
        var kinds = new ArrayList<String>();
        if (options.container().isPresent()) kinds.add("--container");
        if (options.jvmClass().isPresent()) kinds.add("--jvm");
        if (options.runtime().isPresent()) kinds.add("--runtime");
        if (options.noop()) kinds.add("--noop");
        if (options.sleep() != null) kinds.add("--sleep");
        if (options.shell()) kinds.add("--shell");
        if (kinds.size() > 1) {
            throw CliError.usage("%s exclude each other: give one of them".formatted(String.join(" and ", kinds)));
        }
        boolean takesCommand = !options.noop() && options.sleep() == null;
        boolean needsCommand = kinds.isEmpty() || options.shell();
        if (needsCommand && options.command().isEmpty()) {
            throw CliError.usage("name the command to run, after --", "example: tidewheel run -- echo hello");
        }
        if (!takesCommand && !options.command().isEmpty()) {
            throw CliError.usage("%s runs no command: leave '%s' out"
                    .formatted(kinds.getFirst(), options.command().getFirst()));
        }
        if (options.array() != null && options.eachLine().isPresent()) {
            throw CliError.usage("--array and --each-line exclude each other: give one of them");
        }
    }

    private static Submission asked(RunFlags options) {
        var own =
                Submission.named(usualName(options)).with(SubmissionField.REQUIRES, Capabilities.of(requires(options)));
        // A class or a plug-in is offered by agents that were started for it: nobody should wait for one that may never
        // come.
        if (options.jvmClass().isPresent() || options.runtime().isPresent())
            own = own.with(SubmissionField.STRICT, true);
        return options.fields().asked().over(own);
    }

    private static List<String> requires(RunFlags options) {
        var names = new ArrayList<String>();
        if (options.container().isPresent()) names.add("container");
        if (options.jvmClass().isPresent()) names.add("jvm");
        options.runtime().ifPresent(names::add);
        return names;
    }

    private static Command command(RunFlags options, Console console, boolean here, boolean many) {
        var command = Command.newBuilder();
        for (var variable : options.environment()) addVariable(command, variable, console);
        var sleep = options.sleep();
        if (sleep != null) {
            return command.setRuntime(Runtime.SLEEP)
                    .setSleepMicros(sleep.toNanos() / 1_000)
                    .build();
        }
        if (options.noop()) return command.setRuntime(Runtime.NOOP).build();
        command.addAllArguments(arguments(options, many));
        folder(options, console, here).ifPresent(command::setWorkingFolder);
        options.container()
                .ifPresent(image -> command.setRuntime(Runtime.CONTAINER).setImage(image));
        options.jvmClass().ifPresent(name -> command.setRuntime(Runtime.JVM).setClassName(name));
        options.runtime().ifPresent(name -> command.setRuntime(Runtime.PLUGIN).setRuntimeName(name));
        return command.build();
    }

    private static Optional<String> folder(RunFlags options, Console console, boolean here) {
        if (options.workingFolder().isPresent()) {
            var named = Path.of(options.workingFolder().get());
            return Optional.of(
                    here ? console.folder().resolve(named).normalize().toString() : named.toString());
        }
        boolean plain = options.container().isEmpty()
                && options.jvmClass().isEmpty()
                && options.runtime().isEmpty();
        return here && plain ? Optional.of(console.folder().toString()) : Optional.empty();
    }

    private static List<String> arguments(RunFlags options, boolean many) {
        if (options.shell())
            return ShellScript.arguments(
                    String.join(" ", options.command()),
                    many,
                    options.eachLine().isPresent());
        boolean hasHole = options.command().stream().anyMatch(argument -> argument.contains(HOLE));
        if (options.eachLine().isEmpty() || hasHole) return options.command();
        var longer = new ArrayList<>(options.command());
        longer.add(HOLE);
        return longer;
    }

    private static void addVariable(Command.Builder command, String text, Console console) {
        int equals = text.indexOf('=');
        if (equals > 0) {
            command.putEnvironment(text.substring(0, equals), text.substring(equals + 1));
            return;
        }
        var ours = console.environment().get(text);
        if (ours == null) {
            throw CliError.usage(
                    "--env: '%s' has no value, and is not set here either".formatted(text), "example: --env MODE=fast");
        }
        command.putEnvironment(text, ours);
    }

    /** The command itself, as far as it fits into a name. */
    private static String usualName(RunFlags options) {
        if (options.noop()) return "noop";
        if (options.sleep() != null) return "sleep";
        if (options.jvmClass().isPresent()) return options.jvmClass().get();
        if (options.command().isEmpty() && options.runtime().isPresent())
            return options.runtime().get();
        var text = new StringBuilder();
        String.join(" ", options.command())
                .codePoints()
                .forEach(c -> text.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
        var name = text.toString().strip();
        if (name.isEmpty()) return "tasks";
        return name.length() <= LONGEST_USUAL_NAME ? name : name.substring(0, LONGEST_USUAL_NAME - 3) + "...";
    }
}
