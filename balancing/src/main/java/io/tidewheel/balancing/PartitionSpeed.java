package io.tidewheel.balancing;

import java.time.Duration;
import java.time.Instant;

/**
 * How fast a part is.
 *
 * @param perSecond iterations per second: measured, or supposed from others before the first measure
 * @param peak the fastest it has lately been
 * @param wobble by how much it usually differs from what was expected, as a fraction
 * @param since the moment up to which it is measured
 * @param count what was done by then
 * @param moved when its count last grew
 * @param longestStep the longest it took until its count grew, in seconds
 */
public record PartitionSpeed(
        double perSecond,
        double peak,
        double wobble,
        boolean measured,
        Instant since,
        long count,
        Instant moved,
        double longestStep) {
    /** Shorter intervals say little: a program reports when it has finished a batch. */
    private static final double SHORTEST_SECONDS = 1;

    private static final double PEAK_FADES = 0.8;

    /** How much of what was just seen goes into the wobble. */
    private static final double WOBBLE_LEARNS = 0.3;

    /** Some steps take longer than others; one that takes so many times the longest does not end any more. */
    private static final double LONGEST_STEPS = 3;

    /** One that keeps its pace. */
    PartitionSpeed(double perSecond, double peak, boolean measured, Instant since, long count) {
        this(perSecond, peak, 0, measured, since, count, since, 0);
    }

    public static PartitionSpeed supposed(double perSecond, Instant now) {
        return new PartitionSpeed(perSecond, perSecond, false, now, 0);
    }

    /** Whether there is at least a guess. */
    boolean isKnown() {
        return measured || perSecond > 0;
    }

    /** The speed of a partition whose counter begins anew: that it was fast before is still the best guess. */
    PartitionSpeed fromZero(Instant now) {
        return new PartitionSpeed(perSecond, peak, wobble, measured, now, 0, now, longestStep);
    }

    /** How long its count has not grown, in terms of the time after which that is too long: so many seconds, and much longer than it ever took. */
    double stillness(double patience, Instant now) {
        return seconds(moved, now) / Math.max(patience, LONGEST_STEPS * longestStep);
    }

    PartitionSpeed seen(long now, Instant at, double smoothing) {
        return now > count ? stepped(at).sampled(now, at, smoothing) : sampled(now, at, smoothing);
    }

    private PartitionSpeed stepped(Instant at) {
        double longest = Math.max(longestStep, seconds(moved, at));
        return new PartitionSpeed(perSecond, peak, wobble, measured, since, count, at, longest);
    }

    private PartitionSpeed sampled(long now, Instant at, double smoothing) {
        double seconds = seconds(since, at);
        if (seconds < SHORTEST_SECONDS) return this;
        double sample = (now - count) / seconds;
        double mean = measured ? smoothing * sample + (1 - smoothing) * perSecond : sample;
        double highest = Math.max(sample, measured ? PEAK_FADES * peak : 0);
        double wobbles = measured ? wobbled(sample) : 0;
        return new PartitionSpeed(mean, highest, wobbles, true, at, now, moved, longestStep);
    }

    private double wobbled(double sample) {
        double larger = Math.max(sample, perSecond);
        double surprise = larger > 0 ? Math.abs(sample - perSecond) / larger : 0;
        return WOBBLE_LEARNS * surprise + (1 - WOBBLE_LEARNS) * wobble;
    }

    static double seconds(Instant from, Instant to) {
        return to.getEpochSecond() - from.getEpochSecond() + (to.getNano() - from.getNano()) / 1e9;
    }

    static double seconds(Duration time) {
        return time.getSeconds() + time.getNano() / 1e9;
    }
}
