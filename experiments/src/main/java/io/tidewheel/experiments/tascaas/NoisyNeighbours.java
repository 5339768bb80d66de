package io.tidewheel.experiments.tascaas;

import java.util.SplittableRandom;

/**
 * Noisy neighbours, which take from a slot what the hardware would give it.
 *
 * @param flicker how much a slot's speed changes from minute to minute: 0.1 is up to a tenth either way
 * @param chance that in a minute one moves in with a slot that has none
 * @param leaves the least and the most that one leaves of the speed
 * @param stays the least and the most time that one stays, in minutes
 */
record NoisyNeighbours(double flicker, double chance, Range leaves, Range stays) {
    private static final int MINUTES = 1_700;

    record Range(double least, double most) {
        double draw(SplittableRandom random) {
            return least < most ? random.nextDouble(least, most) : least;
        }
    }

    static final NoisyNeighbours NONE = new NoisyNeighbours(0, 0, new Range(1, 1), new Range(1, 1));

    /** Some flicker, and each slot has a neighbour for about a third of the time who takes between a fifth and two thirds. */
    static final NoisyNeighbours USUAL = new NoisyNeighbours(0.1, 0.04, new Range(0.35, 0.8), new Range(5, 20));

    /** Neighbours that stay for long and take much. */
    static final NoisyNeighbours STUBBORN = new NoisyNeighbours(0.1, 0.004, new Range(0.25, 0.5), new Range(40, 120));

    /** Slots of a site that would do {@code usual} iterations per second each if they were alone. */
    SlotSpeed around(double usual, int slots, long seed) {
        var random = new SplittableRandom(seed);
        var factors = new double[slots][];
        for (int slot = 0; slot < slots; slot++) factors[slot] = factors(random);
        return (slot, second) -> usual * factors[slot][(int) Math.min(second / 60, MINUTES - 1)];
    }

    private double[] factors(SplittableRandom random) {
        var factors = new double[MINUTES];
        double left = 1;
        double until = 0;
        for (int minute = 0; minute < MINUTES; minute++) {
            if (minute >= until) {
                left = 1;
                if (random.nextDouble() < chance) {
                    left = leaves.draw(random);
                    until = minute + stays.draw(random);
                }
            }
            factors[minute] = left * (1 + flicker * (2 * random.nextDouble() - 1));
        }
        return factors;
    }
}
