package io.tidewheel.engine;

import java.util.concurrent.atomic.LongAdder;

/** What the engine has done since it began; written by its thread, read by any. */
public final class EngineCounters {
    public final LongAdder runsSubmitted = new LongAdder();
    public final LongAdder chainsSubmitted = new LongAdder();
    public final LongAdder leasesGranted = new LongAdder();
    /** Chains that were granted but not there to be claimed durably: another server was faster. */
    public final LongAdder claimsMissed = new LongAdder();

    public final LongAdder chainsSucceeded = new LongAdder();
    public final LongAdder chainsFailed = new LongAdder();
    public final LongAdder chainsCancelled = new LongAdder();
    public final LongAdder attemptsRetried = new LongAdder();
    public final LongAdder leasesLost = new LongAdder();
    public final LongAdder agentsLost = new LongAdder();
    public final LongAdder agentsPutAside = new LongAdder();
    public final LongAdder chainsPoisoned = new LongAdder();
    public final LongAdder staleReportsRefused = new LongAdder();
    public final LongAdder chainsRecalled = new LongAdder();
    public final LongAdder logBytesKept = new LongAdder();
    public final LongAdder logBytesDropped = new LongAdder();
    /** Requests that failed for a reason nobody thought of. */
    public final LongAdder bugs = new LongAdder();

    public final LongAdder turns = new LongAdder();
    public final LongAdder commits = new LongAdder();
    public final LongAdder commitNanos = new LongAdder();
    public final LongAdder placementNanos = new LongAdder();
    /** Sum over leases of the time from submission to lease, for the mean wait. */
    public final LongAdder waitMicros = new LongAdder();
}
