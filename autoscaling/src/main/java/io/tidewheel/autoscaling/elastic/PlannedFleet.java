package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.autoscaling.elastic.OwnerPlan.Limit;
import io.tidewheel.model.CountedNoun;
import java.time.Duration;
import java.util.Arrays;

/** How the plan-based policies end: machines without a planned task go when their time is over. */
final class PlannedFleet {
    private PlannedFleet() {}

    static void release(OwnerObservation seen, FleetChanges changes, TaskPlacement.Queues queues) {
        seen.machines().stream()
                .filter(machine -> machine.isIdle()
                        && !queues.byMachine().containsKey(machine.id())
                        && changes.isPaidUp(machine, Duration.ZERO))
                .sorted(FleetChanges.FIRST_TO_GO)
                .forEach(machine -> changes.release(machine, "nothing is planned for it"));
    }

    static OwnerPlan plan(OwnerObservation seen, FleetChanges changes, TaskPlacement.Queues queues, Limit limit) {
        var targets = new int[seen.types().size()];
        Arrays.setAll(targets, changes::reserved);
        return new OwnerPlan(
                Arrays.stream(targets).boxed().toList(),
                changes.purchases(),
                changes.releases(),
                limit,
                "bought: %s, let go: %d, planned: %s"
                        .formatted(
                                CountedNoun.of(changes.purchases().size(), "machine"),
                                changes.releases().size(),
                                CountedNoun.of(
                                        queues.byMachine().values().stream()
                                                .mapToLong(queue -> queue.size())
                                                .sum(),
                                        "task")),
                queues,
                PolicyMemory.NONE);
    }
}
