package io.tidewheel.experiments.cluster;

import java.util.Arrays;

/** What one fair scheduler over all would give: nobody gets more than asked for, and who asks for more than an equal part gets as much as all such. */
final class EqualShares {
    private EqualShares() {}

    static double[] of(double[] demands, double capacity) {
        var shares = new double[demands.length];
        double left = capacity;
        int hungry = demands.length;
        var order = Arrays.stream(demands).sorted().toArray();
        double level = Double.MAX_VALUE;
        for (double demand : order) {
            double equal = left / hungry;
            if (demand > equal) {
                level = equal;
                break;
            }
            left -= demand;
            hungry--;
        }
        for (int i = 0; i < demands.length; i++) shares[i] = Math.min(demands[i], level);
        return shares;
    }

    /** How much of all is with others than it would be: 0 if all have their share, 1 if nobody has anything of it. */
    static double misplaced(double[] actual, double[] ideal) {
        double apart = 0;
        double sum = 0;
        for (int i = 0; i < actual.length; i++) {
            apart += Math.max(0, ideal[i] - actual[i]);
            sum += ideal[i];
        }
        return sum == 0 ? 0 : apart / sum;
    }
}
