package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.PolicyMemory;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The Performance-Feedback Autoscaler with exponentially weighted averages: as {@link PfaMovingAverage}, but the past fades.
 *
 * @param memoryWeight how much of the former average stays after an interval, 0 to 1
 */
public record PfaExponential(double memoryWeight, PfaOptions options) implements OwnerPolicy {
    /**
     * The averages.
     *
     * @param throughput tasks per machine and interval; empty until something was completed
     */
    public record Averages(List<Double> shares, OptionalDouble throughput) implements PolicyMemory {
        public Averages {
            shares = List.copyOf(shares);
        }
    }

    public PfaExponential {
        if (!(memoryWeight >= 0 && memoryWeight <= 1))
            throw new IllegalArgumentException("memoryWeight is 0 to 1, not " + memoryWeight);
    }

    @Override
    public OwnerPlan decide(OwnerObservation seen) {
        int types = seen.types().size();
        var before = seen.memory() instanceof Averages known && known.shares().size() == types
                ? known
                : new Averages(boxed(TypeThroughput.equalShares(types)), OptionalDouble.empty());
        var now = TypeThroughput.of(seen);
        double mean = Arrays.stream(now).average().orElse(0);
        var throughput = smoothed(before.throughput(), mean);
        var shares = shares(before, now);
        var ahead = LookAhead.into(
                seen.workflows(), mean > 0 ? PfaDecision.depth(throughput.orElse(0)) : LookAhead.NO_LIMIT);
        double perMachine = mean > 0 && options.smoothDemand() ? throughput.orElse(0) : mean;
        return new PfaDecision(seen, shares, PfaDecision.demand(ahead, seen, perMachine), options)
                .plan(new Averages(boxed(shares), throughput));
    }

    private OptionalDouble smoothed(OptionalDouble before, double mean) {
        if (mean == 0) return before;
        return OptionalDouble.of(
                before.isEmpty() ? mean : memoryWeight * before.getAsDouble() + (1 - memoryWeight) * mean);
    }

    private double[] shares(Averages before, double[] now) {
        var known = before.shares().stream().mapToDouble(Double::doubleValue).toArray();
        if (options.hold() && Arrays.stream(now).sum() == 0) return known;
        if (Arrays.stream(now).anyMatch(each -> each == 0)) return TypeThroughput.equalShares(now.length);
        var instant = TypeThroughput.shares(now);
        var shares = new double[now.length];
        Arrays.setAll(shares, type -> memoryWeight * known[type] + (1 - memoryWeight) * instant[type]);
        return shares;
    }

    private static List<Double> boxed(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }
}
