package io.tidewheel.agent.process;

import io.tidewheel.agent.process.CommandNotStarted.Reason;
import java.nio.file.Path;

/**
 * Finds the program that a command names, as a shell would, but in the environment the process will have: the agent's own PATH
 * plays no part.
 */
final class CommandLookup {

    /** Where programs are looked for when the environment has no PATH. */
    static final String DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

    /** What stands at a path. */
    enum Kind {
        MISSING,
        PROGRAM,
        FOLDER,
        NOT_EXECUTABLE
    }

    /** Looks at one path of the file system. */
    @FunctionalInterface
    interface Probe {
        Kind look(String path);
    }

    /** Either the path of a program or why there is none. */
    sealed interface Answer {
        record Found(String path) implements Answer {}

        record Nothing(CommandNotStarted why) implements Answer {}
    }

    private CommandLookup() {}

    /** Whether the command is itself a path. */
    static boolean isPath(String command) {
        return command.indexOf('/') >= 0;
    }

    /** The program that a command names, whether by its path or not. */
    static Answer find(ProcessSpec spec) {
        if (isPath(spec.command()))
            return new Answer.Found(spec.workingFolder().resolve(spec.command()).toString());
        return search(spec, path -> StartDiagnosis.look(Path.of(path)));
    }

    /** Searches the PATH for a command that is not itself a path. */
    static Answer search(ProcessSpec spec, Probe probe) {
        var path = spec.environment().getOrDefault("PATH", DEFAULT_PATH);
        String unusable = "";
        var kindOfUnusable = Kind.MISSING;
        for (int from = 0; from <= path.length(); ) {
            int colon = path.indexOf(':', from);
            int to = colon < 0 ? path.length() : colon;
            var candidate = inFolder(path.substring(from, to), spec.command(), spec.workingFolder());
            var kind = probe.look(candidate);
            if (kind == Kind.PROGRAM) return new Answer.Found(candidate);
            if (kind != Kind.MISSING && kindOfUnusable == Kind.MISSING) {
                unusable = candidate;
                kindOfUnusable = kind;
            }
            from = to + 1;
        }
        if (kindOfUnusable != Kind.MISSING) return new Answer.Nothing(refusal(unusable, kindOfUnusable));
        return new Answer.Nothing(new CommandNotStarted(
                Reason.COMMAND_NOT_FOUND,
                "command '" + spec.command() + "' not found in PATH " + path + "; give its full path or install it"));
    }

    /** Why what stands at a path cannot be run. */
    static CommandNotStarted refusal(String path, Kind kind) {
        return switch (kind) {
            case MISSING ->
                new CommandNotStarted(
                        Reason.COMMAND_NOT_FOUND, "command '" + path + "' not found: there is no such file");
            case FOLDER ->
                new CommandNotStarted(Reason.COMMAND_NOT_EXECUTABLE, "'" + path + "' is a folder, not a program");
            case NOT_EXECUTABLE ->
                new CommandNotStarted(
                        Reason.COMMAND_NOT_EXECUTABLE,
                        "'" + path + "' may not be executed; give it execute permission (chmod +x)");
            case PROGRAM -> throw new IllegalArgumentException(path + " can be run");
        };
    }

    /** An empty or relative folder counts from the working folder, as it would for a program searching by itself. */
    private static String inFolder(String folder, String command, Path workingFolder) {
        if (folder.startsWith("/")) return folder.endsWith("/") ? folder + command : folder + "/" + command;
        return workingFolder.resolve(folder).resolve(command).toString();
    }
}
