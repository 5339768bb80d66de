package io.tidewheel.server.endpoints.rest.report;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * How values are spread: how many, the least, the greatest, the mean, and quantiles. Of many values an even choice is kept, so that it
 * never takes more room than {@link #KEPT}.
 */
public final class ValueDistribution {
    public static final int KEPT = 10_000;

    private final RandomGenerator random;
    private double[] kept = new double[64];
    private long count;
    private double sum;
    private double least = Double.POSITIVE_INFINITY;
    private double greatest = Double.NEGATIVE_INFINITY;

    public ValueDistribution(RandomGenerator random) {
        this.random = random;
    }

    public void add(double value) {
        count++;
        sum += value;
        least = Math.min(least, value);
        greatest = Math.max(greatest, value);
        if (count <= KEPT) {
            if (count > kept.length) kept = Arrays.copyOf(kept, Math.min(KEPT, kept.length * 2));
            kept[(int) count - 1] = value;
            return;
        }
        // Each value has the same chance to be among those that are kept.
        long place = random.nextLong(count);
        if (place < KEPT) kept[(int) place] = value;
    }

    public long count() {
        return count;
    }

    public double least() {
        return count == 0 ? 0 : least;
    }

    public double greatest() {
        return count == 0 ? 0 : greatest;
    }

    public double sum() {
        return sum;
    }

    public double mean() {
        return count == 0 ? 0 : sum / count;
    }

    /** The values below which these parts of all values are, between neighbours in proportion. */
    public double[] quantiles(double... parts) {
        int size = (int) Math.min(count, kept.length);
        var sorted = Arrays.copyOf(kept, size);
        Arrays.sort(sorted);
        return Arrays.stream(parts).map(part -> quantile(sorted, part)).toArray();
    }

    private static double quantile(double[] sorted, double part) {
        if (sorted.length == 0) return 0;
        double place = part * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
    }
}
