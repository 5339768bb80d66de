package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.PolicyMemory;
import java.util.Arrays;
import java.util.List;

/**
 * A policy of a plug-in. If it throws, its owner's machines stay as they are, and the plan says why; other owners are served by their own.
 *
 * @param name which policy it is, for people
 */
record GuardedPolicy(OwnerPolicy policy, String name) implements OwnerPolicy {
    @Override
    public OwnerPlan decide(OwnerObservation seen) {
        try {
            return policy.decide(seen);
        } catch (RuntimeException | LinkageError broken) {
            return nothing(seen, "the policy %s failed: %s".formatted(name, broken));
        }
    }

    private static OwnerPlan nothing(OwnerObservation seen, String why) {
        var targets = new int[seen.types().size()];
        for (int type = 0; type < targets.length; type++) targets[type] = seen.reserved(type);
        return new OwnerPlan(
                Arrays.stream(targets).boxed().toList(),
                List.of(),
                List.of(),
                OwnerPlan.Limit.SETTING,
                why,
                new TaskPlacement.InOrder(),
                seen.memory());
    }

    @Override
    public boolean actsOnNews() {
        return policy.actsOnNews();
    }

    @Override
    public boolean restsWithoutQueue() {
        return policy.restsWithoutQueue();
    }

    @Override
    public PolicyMemory remembering(List<OwnerObservation.Ended> before, int types) {
        return policy.remembering(before, types);
    }

    @Override
    public boolean knowsRunTimes() {
        return policy.knowsRunTimes();
    }
}
