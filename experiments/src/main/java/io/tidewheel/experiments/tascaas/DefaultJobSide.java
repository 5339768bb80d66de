package io.tidewheel.experiments.tascaas;

import io.tidewheel.balancing.BalancedJob;
import io.tidewheel.balancing.BalancerDecision;
import io.tidewheel.balancing.BalancerStep;
import io.tidewheel.balancing.JobBalancer;
import io.tidewheel.balancing.JobForecast;
import io.tidewheel.balancing.JobGoal;
import io.tidewheel.balancing.PartitionState.Queued;
import io.tidewheel.balancing.ShareAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Our own balancer: the oldest part first, what is handed out and not begun waits again, credit for stored results. */
final class DefaultJobSide implements JobSide {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    /** What is handed out and not begun after so many seconds waits again. */
    private static final long LEASE_SECONDS = 300;

    private final ArrayDeque<Integer> queue = new ArrayDeque<>();
    private final Map<Integer, Long> handedOut = new LinkedHashMap<>();
    private final List<BalancerDecision> decisions = new ArrayList<>();
    private final Consumer<BalancedJob> watch;
    private BalancedJob job;

    /** @param submitted at which second */
    DefaultJobSide(JobGoal goal, long submitted) {
        this(goal, submitted, _ -> {});
    }

    /** @param watch sees the job after each event */
    DefaultJobSide(JobGoal goal, long submitted, Consumer<BalancedJob> watch) {
        this.job = BalancedJob.planned(goal, at(submitted));
        this.watch = watch;
        for (int i = 0; i < goal.partitions(); i++) queue.addLast(i);
    }

    static Instant at(long second) {
        return NOON.plusSeconds(second);
    }

    BalancedJob job() {
        return job;
    }

    /** In the order in which they were made. */
    List<BalancerDecision> decisions() {
        return decisions;
    }

    @Override
    public OptionalInt take(long now) {
        if (queue.isEmpty()) return OptionalInt.empty();
        int part = queue.removeFirst();
        handedOut.put(part, now);
        return OptionalInt.of(part);
    }

    @Override
    public int waiting() {
        return queue.size();
    }

    @Override
    public long waitingSince() {
        var state = job.partitions().get(queue.getFirst()).state();
        if (!(state instanceof Queued queued)) throw new IllegalStateException("a part that waits is " + state);
        return Duration.between(NOON, queued.since()).toSeconds();
    }

    @Override
    public int running() {
        return job.running() + handedOut.size();
    }

    @Override
    public OptionalLong start(int part, String site, long now) {
        handedOut.remove(part);
        return after(JobBalancer.start(job, part, site, Duration.ZERO, at(now)));
    }

    @Override
    public OptionalLong report(int part, long count, long age, long now) {
        return after(JobBalancer.report(job, part, count, at(now)));
    }

    @Override
    public void finish(int part, long count, long age, long now) {
        after(JobBalancer.finish(job, part, count, at(now)));
    }

    @Override
    public boolean stored(int part, long now) {
        after(JobBalancer.stored(job, part, at(now)));
        return true;
    }

    /** TaScaaS's daemon tells nobody; but who splits once must be told, or nothing ever does that part again. */
    @Override
    public void died(int part, long now) {
        if (!isUrgent()) after(JobBalancer.lose(job, part, "its process died", at(now)));
    }

    @Override
    public void tick(long now) {
        var late = handedOut.entrySet().stream()
                .filter(each -> each.getValue() + LEASE_SECONDS <= now)
                .map(Map.Entry::getKey)
                .toList();
        for (int part : late) {
            handedOut.remove(part);
            if (job.partitions().get(part).state() instanceof Queued) queue.addFirst(part);
        }
        after(JobBalancer.tick(job, at(now)));
    }

    private OptionalLong after(BalancerStep turn) {
        job = turn.job();
        decisions.addAll(turn.decisions());
        for (var decision : turn.decisions()) {
            if (decision instanceof BalancerDecision.Queue more) queue.addAll(more.partitions());
            if (decision instanceof BalancerDecision.Withdraw fewer) queue.removeAll(fewer.partitions());
        }
        watch.accept(job);
        return turn.answer() instanceof ShareAnswer.Share share ? OptionalLong.of(share.count()) : OptionalLong.empty();
    }

    @Override
    public long reportTime() {
        return job.goal().reportEvery().toSeconds();
    }

    @Override
    public OptionalDouble estimate(long now) {
        var toGo = JobForecast.of(job, at(now)).toGo();
        return toGo.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(toGo.get().toMillis() / 1e3);
    }

    @Override
    public boolean isOver() {
        return job.isComplete();
    }

    @Override
    public boolean isUrgent() {
        return job.goal().target().isPresent();
    }
}
