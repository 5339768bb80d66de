package io.tidewheel.controllers.jobs;

import io.tidewheel.balancing.BalancedJob;
import io.tidewheel.balancing.Partition;
import io.tidewheel.controllers.HistoryDepth;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Payload;
import io.tidewheel.protocol.wire.InnerJob;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What is to be kept of a job, and what was kept before a restart: where its partitions stand, and how they went. */
final class JobRecorder {
    private static final int STANDINGS_AT_ONCE = 64;
    /** A history is longer than a standing: while a job runs, so many are written each time. */
    private static final int HISTORIES_AT_ONCE = 256;

    private final String action;
    private final CompiledJob plan;
    private final PartitionChains chains;
    private final SitePartitions sites;
    private final Map<Integer, PartitionWorker> workers;
    private final JobHistory history;
    private final JobPicture picture;
    private final RememberedPartitions standings = new RememberedPartitions();
    private Optional<ChainState> closed = Optional.empty();
    private boolean isUnknown;

    JobRecorder(
            String action,
            CompiledJob plan,
            PartitionChains chains,
            SitePartitions sites,
            Map<Integer, PartitionWorker> workers,
            JobHistory history,
            JobPicture picture) {
        this.action = action;
        this.plan = plan;
        this.chains = chains;
        this.sites = sites;
        this.workers = workers;
        this.history = history;
        this.picture = picture;
    }

    RememberedPartitions standings() {
        return standings;
    }

    JobHistory history() {
        return history;
    }

    void stir(Collection<Integer> partitions) {
        history.stir(partitions);
        standings.stir(partitions);
    }

    /** How a partition stands now. */
    void sample(BalancedJob job, int partition, Instant now) {
        var part = picture.part(job, partition, 0);
        standings.stir(partition);
        history.sample(
                partition,
                new JobView.Sample(now, part.done(), part.share(), part.speed()),
                job.partitions().size());
    }

    /** The job has its first chains, so that it may be known to those who ask. */
    void begun() {
        isUnknown = true;
    }

    /** The job has ended with this state, and so has its part in the workflow: all of its history is to be kept once more. */
    void close(BalancedJob job, ChainState state) {
        closed = Optional.of(state);
        history.stir();
        history.stir(job.partitions().stream().map(Partition::index).toList());
    }

    String state(boolean began) {
        return closed.map(ChainState::name).orElse(began ? "RUNNING" : "QUEUED");
    }

    /** What is new, in pieces as the store has them. */
    SortedMap<Integer, Payload> take(HistoryDepth depth, BalancedJob job, Optional<Instant> began) {
        var pieces = new TreeMap<Integer, Payload>();
        switch (depth) {
            case DECISIVE -> stand(standings.takeDecisive(), job, pieces);
            case STANDING -> {
                stand(standings.take(STANDINGS_AT_ONCE), job, pieces);
                if (isUnknown) tell(HISTORIES_AT_ONCE, job, began, pieces);
            }
            case HISTORY -> {
                stand(standings.take(STANDINGS_AT_ONCE), job, pieces);
                tell(HISTORIES_AT_ONCE, job, began, pieces);
            }
            case WHOLE -> {
                stand(standings.take(Integer.MAX_VALUE), job, pieces);
                tell(Integer.MAX_VALUE, job, began, pieces);
            }
        }
        return pieces;
    }

    private void stand(List<Integer> partitions, BalancedJob job, SortedMap<Integer, Payload> pieces) {
        for (int partition : partitions) {
            int chain = picture.shownChain(partition);
            // Jobs inside of a workflow are told apart by their chains.
            if (action.isEmpty() || chain >= 0)
                pieces.put(
                        RememberedPartition.piece(action.isEmpty() ? partition : chain),
                        standing(partition, chain, job).bytes());
        }
    }

    private RememberedPartition standing(int partition, int chain, BalancedJob job) {
        var worker = workers.get(partition);
        int attempt = worker != null && worker.chain() == chain ? worker.attempt() : 0;
        return new RememberedPartition(
                chain, attempt, job.partitions().get(partition), sites.everHad(partition), sites.offerOf(partition));
    }

    private void tell(int most, BalancedJob job, Optional<Instant> began, SortedMap<Integer, Payload> pieces) {
        if (!action.isEmpty() && !InnerJobHistory.hasNumbers(chains.first())) return;
        isUnknown = false;
        var news = history.take(most);
        if (action.isEmpty()) pieces.putAll(StoredJobHistory.pieces(news, history.events(), index -> kept(job, index)));
        else pieces.putAll(InnerJobHistory.pieces(news, innerJob(began), chains, index -> kept(job, index)));
    }

    private JobView.PartView kept(BalancedJob job, int partition) {
        return picture.part(job, partition, PartitionSamples.MOST);
    }

    private InnerJob innerJob(Optional<Instant> began) {
        return InnerJob.newBuilder()
                .setAction(action)
                .setDocument(plan.document())
                .setState(closed.map(ChainState::name).orElse(""))
                .setBeganMillis(began.map(Instant::toEpochMilli).orElse(0L))
                .setEvents(StoredJobHistory.wire(history.events()))
                .build();
    }
}
