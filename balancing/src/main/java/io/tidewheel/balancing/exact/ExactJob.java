package io.tidewheel.balancing.exact;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

/**
 * A job as TaScaaS's functions treat it. The balancer is loaded afresh for each call, with nothing marked as done; of what it decides only the row of
 * the caller is kept, and after a report of the last partition more of them may be asked for. A value; moments are milliseconds of any clock.
 *
 * @param target seconds from the first call to the wanted end
 * @param origin the first call, once there was one
 * @param rows one for each partition; their moments count from the origin
 */
public record ExactJob(
        long total, long target, long threshold, int mostPartitions, OptionalLong origin, List<ExactWorker> rows) {
    /** A job without a target time has this one instead. */
    public static final long NO_TARGET = 1_000_000_000L;

    private static final long SHORTEST_REPORT_TIME = 20;

    /**
     * What a call has led to.
     *
     * @param code 0, or what the balancer refused it with
     * @param newPartitions how many rows were added, and have to be queued
     * @param fails whether the original's function dies here, after it has written the row: it divides by the time that is left
     */
    public record Called(ExactJob job, int code, long assigned, long eta, int newPartitions, boolean fails) {}

    public ExactJob {
        if (target < 1) throw new IllegalArgumentException("the target is at least 1 s, not " + target);
        if (rows.isEmpty()) throw new IllegalArgumentException("a job has at least 1 partition");
        rows = List.copyOf(rows);
    }

    /** A new job; {@code target} of zero or less means none. */
    public static ExactJob of(long total, long target, int partitions, int mostPartitions) {
        var idle = Collections.nCopies(Math.min(partitions, mostPartitions), ExactWorker.idle());
        long seconds = target > 0 ? target : NO_TARGET;
        return new ExactJob(total, seconds, 2 * reportTime(target), mostPartitions, OptionalLong.empty(), idle);
    }

    /** How often partitions report, in seconds. */
    public static long reportTime(long target) {
        return target > 0 ? Math.max(target / 20, SHORTEST_REPORT_TIME) : NO_TARGET;
    }

    public Called start(int index, long elapsedSeconds, long now) {
        var called = begun(now);
        var outcome = called.loaded().start(index, elapsedSeconds, called.age(now));
        return called.kept(index, outcome);
    }

    public Called report(int index, long count, long elapsedSeconds, long now) {
        var called = begun(now);
        var outcome = called.loaded().report(index, count, elapsedSeconds, called.age(now));
        boolean decides = index == rows.size() - 1 && rows.get(index).measures().size() > 2;
        var kept = called.kept(index, outcome);
        return kept.code == RuperCode.OK && decides ? kept.job.grown(kept, count, now) : kept;
    }

    public Called finish(int index, long count, long elapsedSeconds, long now) {
        var called = begun(now);
        var outcome = called.loaded().finish(index, count, elapsedSeconds, called.age(now));
        var kept = called.kept(index, outcome);
        if (kept.code != RuperCode.OK) return kept;
        var row = kept.job.rows.get(index);
        var closed = new ExactWorker(
                count, true, true, count, row.startedAt(), row.resumedAt(), row.lastAt(), row.measures());
        return new Called(kept.job.with(index, closed), RuperCode.OK, count, kept.eta, 0, false);
    }

    private ExactJob begun(long now) {
        return origin.isPresent()
                ? this
                : new ExactJob(total, target, threshold, mostPartitions, OptionalLong.of(now), rows);
    }

    private long age(long now) {
        return now - origin.orElse(now);
    }

    private ExactTask loaded() {
        return new ExactTask(total, total, target, threshold, true, false, rows);
    }

    private Called kept(int index, ExactTask.Outcome outcome) {
        if (outcome.code() != RuperCode.OK) return new Called(this, outcome.code(), 0, 0, 0, false);
        var decided = outcome.task().workers().get(index);
        var measures = new ArrayList<>(rows.get(index).measures());
        measures.add(decided.measures().getLast());
        var row = new ExactWorker(
                decided.assigned(),
                decided.started(),
                decided.finished(),
                decided.done(),
                decided.startedAt(),
                decided.resumedAt(),
                decided.lastAt(),
                measures);
        return new Called(
                with(index, row), RuperCode.OK, row.assigned(), outcome.task().eta(), 0, false);
    }

    /** Adds partitions if the estimate lies beyond the target, always at least one. */
    private Called grown(Called kept, long count, long now) {
        long left = Math.max(0, target - age(now) / 1_000);
        if (kept.eta <= left) return kept;
        if (left == 0) return new Called(this, RuperCode.OK, kept.assigned, kept.eta, 0, true);
        double wanted = Math.floor(((double) kept.eta / left - 1) * rows.size()) + 1;
        int added = (int) Math.min(wanted, mostPartitions - rows.size());
        var more = new ArrayList<>(rows);
        more.addAll(Collections.nCopies(added, ExactWorker.idle().assigned(count)));
        var job = new ExactJob(total, target, threshold, mostPartitions, origin, more);
        return new Called(job, RuperCode.OK, kept.assigned, kept.eta, added, false);
    }

    private ExactJob with(int index, ExactWorker row) {
        var next = new ArrayList<>(rows);
        next.set(index, row);
        return new ExactJob(total, target, threshold, mostPartitions, origin, next);
    }
}
