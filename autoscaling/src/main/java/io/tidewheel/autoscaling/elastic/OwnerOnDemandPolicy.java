package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.autoscaling.elastic.OwnerPlan.Limit;
import io.tidewheel.model.CountedNoun;
import java.time.Duration;
import java.util.Arrays;

/**
 * A machine for every task that could start and has none, at once, of the first type that can be had; and none that has been idle for a
 * while. What {@link io.tidewheel.autoscaling.OnDemandPolicy} does for a whole fleet, within the budget of one owner.
 */
public record OwnerOnDemandPolicy(Duration idleTimeout) implements OwnerPolicy {
    public OwnerOnDemandPolicy {
        if (idleTimeout.isNegative()) throw new IllegalArgumentException("idleTimeout is not negative");
    }

    @Override
    public boolean actsOnNews() {
        return true;
    }

    @Override
    public OwnerPlan decide(OwnerObservation seen) {
        var changes = new FleetChanges(seen);
        long waiting = QueueCounts.length(seen);
        long needed = waiting + QueueCounts.running(seen);
        buy(seen, changes, needed, waiting);
        if (waiting == 0) {
            seen.machines().stream()
                    .filter(machine -> machine.isIdle()
                            && !machine.since().plus(idleTimeout).isAfter(seen.now()))
                    .sorted(FleetChanges.FIRST_TO_GO)
                    .forEach(machine -> changes.release(machine, "it has been idle for long"));
        }
        var limit = QueueCounts.slots(seen, changes) >= needed
                ? needed == 0 ? Limit.NO_WORK : Limit.DEMAND
                : changes.moneyIsShort() ? Limit.BUDGET : Limit.SYSTEM;
        return new OwnerPlan(
                Arrays.stream(QueueCounts.reserved(seen, changes)).boxed().toList(),
                changes.purchases(),
                changes.releases(),
                limit,
                CountedNoun.are(waiting, "task") + " waiting",
                new TaskPlacement.InOrder(),
                PolicyMemory.NONE);
    }

    private static void buy(OwnerObservation seen, FleetChanges changes, long needed, long waiting) {
        var why = CountedNoun.are(waiting, "task") + " waiting for a machine";
        for (int type = 0; type < seen.types().size(); type++)
            while (QueueCounts.slots(seen, changes) < needed && changes.buy(type, why)) {}
    }
}
