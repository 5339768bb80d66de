package io.tidewheel.balancing.simulation;

import io.tidewheel.balancing.exact.Code;
import io.tidewheel.balancing.exact.ExactJob;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalLong;

/** TaScaaS as it is: newest part first, and what is handed out is forgotten. */
final class ExactBrain implements Brain {
    private final ArrayDeque<Integer> queue = new ArrayDeque<>();
    private final long reportTime;
    private ExactJob job;

    ExactBrain(long total, long target, int partitions, int most) {
        job = ExactJob.of(total, target, partitions, most);
        reportTime = ExactJob.reportTime(target);
        for (int i = 0; i < partitions; i++) queue.addLast(i);
    }

    @Override
    public Optional<Integer> take() {
        return Optional.ofNullable(queue.pollLast());
    }

    @Override
    public OptionalLong start(int part, String site, long now) {
        return answer(job.start(part, 0, now * 1_000));
    }

    @Override
    public OptionalLong report(int part, long count, long age, long now) {
        return answer(job.report(part, count, age, now * 1_000));
    }

    @Override
    public void finish(int part, long count, long age, long now) {
        answer(job.finish(part, count, age, now * 1_000));
    }

    private OptionalLong answer(ExactJob.Called called) {
        int before = job.rows().size();
        job = called.job();
        for (int i = 0; i < called.newPartitions(); i++) queue.addLast(before + i);
        return called.code() == Code.OK && !called.fails() ? OptionalLong.of(called.assigned()) : OptionalLong.empty();
    }

    @Override
    public void stored(int part, long count, long now) {}

    @Override
    public void tick(long now) {}

    @Override
    public long reportTime() {
        return reportTime;
    }

    @Override
    public boolean isOver() {
        return queue.isEmpty();
    }

    @Override
    public int parts() {
        return job.rows().size();
    }
}
