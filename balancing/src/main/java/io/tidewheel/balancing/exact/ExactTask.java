package io.tidewheel.balancing.exact;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * RUPER-LB's state and what each instruction makes of it. A value: nothing here reads a clock; moments are milliseconds since the task's origin.
 *
 * @param total iterations wanted; unsigned, like all counts here
 * @param remaining total less what was done at the last balance
 * @param eta estimated seconds to the end
 * @param threshold seconds: a worker silent for longer is left out, and with less than half of it to go shares stay as they are
 */
public record ExactTask(
        long total,
        long remaining,
        long eta,
        long threshold,
        boolean started,
        boolean finished,
        List<ExactWorker> workers) {
    /** The original's table has no end; a slip of the keyboard must not fill the memory. */
    public static final int MOST_WORKERS = 1_000_000;

    private static final long ETA_UNKNOWN = 100_000_000_000L;
    private static final long ETA_NEVER = 1_000_000_000_000_000L;

    /** What became of an instruction. */
    public record Outcome(ExactTask task, int code) {}

    public ExactTask {
        workers = List.copyOf(workers);
    }

    public static ExactTask of(long total, int workers, long threshold) {
        if (total == 0) throw new IllegalArgumentException("a task has at least 1 iteration");
        if (workers < 1 || workers > MOST_WORKERS) {
            throw new IllegalArgumentException("a task has 1 to %d workers, not %d".formatted(MOST_WORKERS, workers));
        }
        if (threshold < 1) throw new IllegalArgumentException("the threshold is at least 1 s, not " + threshold);
        var idle = Collections.nCopies(workers, ExactWorker.idle());
        return new ExactTask(total, total, ETA_UNKNOWN, threshold, false, false, idle);
    }

    /** Instruction 2: a worker begins, or comes back. */
    public Outcome start(long index, long elapsedSeconds, long now) {
        if (index < 0 || index >= MOST_WORKERS) return refused(RuperCode.WORKER_RANGE);
        var grown = grownTo((int) index + 1);
        var worker = grown.workers.get((int) index);
        long at = now - millis(elapsedSeconds);
        var begun = worker.started()
                ? worker.resumed(at)
                : ExactWorker.startedAt(at, Long.divideUnsigned(remaining, grown.workers.size()));
        var task = grown.with((int) index, begun);
        return new Outcome(
                new ExactTask(task.total, task.remaining, task.eta, threshold, true, task.finished, task.workers),
                RuperCode.OK);
    }

    /** Instruction 1: a worker tells its count, and learns its share. */
    public Outcome report(long index, long count, long elapsedSeconds, long now) {
        if (!has(index)) return refused(RuperCode.WORKER_RANGE);
        var worker = workers.get((int) index);
        long at = worker.resumedAt() + millis(elapsedSeconds);
        if (!worker.started() || ExactWorker.seconds(worker.lastAt(), at) <= 0) return refused(RuperCode.NOT_STARTED);
        if (worker.finished()) return refused(RuperCode.WORKER_FINISHED);
        var measured = with((int) index, worker.measured(at, count));
        if (finished) return new Outcome(measured, RuperCode.TASK_FINISHED);
        boolean known = measured.workers.get((int) index).measures().size() > 2;
        return new Outcome(known ? measured.balanced(now) : measured, RuperCode.OK);
    }

    /** Instruction 3: a worker is done. */
    public Outcome finish(long index, long count, long elapsedSeconds, long now) {
        if (!has(index)) return refused(RuperCode.WORKER_RANGE);
        var worker = workers.get((int) index);
        if (!worker.started()) return refused(RuperCode.NOT_STARTED);
        if (worker.finished()) return refused(RuperCode.WORKER_FINISHED);
        long at = worker.resumedAt() + millis(elapsedSeconds);
        var closed = with((int) index, worker.measured(at, count).closed(now));
        if (finished) return new Outcome(closed, RuperCode.TASK_FINISHED);
        boolean others = closed.workers.stream().anyMatch(ExactWorker::isOpen);
        return new Outcome(others ? closed.balanced(now) : closed, RuperCode.OK);
    }

    public boolean has(long index) {
        return index >= 0 && index < workers.size();
    }

    /** New shares for all who were heard of lately, in the ratio of their last speeds. */
    private ExactTask balanced(long now) {
        float speeds = 0;
        long done = 0;
        long predicted = 0;
        for (var worker : workers) {
            if (isPresent(worker, now)) speeds += worker.speed();
            done += worker.done();
            if (!worker.measures().isEmpty()) predicted += worker.predicted(now);
        }
        if (!UnsignedCount.less(done, total)) return allDone();
        long left = total - done;
        if (!(speeds > 0)) return new ExactTask(total, left, ETA_NEVER, threshold, started, finished, workers);
        long toGo = UnsignedCount.less(predicted, total)
                ? UnsignedCount.cut(UnsignedCount.toDouble(total - predicted) / speeds)
                : 0;
        var estimated = new ExactTask(total, left, toGo, threshold, started, finished, workers);
        return UnsignedCount.less(toGo, threshold / 2) ? estimated : estimated.shared(speeds, now);
    }

    private ExactTask shared(float speeds, long now) {
        var next = new ArrayList<ExactWorker>(workers.size());
        for (var worker : workers) {
            if (isPresent(worker, now)) {
                long share = UnsignedCount.cut(UnsignedCount.toFloat(remaining) * (worker.speed() / speeds));
                long least = workers.size();
                next.add(worker.assigned(worker.done() + (UnsignedCount.less(share, least) ? least : share)));
            } else {
                next.add(worker);
            }
        }
        return new ExactTask(total, remaining, eta, threshold, started, finished, next);
    }

    private ExactTask allDone() {
        var next = workers.stream()
                .map(worker -> worker.isOpen() ? worker.assigned(worker.done()) : worker)
                .toList();
        return new ExactTask(total, 0, 0, threshold, started, true, next);
    }

    private boolean isPresent(ExactWorker worker, long now) {
        return worker.isOpen() && worker.secondsSilent(now) <= threshold;
    }

    private ExactTask grownTo(int size) {
        if (size <= workers.size()) return this;
        var more = new ArrayList<>(workers);
        more.addAll(Collections.nCopies(size - workers.size(), ExactWorker.idle()));
        return new ExactTask(total, remaining, eta, threshold, started, finished, more);
    }

    private ExactTask with(int index, ExactWorker worker) {
        var next = new ArrayList<>(workers);
        next.set(index, worker);
        return new ExactTask(total, remaining, eta, threshold, started, finished, next);
    }

    private Outcome refused(int code) {
        return new Outcome(this, code);
    }

    /** Saturated: a time of 10^18 seconds is as wrong as one of 10^15, and must not turn into one of minus five. */
    private static long millis(long seconds) {
        long most = Long.MAX_VALUE / 8_000;
        return Math.clamp(seconds, -most, most) * 1_000;
    }
}
