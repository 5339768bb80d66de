package io.tidewheel.engine;

import java.time.Instant;

/** The time in which a run may use a machine, because its own budget pays for it: from the first moment on, and not at the last any more. */
public record PaidTime(Instant from, Instant until) {
    /** The time for a run that needs no money of its own: always. */
    static final PaidTime ALWAYS = new PaidTime(Instant.MIN, Instant.MAX);

    boolean holdsAt(Instant now) {
        return !now.isBefore(from) && now.isBefore(until);
    }

    /** The nearest moment within it. */
    Instant clamp(Instant at) {
        if (at.isBefore(from)) return from;
        return at.isBefore(until) ? at : until.minusNanos(1);
    }
}
