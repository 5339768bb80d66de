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
 * @param cancels whether its end counts as a cancellation of the chain, and not as a failure
 */
public record CommandEnd(
        Ending ending, int exitCode, int signal, String message, Usage usage, ByteString result, boolean cancels) {
    public static final CommandEnd SUCCESS = of(Ending.SUCCEEDED, "");

    /** Processor time and memory. */
    public record Usage(long userMicros, long systemMicros, long peakMemoryBytes) {
        public static final Usage NONE = new Usage(0, 0, 0);

        /** What two commands used that ran one after the other. */
        public Usage plus(Usage next) {
            return new Usage(
                    userMicros + next.userMicros,
                    systemMicros + next.systemMicros,
                    Math.max(peakMemoryBytes, next.peakMemoryBytes));
        }
    }

    public static CommandEnd success(ByteString result) {
        return SUCCESS.with(Usage.NONE, result);
    }

    public static CommandEnd notStarted(int exitCode, String message) {
        return of(Ending.NOT_STARTED, message).by(exitCode, 0);
    }

    public static CommandEnd of(Ending ending, String message) {
        return new CommandEnd(ending, 0, 0, message, Usage.NONE, ByteString.EMPTY, false);
    }

    public boolean isSuccess() {
        return ending == Ending.SUCCEEDED;
    }

    /** Whether we ended it, and not itself or the system. */
    boolean isStopped() {
        return switch (ending) {
            case CANCELLED, TIMEOUT, INACTIVITY, DEADLINE -> true;
            default -> false;
        };
    }

    /** The same with a code and a signal. */
    public CommandEnd by(int code, int signalNumber) {
        return new CommandEnd(ending, code, signalNumber, message, usage, result, cancels);
    }

    public CommandEnd saying(String text) {
        return new CommandEnd(ending, exitCode, signal, text, usage, result, cancels);
    }

    public CommandEnd with(Usage used, ByteString returned) {
        return new CommandEnd(ending, exitCode, signal, message, used, returned, cancels);
    }

    public CommandEnd cancelling(boolean cancelsChain) {
        return new CommandEnd(ending, exitCode, signal, message, usage, result, cancelsChain);
    }
}
