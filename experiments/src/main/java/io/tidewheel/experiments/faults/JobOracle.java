package io.tidewheel.experiments.faults;

import io.tidewheel.controllers.ReportedOutcome;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Judges a job by what its chains say, without asking those who controlled it: no iteration is lost, and none counts twice. */
final class JobOracle {
    /** What a job in calm may take beyond its target: reports come at moments, and the last ones end together. */
    private static final double LATENESS = 1.1;

    private final DrawnJob job;
    private final List<ChainRecord> chains;
    /** What counts of what foreign sites have done, by partition. */
    private final Map<Integer, Long> atSites;

    /** What each partition has done whose result is there. */
    private final Map<Integer, Long> stored = new TreeMap<>();

    JobOracle(DrawnJob job, List<ChainRecord> chains, Map<Integer, Long> atSites) {
        this.job = job;
        this.chains = chains;
        this.atSites = atSites;
    }

    void check() {
        for (var chain : chains) if (chain.state() == ChainState.SUCCEEDED) take(chain);
        // Whose partition was given to a site may have done it all the same: that is for nothing.
        stored.putAll(atSites);
        if (!job.isBalanced()) checkSplit();
    }

    private void take(ChainRecord chain) {
        int partition = Integer.parseInt(chain.parameter());
        long count = ReportedOutcome.read(chain.report()).getPart().getIterations();
        if (stored.put(partition, count) != null)
            throw new IllegalStateException("partition %d counts twice".formatted(partition));
    }

    /** Each part of a plain split stands for iterations of its own. */
    private void checkSplit() {
        stored.forEach((partition, count) -> {
            if (count != job.evenShare(partition))
                throw new IllegalStateException("partition %d of a plain split has done %d iterations and not %d"
                        .formatted(partition, count, job.evenShare(partition)));
        });
    }

    private long sum() {
        return stored.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * @param shown how many iterations people are told
     * @param whole whether nobody has asked for the end
     */
    void checkEnd(RunRecord run, long shown, boolean whole) {
        if (shown != sum())
            throw new IllegalStateException("%d iterations are shown, and %d are in results".formatted(shown, sum()));
        boolean isComplete = job.isBalanced()
                ? sum() >= job.document().getIterations()
                : stored.size() == job.document().getPartitions();
        if (run.state() == RunState.SUCCEEDED && !isComplete)
            throw new IllegalStateException("it succeeded with %d of %d iterations"
                    .formatted(sum(), job.document().getIterations()));
        boolean isCancelled = chains.stream().anyMatch(chain -> chain.state() == ChainState.CANCELLED);
        if (whole && run.state() != RunState.SUCCEEDED && !isCancelled)
            throw new IllegalStateException("it ended as " + run.state() + ", and nobody has asked for that");
    }

    /** In calm, with as many programs as it needs, it must be done in time. */
    void checkInTime(RunRecord run) {
        var began = run.started().orElseThrow();
        var took = Duration.between(began, run.finished().orElseThrow()).toMillis();
        if (took > job.document().getTargetMillis() * LATENESS)
            throw new IllegalStateException("it took %d ms in calm, and its target is %d ms"
                    .formatted(took, job.document().getTargetMillis()));
    }
}
