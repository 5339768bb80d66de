package io.tidewheel.engine;

import java.util.concurrent.atomic.LongAdder;

/** What the fleet has done since the server began; written by its thread, read by any. */
public final class FleetCounters {
    public final LongAdder machinesWanted = new LongAdder();
    public final LongAdder machinesReady = new LongAdder();
    /** Machines that could not be made, or never got ready. */
    public final LongAdder machinesFailed = new LongAdder();
    /** Machines that were of use and then were gone. */
    public final LongAdder machinesLost = new LongAdder();

    public final LongAdder machinesGone = new LongAdder();
    /** Machines of this fleet that nobody knew of: taken away. */
    public final LongAdder straysFound = new LongAdder();
    /** Decisions that the policy failed to make, or that made no sense. */
    public final LongAdder plansRefused = new LongAdder();
    /** From the decision to the arrival of the first agent. */
    public final Histogram start = new Histogram(1, 5, 10, 30, 60, 120, 300, 600, 1_200);
}
