package io.tidewheel.autoscaling.elastic;

import java.util.Arrays;

/** How many tasks a machine of each type completed in the interval that has just ended. */
final class TypeThroughput {
    private TypeThroughput() {}

    static double[] of(OwnerObservation seen) {
        var completed = new double[seen.types().size()];
        for (var ended : seen.ended()) if (ended.type() < completed.length) completed[ended.type()] += ended.count();
        for (int type = 0; type < completed.length; type++) {
            int machines = seen.types().get(type).reservedLately();
            completed[type] = machines == 0 ? 0 : completed[type] / machines;
        }
        return completed;
    }

    static double[] shares(double[] throughput) {
        double sum = Arrays.stream(throughput).sum();
        return Arrays.stream(throughput).map(each -> sum > 0 ? each / sum : 0).toArray();
    }

    static double[] equalShares(int types) {
        var shares = new double[types];
        Arrays.fill(shares, 1.0 / types);
        return shares;
    }
}
