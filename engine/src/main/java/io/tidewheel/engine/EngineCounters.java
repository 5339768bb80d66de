package io.tidewheel.engine;

import io.tidewheel.scheduling.LossCause;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** What the engine has done since it began; written by its thread, read by any. */
public final class EngineCounters {
    public final LongAdder runsSubmitted = new LongAdder();
    public final LongAdder chainsSubmitted = new LongAdder();
    public final LongAdder leasesGranted = new LongAdder();
    /** Chains that were granted but not there to be claimed durably: another server was faster. */
    public final LongAdder claimsMissed = new LongAdder();

    /** How often another server had added chains to a run, or ended it, when this one was about to. */
    public final LongAdder runsOvertaken = new LongAdder();

    public final LongAdder chainsSucceeded = new LongAdder();
    public final LongAdder chainsFailed = new LongAdder();
    public final LongAdder chainsCancelled = new LongAdder();
    public final LongAdder attemptsRetried = new LongAdder();
    public final LongAdder leasesLost = new LongAdder();
    /** Agents that were given up. */
    public final LongAdder agentsLost = new LongAdder();

    private final Map<LossCause, LongAdder> attemptsLost = new EnumMap<>(LossCause.class);
    /** Leases that agents had again which had been given up. */
    public final LongAdder leasesReclaimed = new LongAdder();

    public final LongAdder agentsPutAside = new LongAdder();
    public final LongAdder chainsPoisoned = new LongAdder();
    public final LongAdder staleReportsRefused = new LongAdder();
    /** What an agent said in the name of another one, or of what another one holds. */
    public final LongAdder forgeriesRefused = new LongAdder();

    public final LongAdder chainsRecalled = new LongAdder();
    public final LongAdder logBytesKept = new LongAdder();
    public final LongAdder logBytesDropped = new LongAdder();
    /** Chains whose end the store had confirmed, and did not know any more when the next engine was opened. */
    public final LongAdder chainsRepeated = new LongAdder();

    /** Finished runs, and chains of theirs, that were not kept any more. */
    public final LongAdder runsRemoved = new LongAdder();

    public final LongAdder chainsRemoved = new LongAdder();
    /** Requests that failed for a reason nobody thought of. */
    public final LongAdder bugs = new LongAdder();

    public EngineCounters() {
        for (var cause : LossCause.values()) attemptsLost.put(cause, new LongAdder());
    }

    /** What lost agents were at work on, if this is why they were lost. */
    public LongAdder attemptsLost(LossCause cause) {
        return Objects.requireNonNull(attemptsLost.get(cause));
    }

    /** From submission to the first lease of a chain. */
    public final Histogram wait = new Histogram(1e-3, 1e-2, 0.1, 1, 10, 60, 600, 3_600, 36_000);
    /** From the lease to the accepted report of an attempt, whatever came of it. */
    public final Histogram attempt = new Histogram(1e-3, 1e-2, 0.1, 1, 10, 60, 600, 3_600, 36_000);
    /** What deciding took in turns that placed something. */
    public final Histogram placement = new Histogram(1e-5, 5e-5, 1e-4, 5e-4, 1e-3, 5e-3, 1e-2, 0.1);

    public final Histogram commit = new Histogram(1e-4, 5e-4, 1e-3, 5e-3, 1e-2, 5e-2, 0.1, 0.5, 1, 5);
    /** How long a turn took: whoever asks the engine something waits at most for the present turn and the one after it. */
    public final Histogram turn = new Histogram(1e-4, 5e-4, 1e-3, 5e-3, 1e-2, 5e-2, 0.1, 0.5, 1, 5);
}
