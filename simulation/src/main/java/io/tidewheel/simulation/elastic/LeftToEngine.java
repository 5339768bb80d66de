package io.tidewheel.simulation.elastic;

import io.tidewheel.autoscaling.elastic.OwnerObservation;
import io.tidewheel.autoscaling.elastic.OwnerPlan;
import io.tidewheel.autoscaling.elastic.OwnerPolicy;
import io.tidewheel.autoscaling.elastic.TaskPlacement;

/** Does with machines what another policy does, and leaves it to the engine which task runs where. */
record LeftToEngine(OwnerPolicy policy) implements OwnerPolicy {
    @Override
    public OwnerPlan decide(OwnerObservation seen) {
        var plan = policy.decide(seen);
        return new OwnerPlan(
                plan.targets(),
                plan.purchases(),
                plan.releases(),
                plan.limit(),
                plan.why(),
                new TaskPlacement.InOrder(),
                plan.memory());
    }

    @Override
    public boolean knowsRunTimes() {
        return policy.knowsRunTimes();
    }

    @Override
    public boolean actsOnNews() {
        return policy.actsOnNews();
    }

    @Override
    public boolean restsWithoutQueue() {
        return policy.restsWithoutQueue();
    }
}
