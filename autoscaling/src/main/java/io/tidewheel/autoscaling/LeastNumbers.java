package io.tidewheel.autoscaling;

import io.tidewheel.model.CountedNoun;
import io.tidewheel.model.PoolLimit;

/** Keeps up the least numbers: of machines per setup, and of agents in the pool. */
public final class LeastNumbers {
    private final Observation seen;
    private final FleetDraft fleet;

    public LeastNumbers(Observation seen, FleetDraft fleet) {
        this.seen = seen;
        this.fleet = fleet;
    }

    public void keepUp() {
        for (var setup : seen.setups()) {
            int missing = setup.minVMs() - fleet.wanted(setup);
            if (missing <= 0) continue;
            fleet.buy(
                    setup,
                    missing,
                    "setup %s keeps %s up".formatted(setup.id(), CountedNoun.of(setup.minVMs(), "machine")));
        }
        seen.pool().forEach(this::keepUp);
    }

    private void keepUp(PoolLimit limit) {
        var why = "the agent pool keeps %s with [%s] up"
                .formatted(CountedNoun.of(limit.min(), "agent"), limit.capabilities());
        for (var setup : seen.setups()) {
            int missing = limit.min() - fleet.agents(limit.capabilities());
            if (missing <= 0) return;
            if (!setup.providedCapabilities().covers(limit.capabilities())) continue;
            fleet.buy(setup, Math.ceilDiv(missing, setup.agents()), why);
        }
    }
}
