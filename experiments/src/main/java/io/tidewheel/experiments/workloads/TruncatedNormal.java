package io.tidewheel.experiments.workloads;

import java.util.random.RandomGenerator;

/**
 * Numbers around a mean, never further from it than half of it: a normal distribution that was cut there. What is given is the standard
 * deviation after the cut, for that is what was published; the one before it is found by halving.
 */
record TruncatedNormal(double mean, double widthBeforeCut) {
    private static final int TRIES = 100;
    private static final int HALVINGS = 60;
    /** From this width on a normal distribution that is cut is taken for flat: it is much wider than its cut. */
    private static final double FLAT = 20;

    static TruncatedNormal of(double mean, double deviation) {
        double half = mean / 2;
        double low = 0;
        double high = half * FLAT;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (deviationAfterCut(middle, half) < deviation) low = middle;
            else high = middle;
        }
        return new TruncatedNormal(mean, high);
    }

    double draw(RandomGenerator random) {
        for (int i = 0; i < TRIES; i++) {
            double distance = random.nextGaussian() * widthBeforeCut;
            if (Math.abs(distance) <= mean / 2) return mean + distance;
        }
        return mean + (random.nextDouble() - 0.5) * mean;
    }

    private static double deviationAfterCut(double width, double half) {
        if (width == 0) return 0;
        double a = half / width;
        double density = Math.exp(-a * a / 2) / Math.sqrt(2 * Math.PI);
        return width * Math.sqrt(Math.max(0, 1 - 2 * a * density / within(a)));
    }

    /** How much of a normal distribution lies within so many deviations: the integral of its density, by Simpson's rule. */
    private static double within(double a) {
        int steps = 200;
        double sum = 0;
        for (int i = 0; i <= steps; i++) {
            double x = -a + 2 * a * i / steps;
            int weight = i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2;
            sum += weight * Math.exp(-x * x / 2);
        }
        return sum * (2 * a / steps) / 3 / Math.sqrt(2 * Math.PI);
    }
}
