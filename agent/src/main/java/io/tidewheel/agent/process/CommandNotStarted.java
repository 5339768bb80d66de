package io.tidewheel.agent.process;

import java.nio.file.Path;
import java.util.Optional;

/** No process came to be, and why: the reason for programs, the message for people. */
public record CommandNotStarted(Reason reason, String message) implements StartOutcome {

    /** The kinds of failure to start, each with the exit code that shells use for it. */
    public enum Reason {
        COMMAND_NOT_FOUND(127, true),
        COMMAND_NOT_EXECUTABLE(126, true),
        WORKING_FOLDER_UNUSABLE(126, true),
        COMMAND_TOO_LONG(126, true),
        INPUT_UNREADABLE(126, true),
        /** The machine lacks processes, memory or file descriptors: the same command may well start elsewhere or later. */
        MACHINE_EXHAUSTED(126, false);

        private final int exitCode;
        private final boolean faultOfCommand;

        Reason(int exitCode, boolean faultOfCommand) {
            this.exitCode = exitCode;
            this.faultOfCommand = faultOfCommand;
        }

        public int exitCode() {
            return exitCode;
        }

        /** Whether trying the same again on a like machine would fail the same way. */
        public boolean faultOfCommand() {
            return faultOfCommand;
        }
    }

    public int exitCode() {
        return reason.exitCode();
    }

    /** What can be told of a command that cannot be started without trying it: used where a failed start would not be seen as one. */
    public static Optional<CommandNotStarted> foreseen(ProcessSpec spec) {
        var folder = StartDiagnosis.withFolder(spec.workingFolder());
        if (folder.isPresent()) return folder;
        return switch (CommandLookup.find(spec)) {
            case CommandLookup.Answer.Found(var path) -> StartDiagnosis.before(Path.of(path));
            case CommandLookup.Answer.Nothing(var why) -> Optional.of(why);
        };
    }
}
