package io.tidewheel.engine;

import io.tidewheel.autoscaling.Plan;
import java.util.Collection;
import java.util.HashMap;

/** Refuses plans that make no sense, so that a faulty policy costs nothing. */
final class FleetCheck {
    private FleetCheck() {}

    /** Throws IllegalArgumentException if the plan wants what cannot be. */
    static void check(Plan plan, FleetSettings settings, Collection<LiveMachine> machines) {
        if (plan.isEmpty()) return;
        var counts = new HashMap<String, Integer>();
        machines.forEach(machine -> counts.merge(machine.record.setup(), 1, Integer::sum));
        for (var purchase : plan.purchases()) {
            var setup = settings.setups().stream()
                    .filter(each -> each.id().equals(purchase.setup()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "it wants a machine of the unknown setup '%s'".formatted(purchase.setup())));
            int count = counts.merge(setup.id(), 1, Integer::sum);
            if (count > setup.maxVMs()) {
                throw new IllegalArgumentException("it wants %d machines of setup %s, which allows %d"
                        .formatted(count, setup.id(), setup.maxVMs()));
            }
        }
        for (var release : plan.releases()) {
            boolean known =
                    machines.stream().anyMatch(machine -> machine.record.id().equals(release.machine()));
            if (!known)
                throw new IllegalArgumentException("it lets the unknown machine %s go".formatted(release.machine()));
        }
    }
}
