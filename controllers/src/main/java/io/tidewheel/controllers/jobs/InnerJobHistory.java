package io.tidewheel.controllers.jobs;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.balancing.JobForecast;
import io.tidewheel.controllers.jobs.JobView.PartView;
import io.tidewheel.model.Payload;
import io.tidewheel.protocol.wire.InnerJob;
import io.tidewheel.protocol.wire.PartitionHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * How a job inside of a workflow went, as it is kept with the run. All jobs of a run share its pieces: that of the job itself has an even number, twice
 * its first chain's, and those of its partitions have the odd ones that follow their chains'. So each has its numbers for itself, also after a restart.
 */
public final class InnerJobHistory {
    private static final int FIRST_UNKEPT = 1 << 30;
    private static final Set<String> OPEN = Set.of("QUEUED", "RUNNING", "FINISHED");

    private final InnerJob job;
    private final Map<Integer, PartitionHistory> parts = new TreeMap<>();
    private final Map<Integer, Integer> chains = new HashMap<>();

    private InnerJobHistory(InnerJob job) {
        this.job = job;
        for (var part : job.getInheritedList()) parts.put(part.getPartition(), part);
    }

    /** Whether there are numbers for what this chain does: there are none for those of runs that are retried. */
    static boolean hasNumbers(int chain) {
        return chain >= 0 && chain < FIRST_UNKEPT;
    }

    /** What is to be kept of the news of a job whose first chain has numbers. */
    static SortedMap<Integer, Payload> pieces(
            JobHistory.News news, InnerJob job, PartitionChains chains, IntFunction<PartView> parts) {
        var pieces = new TreeMap<Integer, Payload>();
        if (news.isEmpty()) return pieces;
        var whole = job.toBuilder();
        chains.eachPartition((partition, chain) -> {
            if (chain < -1) whole.addInherited(course(job.getAction(), parts.apply(partition)));
        });
        pieces.put(2 * chains.first(), Payload.of(whole.build().toByteArray()));
        for (int partition : news.partitions()) {
            int chain = chains.chainOf(partition);
            if (!hasNumbers(chain)) continue;
            var course = course(job.getAction(), parts.apply(partition));
            pieces.put(2 * chain + 1, Payload.of(course.toByteArray()));
        }
        return pieces;
    }

    private static PartitionHistory course(String action, PartView part) {
        return StoredJobHistory.course(part).toBuilder()
                .setAction(action)
                .setPartition(part.index())
                .build();
    }

    /**
     * All histories of jobs that were kept with a run, by what the jobs are called, in the order in which they began. A piece that cannot
     * be read is left out.
     */
    static Map<String, InnerJobHistory> all(SortedMap<Integer, Payload> pieces) {
        var all = new LinkedHashMap<String, InnerJobHistory>();
        pieces.forEach((number, piece) -> {
            try {
                if (number % 2 == 0) {
                    var job = InnerJob.parseFrom(piece.bytes());
                    all.put(job.getAction(), new InnerJobHistory(job));
                } else {
                    var part = PartitionHistory.parseFrom(piece.bytes());
                    var of = all.get(part.getAction());
                    if (of != null) of.add(number / 2, part);
                }
            } catch (InvalidProtocolBufferException strange) {
                // It is for people only.
            }
        });
        return all;
    }

    /** The newest chain of a partition has the last word. */
    private void add(int chain, PartitionHistory part) {
        parts.put(part.getPartition(), part);
        chains.put(part.getPartition(), chain);
    }

    public String action() {
        return job.getAction();
    }

    /** What a job takes up again after a restart. */
    StoredJobHistory course() {
        return StoredJobHistory.of(parts, StoredJobHistory.events(job.getEvents()));
    }

    /** How it has ended, if that is known. */
    public Optional<String> end() {
        return job.getState().isEmpty() ? Optional.empty() : Optional.of(job.getState());
    }

    /** @param over whether nobody works on it any more */
    public JobView view(boolean over, Instant now, int mostSamples) {
        var goal = new CompiledJob(job.getDocument()).goal();
        Optional<Instant> began =
                job.getBeganMillis() == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(job.getBeganMillis()));
        var shown = new ArrayList<PartView>();
        parts.forEach((index, part) -> shown.add(part(index, part, over, mostSamples)));
        long stored = sum(shown, "STORED");
        return new JobView(
                goal,
                began,
                stored >= goal.iterations(),
                stored,
                outlook(
                        goal.iterations() - stored - sum(shown, "RUNNING"),
                        shown,
                        goal.target()
                                .map(target ->
                                        Duration.between(now, began.orElse(now).plus(target)))),
                "",
                shown,
                course().events());
    }

    private PartView part(int index, PartitionHistory part, boolean over, int mostSamples) {
        int chain = chains.getOrDefault(index, -1);
        var history = PartitionSamples.chosen(StoredJobHistory.samples(part), mostSamples);
        return over && OPEN.contains(part.getState())
                ? PartitionViews.ended(index, chain, part, history)
                : new PartView(
                        index,
                        chain,
                        part.getSite(),
                        part.getState(),
                        part.getIterations(),
                        part.getShare(),
                        part.getSpeed(),
                        history);
    }

    private static long sum(List<PartView> parts, String state) {
        return parts.stream()
                .filter(part -> part.state().equals(state))
                .mapToLong(PartView::done)
                .sum();
    }

    private static JobForecast outlook(long open, List<PartView> parts, Optional<Duration> timeLeft) {
        long left = Math.max(0, open);
        double speed = parts.stream()
                .filter(part -> part.state().equals("RUNNING"))
                .mapToDouble(PartView::speed)
                .sum();
        Optional<Duration> toGo =
                speed > 0 ? Optional.of(Duration.ofMillis((long) (1e3 * left / speed))) : Optional.empty();
        return new JobForecast(left, speed, toGo, timeLeft, count(parts, "RUNNING"), count(parts, "QUEUED"));
    }

    private static int count(List<PartView> parts, String state) {
        return (int) parts.stream().filter(part -> part.state().equals(state)).count();
    }
}
