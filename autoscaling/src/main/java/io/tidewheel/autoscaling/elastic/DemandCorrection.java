package io.tidewheel.autoscaling.elastic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Fits the machines that the whole budget buys to the demand: scales down if they are too many, and inflates if they are too few, by
 * spending what is left and by giving dear machines for several cheaper ones. Never costs more than the budget.
 *
 * @param machines by type
 * @param steps what was done, for people
 */
public record DemandCorrection(List<Integer> machines, List<String> steps) {
    /** What rounding errors of sums of prices may amount to. */
    static final double EPSILON = 1e-9;

    public DemandCorrection {
        machines = List.copyOf(machines);
        steps = List.copyOf(steps);
    }

    /** How many machines of each type the whole budget buys in these shares. */
    public static int[] affordable(double[] shares, double[] prices, double budget) {
        double priceOfOne = 0;
        for (int type = 0; type < shares.length; type++) priceOfOne += shares[type] * prices[type];
        var counts = new int[shares.length];
        for (int type = 0; type < shares.length; type++)
            counts[type] = (int) Math.floor(budget * shares[type] / priceOfOne + EPSILON);
        return counts;
    }

    /**
     * Corrects.
     *
     * @param available how many machines of each type can be had at most
     * @param demand how many machines have something to do
     */
    public static DemandCorrection of(int[] affordable, double[] prices, double budget, int[] available, long demand) {
        var counts = new int[affordable.length];
        Arrays.setAll(counts, type -> Math.min(affordable[type], available[type]));
        var steps = new ArrayList<String>();
        long total = Arrays.stream(counts).asLongStream().sum();
        if (total > demand) {
            steps.add("scale down");
            for (int type = 0; type < counts.length; type++)
                counts[type] = (int) Math.ceilDiv(demand * counts[type], total);
        } else {
            new Inflation(counts, prices, budget, available, demand, steps).inflate();
        }
        return new DemandCorrection(Arrays.stream(counts).boxed().toList(), steps);
    }

    private static final class Inflation {
        private final int[] counts;
        private final double[] prices;
        private final int[] available;
        private final long demand;
        private final List<String> steps;
        private final int[] cheapestFirst;
        private double left;
        private long total;

        Inflation(int[] counts, double[] prices, double budget, int[] available, long demand, List<String> steps) {
            this.counts = counts;
            this.prices = prices;
            this.available = available;
            this.demand = demand;
            this.steps = steps;
            this.cheapestFirst = IntStream.range(0, prices.length)
                    .boxed()
                    .sorted(Comparator.comparingDouble(type -> prices[type]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            left = budget;
            for (int type = 0; type < counts.length; type++) {
                left -= prices[type] * counts[type];
                total += counts[type];
            }
        }

        void inflate() {
            spendWhatIsLeft();
            boolean changed = true;
            while (changed) {
                changed = false;
                for (int place = 1; place < cheapestFirst.length; place++) changed |= exchange(place);
            }
        }

        private void spendWhatIsLeft() {
            int last = Math.max(1, cheapestFirst.length - 1);
            for (int place = 0; place < last; place++) {
                int type = cheapestFirst[place];
                int more = (int)
                        Math.min(Math.min(demand - total, bought(left, type)), (long) available[type] - counts[type]);
                if (more <= 0) continue;
                steps.add("add %d of type %d".formatted(more, type));
                counts[type] += more;
                total += more;
                left -= more * prices[type];
            }
        }

        private long bought(double money, int type) {
            return (long) Math.floor(money / prices[type] + EPSILON);
        }

        /** Gives machines of a type for more of the next cheaper one, while that brings at least one more. */
        private boolean exchange(int place) {
            int dear = cheapestFirst[place];
            int cheap = cheapestFirst[place - 1];
            boolean changed = false;
            while (total < demand && counts[dear] > 0) {
                long more = Math.min(bought(left + prices[dear], cheap), (long) available[cheap] - counts[cheap]);
                if (more < 2) break;
                steps.add("swap 1 of type %d for %d of type %d".formatted(dear, more, cheap));
                counts[dear]--;
                counts[cheap] += (int) more;
                total += more - 1;
                left += prices[dear] - more * prices[cheap];
                changed = true;
            }
            return changed;
        }
    }
}
