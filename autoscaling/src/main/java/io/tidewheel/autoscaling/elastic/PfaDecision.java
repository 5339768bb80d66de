package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.autoscaling.elastic.OwnerPlan.Limit;
import io.tidewheel.model.CountedNoun;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * What both forms of PFA do once they know the shares of the types and how many waves to look ahead: the machines that the budget buys are
 * fitted to the demand, then bought and let go.
 */
final class PfaDecision {
    private final OwnerObservation seen;
    private final double[] shares;
    private final long demand;
    private final PfaOptions options;

    /**
     * A decision.
     *
     * @param shares of the types, which sum up to one
     * @param demand how many machines have something to do in the next interval
     */
    PfaDecision(OwnerObservation seen, double[] shares, long demand, PfaOptions options) {
        this.seen = seen;
        this.shares = shares;
        this.demand = demand;
        this.options = options;
    }

    static long demand(LookAhead ahead, OwnerObservation seen, double throughputPerMachine) {
        if (throughputPerMachine > 0)
            return (long) Math.ceil(ahead.tasks() / throughputPerMachine - DemandCorrection.EPSILON);
        return Math.ceilDiv(ahead.widest(), slotsPerMachine(seen));
    }

    private static int slotsPerMachine(OwnerObservation seen) {
        return seen.types().stream().mapToInt(each -> each.type().slots()).min().orElse(1);
    }

    /** How many waves to look ahead. */
    static int depth(double throughputPerMachine) {
        if (throughputPerMachine <= 0) return LookAhead.NO_LIMIT;
        return (int) Math.min(LookAhead.NO_LIMIT, Math.ceil(throughputPerMachine - DemandCorrection.EPSILON));
    }

    OwnerPlan plan(PolicyMemory memory) {
        int types = seen.types().size();
        var prices = new double[types];
        Arrays.setAll(prices, seen::price);
        PricedTypes.check(seen);
        var affordable = DemandCorrection.affordable(shares, prices, seen.money());
        var corrected = DemandCorrection.of(affordable, prices, seen.money(), available(), demand);
        var targets = corrected.machines().stream().mapToInt(Integer::intValue).toArray();
        var changes = new FleetChanges(seen);
        changes.releaseDownTo(targets, Duration.ZERO);
        changes.buyUpTo(
                targets,
                "there is something to do for %s in the next interval".formatted(CountedNoun.of(demand, "machine")));
        var limit = limit(targets, changes);
        return new OwnerPlan(
                corrected.machines(),
                changes.purchases(),
                changes.releases(),
                limit,
                why(affordable, corrected),
                new TaskPlacement.InOrder(),
                memory);
    }

    private int[] available() {
        var available = new int[seen.types().size()];
        Arrays.setAll(
                available,
                type -> options.capAware()
                        ? seen.reserved(type) + seen.types().get(type).free()
                        : Integer.MAX_VALUE);
        return available;
    }

    private Limit limit(int[] targets, FleetChanges changes) {
        if (demand == 0) return Limit.NO_WORK;
        if (PricedTypes.cannotBuyOne(seen)) return Limit.BUDGET_TOO_SMALL;
        if (changes.systemIsShort()) return Limit.SYSTEM;
        boolean enough = Arrays.stream(targets).sum() >= demand;
        if (enough && !changes.moneyIsShort()) return Limit.DEMAND;
        return isAtSystemLimit(targets) ? Limit.SYSTEM : Limit.BUDGET;
    }

    private boolean isAtSystemLimit(int[] targets) {
        if (!options.capAware()) return false;
        var available = available();
        for (int type = 0; type < targets.length; type++) if (targets[type] < available[type]) return false;
        return true;
    }

    private String why(int[] affordable, DemandCorrection corrected) {
        var text = new StringBuilder("shares ");
        appendShares(text);
        text.append(": the budget of ").append(seen.budget()).append(" buys ");
        appendCounts(text, Arrays.stream(affordable).boxed().toList());
        text.append(", ").append(demand).append(demand == 1 ? " machine has" : " machines have");
        text.append(" something to do; there should be ");
        appendCounts(text, corrected.machines());
        return text.toString();
    }

    private void appendShares(StringBuilder text) {
        for (int type = 0; type < shares.length; type++) {
            if (type > 0) text.append(" : ");
            text.append(Math.round(shares[type] * 1_000) / 1_000.0);
        }
    }

    private void appendCounts(StringBuilder text, List<Integer> counts) {
        for (int type = 0; type < counts.size(); type++) {
            if (type > 0) text.append(" + ");
            text.append(counts.get(type))
                    .append(' ')
                    .append(seen.types().get(type).type().name());
        }
    }
}
