package io.tidewheel.agent.runtime;

import com.google.protobuf.ByteString;
import io.tidewheel.protocol.wire.Ending;

/**
 * How a command ended.
 *
 * @param exitCode what it returned, or what a shell would have said for it
 * @param signal the signal that ended it; 0 if none did
 * @param message one line for people: what went wrong, with the remedy where known; empty if all is well
 * @param result what it returned, if it is of a kind that returns something
 */
public record CommandEnd(Ending ending, int exitCode, int signal, String message, Usage usage, ByteString result) {
    public static final CommandEnd SUCCESS = new CommandEnd(Ending.SUCCEEDED, 0, 0, "", Usage.NONE, ByteString.EMPTY);

    /** Processor time and memory. */
    public record Usage(long userMicros, long systemMicros, long peakMemoryBytes) {
        public static final Usage NONE = new Usage(0, 0, 0);

        /** Of two commands one after the other. */
        public Usage plus(Usage next) {
            return new Usage(
                    userMicros + next.userMicros,
                    systemMicros + next.systemMicros,
                    Math.max(peakMemoryBytes, next.peakMemoryBytes));
        }
    }

    public static CommandEnd success(ByteString result) {
        return new CommandEnd(Ending.SUCCEEDED, 0, 0, "", Usage.NONE, result);
    }

    public static CommandEnd notStarted(int exitCode, String message) {
        return new CommandEnd(Ending.NOT_STARTED, exitCode, 0, message, Usage.NONE, ByteString.EMPTY);
    }

    public static CommandEnd of(Ending ending, String message) {
        return new CommandEnd(ending, 0, 0, message, Usage.NONE, ByteString.EMPTY);
    }

    public boolean isSuccess() {
        return ending == Ending.SUCCEEDED;
    }
}
