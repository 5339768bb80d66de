package io.tidewheel.agent.runtime;

import io.tidewheel.protocol.wire.Ending;
import java.time.Duration;
import java.util.Optional;

/**
 * How long a chain may take, counted in nanoseconds from its start; {@link #NEVER} where there is no limit.
 *
 * @param startedNanos the reading of the monotonic clock when the chain was started
 * @param runtime for the attempt
 * @param inactivity without a byte of output
 * @param deadline until the deadline of the whole chain
 * @param grace between the polite request to end and the end by force
 */
public record TimeLimits(long startedNanos, long runtime, long inactivity, long deadline, Duration grace) {
    public static final long NEVER = Long.MAX_VALUE;

    /** Nanoseconds of a limit given in milliseconds, where 0 is none; too large ones are none either. */
    public static long nanos(long millis) {
        if (millis <= 0 || millis > NEVER / 1_000_000) return NEVER;
        return millis * 1_000_000;
    }

    /** When it is over, counted from the start. */
    public long end() {
        return Math.min(runtime, deadline);
    }

    /** What to call it when the time is over. */
    public Ending endingWhenOver() {
        return deadline <= runtime ? Ending.DEADLINE : Ending.TIMEOUT;
    }

    public String messageWhenOver() {
        return deadline <= runtime
                ? "ended because its deadline passed"
                : "ended because it ran longer than its limit of " + text(runtime);
    }

    public String messageWhenInactive() {
        return "ended because it printed nothing for " + text(inactivity);
    }

    /** Time left at a reading of the clock; NEVER if there is no limit, at least 0. */
    public long left(long nowNanos) {
        long end = end();
        return end == NEVER ? NEVER : Math.max(0, end - (nowNanos - startedNanos));
    }

    public Optional<Duration> asDuration(long nanos) {
        return nanos == NEVER ? Optional.empty() : Optional.of(Duration.ofNanos(Math.max(1, nanos)));
    }

    private static String text(long nanos) {
        return io.tidewheel.model.Durations.format(Duration.ofNanos(nanos));
    }
}
