package io.tidewheel.engine;

import java.util.concurrent.atomic.LongAdder;

/** How durations are distributed: counted in classes that are fixed from the beginning. Recording is cheap; any thread may read. */
public final class Histogram {
    private final double[] boundsSeconds;
    private final long[] boundsNanos;
    private final LongAdder[] counts;
    private final LongAdder nanos = new LongAdder();

    /** @param boundsSeconds the upper bounds of the classes, ascending; what is above all of them has a class of its own */
    public Histogram(double... boundsSeconds) {
        this.boundsSeconds = boundsSeconds.clone();
        this.boundsNanos = new long[boundsSeconds.length];
        this.counts = new LongAdder[boundsSeconds.length + 1];
        for (int i = 0; i < boundsSeconds.length; i++) boundsNanos[i] = (long) (boundsSeconds[i] * 1e9);
        for (int i = 0; i < counts.length; i++) counts[i] = new LongAdder();
    }

    public void record(long tookNanos) {
        long took = Math.max(0, tookNanos);
        int i = 0;
        while (i < boundsNanos.length && took > boundsNanos[i]) i++;
        counts[i].increment();
        nanos.add(took);
    }

    public int classes() {
        return boundsSeconds.length;
    }

    public double boundSeconds(int i) {
        return boundsSeconds[i];
    }

    /** How many were at most as long as bound {@code i}; all of them if {@code i} is {@link #classes}. */
    public long countUpTo(int i) {
        long sum = 0;
        for (int each = 0; each <= i; each++) sum += counts[each].sum();
        return sum;
    }

    public long count() {
        return countUpTo(classes());
    }

    public double sumSeconds() {
        return nanos.sum() / 1e9;
    }
}
