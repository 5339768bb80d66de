package io.tidewheel.controllers.jobs;

import com.google.protobuf.ByteString;
import io.tidewheel.balancing.BalancerSettings;
import io.tidewheel.balancing.JobGoal;
import io.tidewheel.model.JobSize;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Payload;
import io.tidewheel.protocol.SubmissionCodec;
import io.tidewheel.protocol.wire.GivenFile;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.protocol.wire.PartitionOrder;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What a job is made of: its goal, and the chains of its partitions and of the step at its end. Pure. */
public final class CompiledJob {
    /** What the chain at the end is known by; partitions are known by their numbers. */
    static final String MERGE = "merge";

    private static final Duration SHORTEST_REPORT_TIME = Duration.ofSeconds(1);
    private static final Duration LONGEST_REPORT_TIME = Duration.ofMinutes(1);
    private static final Duration SPLIT_REPORT_TIME = Duration.ofSeconds(10);
    private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(10);
    private static final Duration SHORTEST_FAREWELL = Duration.ofSeconds(10);
    private static final int REPORTS_PER_TARGET = 20;

    private final JobDocument document;
    private final JobGoal goal;

    /** Throws IllegalArgumentException if it cannot be. */
    public CompiledJob(JobDocument document) {
        this.document = document;
        this.goal = hasSites() ? foreignGoal() : ownGoal();
    }

    /** The beginning of a document: how large the job is. Where nothing is said of reports, they come as often as is usual. */
    public static JobDocument.Builder document(JobSize size) {
        var document = JobDocument.newBuilder()
                .setIterations(size.iterations())
                .setTargetMillis(
                        size.target().map(time -> Math.max(1, time.toMillis())).orElse(0L))
                .setPartitions(size.partitions())
                .setMostPartitions(size.mostPartitions());
        size.reportEvery().ifPresent(every -> document.setReportMillis(Math.max(1, every.toMillis())));
        return document;
    }

    /** How often partitions tell their progress, if nobody says otherwise. */
    public static Duration usualReportTime(Optional<Duration> target) {
        if (target.isEmpty()) return SPLIT_REPORT_TIME;
        var often = target.get().dividedBy(REPORTS_PER_TARGET);
        if (often.compareTo(SHORTEST_REPORT_TIME) < 0) return SHORTEST_REPORT_TIME;
        return often.compareTo(LONGEST_REPORT_TIME) > 0 ? LONGEST_REPORT_TIME : often;
    }

    /** The habits of clients of RUPER-LB; agents that share a job with them are taken for the same. */
    private JobGoal foreignGoal() {
        return document.getTargetMillis() == 0
                ? JobGoal.split(document.getIterations(), document.getPartitions())
                : JobGoal.within(
                        Duration.ofMillis(document.getTargetMillis()),
                        document.getIterations(),
                        document.getPartitions(),
                        document.getMostPartitions());
    }

    private JobGoal ownGoal() {
        var every = Duration.ofMillis(document.getReportMillis());
        var listeners = BalancerSettings.ofListeners(every);
        var patience =
                listeners.silentAfter().compareTo(SHORTEST_SILENCE) < 0 ? SHORTEST_SILENCE : listeners.silentAfter();
        var habits = new BalancerSettings(
                patience, listeners.uploadWithin(), listeners.deafBefore(), listeners.margin(), listeners.smoothing());
        if (document.getTargetMillis() == 0) {
            return JobGoal.split(document.getIterations(), document.getPartitions())
                    .reporting(every, habits);
        }
        return new JobGoal(
                document.getIterations(),
                Optional.of(Duration.ofMillis(document.getTargetMillis())),
                document.getPartitions(),
                document.getMostPartitions(),
                every,
                habits);
    }

    public JobGoal goal() {
        return goal;
    }

    public JobDocument document() {
        return document;
    }

    /** Whether foreign sites may do partitions. */
    public boolean hasSites() {
        return !document.getForeignId().isEmpty();
    }

    /** Whether our own agents may. */
    public boolean hasAgents() {
        return document.hasWork() || !hasSites();
    }

    public boolean isBalanced() {
        return goal.target().isPresent();
    }

    /** How long those at work may take to end when enough is done. */
    Duration farewell() {
        var twice = goal.reportEvery().multipliedBy(2);
        return twice.compareTo(SHORTEST_FAREWELL) < 0 ? SHORTEST_FAREWELL : twice;
    }

    boolean hasMerge() {
        return document.hasMerge();
    }

    LaneSpec lane() {
        return SubmissionCodec.submission(document).lane(Payload.NONE);
    }

    Payload partition(int index) {
        var part = PartitionOrder.newBuilder()
                .setPartition(index)
                .setIterations(document.getIterations())
                .setReportMillis(goal.reportEvery().toMillis());
        if (!isBalanced()) part.setFirst(first(index));
        return Payload.of(document.getWork().toBuilder()
                .setPart(part)
                .setSubstitute(true)
                .build()
                .toByteArray());
    }

    /** Where the iterations of a part of a plain split begin: partition 0 has the remainder too. */
    private long first(int index) {
        long each = document.getIterations() / document.getPartitions();
        return index == 0 ? 0 : document.getIterations() - each * (document.getPartitions() - index);
    }

    Payload merge(byte[] manifest, Map<Integer, ByteString> results) {
        var work = document.getMerge().toBuilder().addFiles(file("manifest.json", ByteString.copyFrom(manifest)));
        results.forEach((partition, result) -> work.addFiles(file("results/" + partition, result)));
        return Payload.of(work.build().toByteArray());
    }

    private static GivenFile file(String path, ByteString content) {
        return GivenFile.newBuilder().setPath(path).setContent(content).build();
    }
}
