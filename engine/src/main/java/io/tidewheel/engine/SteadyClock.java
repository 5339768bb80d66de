package io.tidewheel.engine;

import io.tidewheel.model.Time;
import java.time.Duration;
import java.time.Instant;

/**
 * The wall clock without its jumps: small corrections are followed, but when the wall clock is set forward or back, this one goes on as
 * before (until the next start), so that back-offs and deadlines last as long as they should.
 */
public final class SteadyClock {
    private static final Duration JUMP = Duration.ofSeconds(2);

    private final Time time;
    private Instant lastInstant;
    private long lastNanos;
    private Duration shift = Duration.ZERO;

    public SteadyClock(Time time) {
        this.time = time;
        this.lastInstant = time.instant();
        this.lastNanos = time.nanos();
    }

    public Instant now() {
        long nanos = time.nanos();
        var expected = lastInstant.plusNanos(nanos - lastNanos);
        var shown = time.instant().plus(shift);
        var error = Duration.between(expected, shown);
        if (error.abs().compareTo(JUMP) > 0) {
            shift = shift.minus(error);
            shown = expected;
        }
        lastInstant = shown;
        lastNanos = nanos;
        return shown;
    }
}
