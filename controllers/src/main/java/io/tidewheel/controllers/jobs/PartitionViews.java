package io.tidewheel.controllers.jobs;

import io.tidewheel.balancing.Partition;
import io.tidewheel.balancing.PartitionState;
import io.tidewheel.controllers.jobs.JobView.PartView;
import io.tidewheel.controllers.jobs.JobView.Sample;
import io.tidewheel.protocol.wire.PartitionHistory;
import java.util.List;
import java.util.Optional;

/** Partitions as people see them. Pure. */
final class PartitionViews {
    private PartitionViews() {}

    /**
     * @param chain the chain that does it; -1 if there is none
     * @param last of a job that has ended, how it was last known
     */
    static PartView of(
            Partition partition, int chain, String site, List<Sample> history, Optional<PartitionHistory> last) {
        int index = partition.index();
        return switch (partition.state()) {
            case PartitionState.Queued _ ->
                last.map(known -> ended(index, chain, known, history))
                        .orElseGet(() -> new PartView(index, chain, site, "QUEUED", 0, 0, 0, history));
            case PartitionState.Running now ->
                last.map(known -> ended(index, chain, known, history))
                        .orElseGet(() -> new PartView(
                                index,
                                chain,
                                site,
                                "RUNNING",
                                now.done(),
                                now.told(),
                                now.pace().perSecond(),
                                history));
            case PartitionState.Finished done ->
                new PartView(index, chain, site, "FINISHED", done.count(), done.count(), done.speed(), history);
            case PartitionState.Stored done ->
                new PartView(index, chain, site, "STORED", done.count(), done.count(), done.speed(), history);
            case PartitionState.Lost lost -> {
                long done = lost.was() instanceof PartitionState.Running running ? running.done() : 0;
                yield new PartView(index, chain, site, "LOST", done, 0, 0, history);
            }
            case PartitionState.Withdrawn _ ->
                last.map(known -> ended(index, chain, known, history))
                        .orElseGet(() -> new PartView(index, chain, site, "WITHDRAWN", 0, 0, 0, history));
        };
    }

    /** A partition of a job that has ended, as it was last known: what ran then was lost, and what waited was not needed. */
    static PartView ended(int index, int chain, PartitionHistory last, List<Sample> history) {
        boolean worked = last.getIterations() > 0 || last.getState().equals("RUNNING");
        return new PartView(
                index, chain, last.getSite(), worked ? "LOST" : "WITHDRAWN", last.getIterations(), 0, 0, history);
    }
}
