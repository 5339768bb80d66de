package io.tidewheel.agent;

import io.tidewheel.model.Time;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Turns readings of the monotonic clock into wall-clock time for the records. It follows the wall clock only when told to, as
 * seldom as the heartbeat, so that a jump of the wall clock bends few durations, and a reading costs next to nothing.
 */
final class WallClockStamps {
    private final Time time;
    private volatile Base base;

    private record Base(long micros, long nanos) {}

    WallClockStamps(Time time) {
        this.time = time;
        this.base = read();
    }

    /** Microseconds since 1970 at a reading of the monotonic clock. */
    long micros(long atNanos) {
        var from = base;
        return from.micros + (atNanos - from.nanos) / 1_000;
    }

    void follow() {
        base = read();
    }

    private Base read() {
        return new Base(ChronoUnit.MICROS.between(Instant.EPOCH, time.instant()), time.nanos());
    }
}
