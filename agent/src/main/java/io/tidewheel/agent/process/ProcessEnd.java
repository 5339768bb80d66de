package io.tidewheel.agent.process;

import java.time.Duration;
import java.util.Optional;

/**
 * How a process ended.
 *
 * @param exitCode what it returned; 0 if a signal ended it
 * @param signal the signal that ended it; 0 if none did
 * @param cause who wanted the end
 * @param startedNanos when it had been started, on the launcher's clock
 * @param endedNanos when its end was noticed, on the launcher's clock
 * @param usage what it and the descendants it waited for used; empty where the system does not tell
 * @param stdout how much it wrote to standard output
 * @param stderr how much it wrote to standard error
 */
public record ProcessEnd(
        int exitCode,
        int signal,
        Cause cause,
        long startedNanos,
        long endedNanos,
        Optional<ResourceUsage> usage,
        OutputCount stdout,
        OutputCount stderr) {

    /** What ended a process: it itself, or the reason for which the agent did. */
    public enum Cause {
        ITSELF,
        MAX_RUNTIME,
        MAX_INACTIVITY,
        REQUEST
    }

    /** Bytes handed to the sink, and bytes read but dropped because the sink had enough. */
    public record OutputCount(long delivered, long discarded) {
        public long total() {
            return delivered + discarded;
        }
    }

    public Duration runtime() {
        return Duration.ofNanos(endedNanos - startedNanos);
    }

    /** The one number shells use: the exit code, or 128 plus the signal. */
    public int shellCode() {
        return signal == 0 ? exitCode : 128 + signal;
    }
}
