package io.tidewheel.balancing.simulation;

import io.tidewheel.balancing.Answer;
import io.tidewheel.balancing.Decision;
import io.tidewheel.balancing.Goal;
import io.tidewheel.balancing.Job;
import io.tidewheel.balancing.JobBalancer;
import io.tidewheel.balancing.PartitionState;
import io.tidewheel.balancing.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Our own balancer: oldest part first, credit for stored results. */
final class OwnBrain implements Brain {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final ArrayDeque<Integer> queue = new ArrayDeque<>();
    private final List<Decision> decisions = new ArrayList<>();
    private final Consumer<Job> watch;
    private Job job;

    /** @param watch sees the job after each event */
    OwnBrain(Goal goal, Consumer<Job> watch) {
        this.job = Job.planned(goal, NOON);
        this.watch = watch;
        for (int i = 0; i < goal.partitions(); i++) queue.addLast(i);
    }

    Job job() {
        return job;
    }

    /** Iterations in stored results of parts that had once been given up: others may have done them too. */
    long regained() {
        long sum = 0;
        for (var decision : decisions) {
            if (decision instanceof Decision.GiveUp(int index, long _, String _)
                    && job.partitions().get(index).state() instanceof PartitionState.Stored stored) {
                sum += stored.count();
            }
        }
        return sum;
    }

    @Override
    public Optional<Integer> take() {
        return Optional.ofNullable(queue.pollFirst());
    }

    @Override
    public OptionalLong start(int part, String site, long now) {
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
    public void stored(int part, long count, long now) {
        after(JobBalancer.stored(job, part, at(now)));
    }

    @Override
    public void tick(long now) {
        after(JobBalancer.tick(job, at(now)));
    }

    private OptionalLong after(Turn turn) {
        job = turn.job();
        decisions.addAll(turn.decisions());
        for (var decision : turn.decisions()) {
            if (decision instanceof Decision.Queue more) queue.addAll(more.partitions());
            if (decision instanceof Decision.Withdraw fewer) queue.removeAll(fewer.partitions());
        }
        watch.accept(job);
        return turn.answer() instanceof Answer.Share share ? OptionalLong.of(share.count()) : OptionalLong.empty();
    }

    static Instant at(long second) {
        return NOON.plusSeconds(second);
    }

    @Override
    public long reportTime() {
        return job.goal().reportEvery().toSeconds();
    }

    @Override
    public boolean isOver() {
        return job.isComplete();
    }

    @Override
    public int parts() {
        return job.partitions().size();
    }
}
