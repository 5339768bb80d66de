package io.tidewheel.engine;

import io.tidewheel.model.Lease;

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

    boolean stopping;
    /** In how many of the agent's lists, one after the other, it was missing. */
    int missing;

    LiveLease(Lease lease, LiveLane lane, long sinceNanos) {
        this.sinceNanos = sinceNanos;
        this.lease = lease;
        this.lane = lane;
    }
}
