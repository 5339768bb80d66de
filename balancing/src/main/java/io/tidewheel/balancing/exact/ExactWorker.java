package io.tidewheel.balancing.exact;

import java.util.ArrayList;
import java.util.List;

/**
 * What RUPER-LB knows of one worker. Moments are milliseconds since the origin of the task; counts are unsigned. Where the original works in double
 * precision and where it cuts to single shows in the last digits, so it is done in the same places here.
 *
 * @param assigned how many iterations it should have done in the end
 * @param done how many it had done at its last word
 * @param startedAt when it began
 * @param resumedAt when it began or last came back; its own seconds count from here
 * @param lastAt its last word
 */
public record ExactWorker(
        long assigned,
        boolean started,
        boolean finished,
        long done,
        long startedAt,
        long resumedAt,
        long lastAt,
        List<SpeedMeasure> measures) {
    private static final long NEVER = -1_000;

    public ExactWorker {
        measures = List.copyOf(measures);
    }

    /** One that has not begun. */
    static ExactWorker idle() {
        return new ExactWorker(0, false, false, 0, NEVER, NEVER, NEVER, List.of());
    }

    static ExactWorker startedAt(long at, long share) {
        return new ExactWorker(share, true, false, 0, at, at, at, List.of(new SpeedMeasure(0, 0)));
    }

    boolean isOpen() {
        return started && !finished;
    }

    float speed() {
        return measures.isEmpty() ? 0 : measures.getLast().speed();
    }

    static long seconds(long from, long to) {
        return (to - from) / 1_000;
    }

    long secondsSilent(long now) {
        return seconds(lastAt, now);
    }

    /** Comes back after a crash, or asks for its number once more: its counters stay. */
    ExactWorker resumed(long at) {
        var measured = measured(at, done);
        return new ExactWorker(assigned, true, finished, measured.done, startedAt, at, at, measured.measures);
    }

    /** The worker with the count {@code now}; unchanged if the moment is not at least a second after the last one. */
    ExactWorker measured(long at, long count) {
        if (at <= lastAt || at < startedAt || seconds(lastAt, at) < 1) return this;
        boolean fresh = speed() == 0;
        if (fresh && UnsignedCount.less(count, done)) return this;
        float speed = fresh ? pace(count, at) : speed() * factor(count, at);
        return new ExactWorker(
                assigned,
                started,
                finished,
                count,
                startedAt,
                resumedAt,
                at,
                with(new SpeedMeasure(seconds(startedAt, at), speed)));
    }

    /** A first speed divides two single-precision numbers; only what follows is reckoned in double precision. */
    private float pace(long count, long at) {
        return UnsignedCount.toFloat(count - done) / (float) seconds(lastAt, at);
    }

    /** By how much the speed has changed. Without progress it decays with the age of the worker instead of falling to zero. */
    private float factor(long count, long at) {
        if (UnsignedCount.less(done, count)) {
            return (float) (UnsignedCount.toDouble(count - done) / ((double) seconds(lastAt, at) * speed()));
        }
        if (done == 0) return 0;
        double before =
                UnsignedCount.toDouble(done) / Math.max(1, measures.getLast().seconds());
        return (float) (UnsignedCount.toDouble(count) / seconds(startedAt, at) / before);
    }

    /** The worker when it has ended: its last speed is noted again, with the time of the end. */
    ExactWorker closed(long now) {
        return new ExactWorker(
                assigned,
                started,
                true,
                done,
                startedAt,
                resumedAt,
                lastAt,
                with(new SpeedMeasure(seconds(startedAt, now), speed())));
    }

    ExactWorker assigned(long count) {
        return new ExactWorker(count, started, finished, done, startedAt, resumedAt, lastAt, measures);
    }

    /** What it may have done by now, if it went on as before: RUPER-LB supposes so even of finished workers. */
    long predicted(long now) {
        long silent = Math.max(0, secondsSilent(now));
        return done + UnsignedCount.cut(speed() * (float) silent);
    }

    private List<SpeedMeasure> with(SpeedMeasure last) {
        var all = new ArrayList<>(measures);
        all.add(last);
        return all;
    }
}
