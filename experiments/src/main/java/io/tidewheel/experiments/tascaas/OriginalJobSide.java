package io.tidewheel.experiments.tascaas;

import io.tidewheel.balancing.exact.ExactJob;
import io.tidewheel.balancing.exact.RuperCode;
import java.util.ArrayDeque;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** TaScaaS as it is: the newest part first, and what is handed out is forgotten. */
final class OriginalJobSide implements JobSide {
    private static final long MILLIS = 1_000;

    private record Waiting(int part, long since) {}

    private final ArrayDeque<Waiting> queue = new ArrayDeque<>();
    private final long reportTime;
    private ExactJob job;
    private OptionalDouble eta = OptionalDouble.empty();
    private int running;

    OriginalJobSide(SimJobSpec plan) {
        job = ExactJob.of(plan.iterations(), plan.target(), plan.partitions(), plan.mostPartitions());
        reportTime = ExactJob.reportTime(plan.target());
        for (int i = 0; i < plan.partitions(); i++) queue.addLast(new Waiting(i, plan.submitted()));
    }

    @Override
    public OptionalInt take(long now) {
        return queue.isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(queue.removeLast().part());
    }

    @Override
    public int waiting() {
        return queue.size();
    }

    @Override
    public long waitingSince() {
        return queue.getLast().since();
    }

    @Override
    public int running() {
        return running;
    }

    @Override
    public OptionalLong start(int part, String site, long now) {
        running++;
        return answer(job.start(part, 0, now * MILLIS), now);
    }

    @Override
    public OptionalLong report(int part, long count, long age, long now) {
        return answer(job.report(part, count, age, now * MILLIS), now);
    }

    @Override
    public void finish(int part, long count, long age, long now) {
        running--;
        answer(job.finish(part, count, age, now * MILLIS), now);
    }

    private OptionalLong answer(ExactJob.Called called, long now) {
        int before = job.rows().size();
        job = called.job();
        for (int i = 0; i < called.newPartitions(); i++) queue.addLast(new Waiting(before + i, now));
        if (called.code() != RuperCode.OK || called.fails()) return OptionalLong.empty();
        eta = OptionalDouble.of((double) called.eta());
        return OptionalLong.of(called.assigned());
    }

    @Override
    public boolean stored(int part, long now) {
        return true;
    }

    @Override
    public void died(int part, long now) {
        running--;
    }

    @Override
    public void tick(long now) {}

    @Override
    public long reportTime() {
        return reportTime;
    }

    @Override
    public OptionalDouble estimate(long now) {
        return eta;
    }

    @Override
    public boolean isOver() {
        return queue.isEmpty();
    }

    @Override
    public boolean isUrgent() {
        return true;
    }
}
