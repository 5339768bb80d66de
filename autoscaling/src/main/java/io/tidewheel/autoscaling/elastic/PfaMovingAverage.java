package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.PolicyMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The Performance-Feedback Autoscaler with moving averages: buys machine types in the ratio of their throughput over the last intervals, as
 * many as the coming waves of the work keep busy or the budget allows.
 *
 * @param intervals how many intervals before the last one are looked at
 */
public record PfaMovingAverage(int intervals, PfaOptions options) implements OwnerPolicy {
    /** The throughput per type in the last intervals, the newest first. */
    public record ThroughputMemory(List<List<Double>> throughput) implements PolicyMemory {
        public ThroughputMemory {
            throughput = throughput.stream().map(List::copyOf).toList();
        }
    }

    public PfaMovingAverage {
        if (intervals < 0) throw new IllegalArgumentException("intervals is at least 0, not " + intervals);
    }

    @Override
    public OwnerPlan decide(OwnerObservation seen) {
        var past = past(seen);
        var counting =
                past.stream().filter(each -> Arrays.stream(each).sum() > 0).toList();
        double mean =
                counting.stream().flatMapToDouble(Arrays::stream).average().orElse(0);
        var ahead = LookAhead.into(seen.workflows(), PfaDecision.depth(mean));
        var memory = new ThroughputMemory(
                past.stream().map(each -> Arrays.stream(each).boxed().toList()).toList());
        return new PfaDecision(
                        seen, shares(counting, seen.types().size()), PfaDecision.demand(ahead, seen, mean), options)
                .plan(memory);
    }

    private List<double[]> past(OwnerObservation seen) {
        var past = new ArrayList<double[]>();
        past.add(TypeThroughput.of(seen));
        // After the types have changed, what was remembered speaks of others.
        if (seen.memory() instanceof ThroughputMemory(var known)) {
            known.stream()
                    .limit(intervals)
                    .filter(each -> each.size() == seen.types().size())
                    .map(each -> each.stream().mapToDouble(Double::doubleValue).toArray())
                    .forEach(past::add);
        }
        return past;
    }

    private static double[] shares(List<double[]> counting, int types) {
        var shares = new double[types];
        for (var each : counting) {
            var instant = TypeThroughput.shares(each);
            for (int type = 0; type < types; type++) shares[type] += instant[type] / counting.size();
        }
        boolean oneIsUnknown = Arrays.stream(shares).anyMatch(share -> share == 0);
        return oneIsUnknown ? TypeThroughput.equalShares(types) : shares;
    }
}
