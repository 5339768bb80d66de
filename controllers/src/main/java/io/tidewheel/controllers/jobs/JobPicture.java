package io.tidewheel.controllers.jobs;

import io.tidewheel.balancing.BalancedJob;
import io.tidewheel.balancing.JobForecast;
import io.tidewheel.protocol.wire.PartitionHistory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What people see of a job: its partitions, who did them, and how that went. */
final class JobPicture {
    private final CompiledJob plan;
    private final PartitionChains chains;
    private final SitePartitions sites;
    private final JobHistory history;
    private final Map<Integer, String> agentOf = new HashMap<>();
    /** How partitions stood when the job ended, of which their chains say nothing. */
    private Map<Integer, PartitionHistory> remembered = Map.of();

    JobPicture(CompiledJob plan, PartitionChains chains, SitePartitions sites, JobHistory history) {
        this.plan = plan;
        this.chains = chains;
        this.sites = sites;
        this.history = history;
    }

    void doneBy(int partition, String agent) {
        agentOf.put(partition, agent);
    }

    /** The job has ended: nobody will say more about its partitions. */
    void remember(Map<Integer, PartitionHistory> parts) {
        remembered = parts;
        parts.forEach((partition, last) -> {
            if (last.getState().equals("STORED")) agentOf.putIfAbsent(partition, last.getSite());
        });
    }

    /** @param mostSamples so many steps of the history of each partition, evenly chosen */
    JobView view(BalancedJob job, Optional<Instant> began, int mostSamples, Instant now) {
        var parts = new ArrayList<JobView.PartView>();
        for (var each : job.partitions()) parts.add(part(job, each.index(), mostSamples));
        return new JobView(
                plan.goal(),
                began,
                job.isComplete(),
                job.stored(),
                JobForecast.of(job, now),
                plan.document().getForeignId(),
                parts,
                history.events());
    }

    JobView.PartView part(BalancedJob job, int index, int mostSamples) {
        var part = job.partitions().get(index);
        var site = part.site().isEmpty() ? agentOf.getOrDefault(index, "") : part.site();
        return PartitionViews.of(
                part,
                shownChain(index),
                site,
                history.history(index, mostSamples),
                Optional.ofNullable(remembered.get(index)));
    }

    /**
     * The chain that is shown for a partition; -1 if there is none, if a site has it, or if it is a chain of a run that this one retries.
     */
    int shownChain(int partition) {
        return sites.has(partition) ? -1 : Math.max(-1, chains.chainOf(partition));
    }
}
