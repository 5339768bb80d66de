package io.tidewheel.engine;

import io.tidewheel.model.Lease;
import java.time.Duration;

/** A lease that this engine looks after. */
final class LiveLease {
    final Lease lease;
    final LiveLane lane;
    /** When this engine first knew of it. */
    final long sinceNanos;

    boolean started;
    /** When its agent told that it has started; only then. */
    long startedNanos;

    /** Whether the chain was not known to be short when it was handed out. */
    boolean slow;

    /** Whether the chain was leased before this engine began, or by another one. */
    boolean isTakenOver;

    boolean stopping;
    /** In how many of the agent's lists, one after the other, it was missing. */
    int missing;

    LiveLease(Lease lease, LiveLane lane, long sinceNanos) {
        this.sinceNanos = sinceNanos;
        this.lease = lease;
        this.lane = lane;
    }

    /** Whether its agent may have begun with it. The start of what was tried before is told at once. */
    boolean isBegun() {
        return started || lease.attempt() == 1;
    }

    /** For how long it may have been at work until a moment. What was leased by others is known only since the chain's first lease. */
    Duration atWork(Turn turn, long untilNanos) {
        if (isTakenOver) return Duration.between(lease.firstClaimed(), turn.now);
        return Duration.ofNanos(Math.max(0, untilNanos - (started ? startedNanos : sinceNanos)));
    }
}
