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
    private volatile Moment base;

    /** A moment on both clocks. Times of one thing are told from one moment, so that none of them is before it when the wall clock is followed meanwhile. */
    record Moment(long micros, long nanos) {
        long micros(long atNanos) {
            return micros + (atNanos - nanos) / 1_000;
        }
    }

    WallClockStamps(Time time) {
        this.time = time;
        this.base = read();
    }

    /** Microseconds since 1970 at a reading of the monotonic clock, with that reading. */
    Moment at(long nanos) {
        return new Moment(base.micros(nanos), nanos);
    }

    void follow() {
        base = read();
    }

    private Moment read() {
        return new Moment(ChronoUnit.MICROS.between(Instant.EPOCH, time.instant()), time.nanos());
    }
}
