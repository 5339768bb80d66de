package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.autoscaling.elastic.OwnerPlan.Limit;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps the same machines up, whatever there is to do, as far as the budget allows.
 *
 * @param machines how many of each type, by its name; none of those that are not named
 */
public record FixedFleet(Map<String, Integer> machines) implements OwnerPolicy {
    public FixedFleet {
        machines = Collections.unmodifiableMap(new TreeMap<>(machines));
        machines.forEach((type, count) -> {
            if (count < 0) throw new IllegalArgumentException("%s: %d machines cannot be".formatted(type, count));
        });
    }

    @Override
    public OwnerPlan decide(OwnerObservation seen) {
        var targets = seen.types().stream()
                .mapToInt(each -> machines.getOrDefault(each.type().name(), 0))
                .toArray();
        var changes = new FleetChanges(seen);
        changes.releaseDownTo(targets, Duration.ZERO);
        changes.buyUpTo(targets, "the fleet is fixed");
        var limit = changes.moneyIsShort() ? Limit.BUDGET : changes.systemIsShort() ? Limit.SYSTEM : Limit.SETTING;
        return new OwnerPlan(
                Arrays.stream(targets).boxed().toList(),
                changes.purchases(),
                changes.releases(),
                limit,
                "the fleet is fixed",
                new TaskPlacement.InOrder(),
                PolicyMemory.NONE);
    }
}
