package io.tidewheel.autoscaling;

import java.time.Duration;

/**
 * Makes machines for work that nobody has room for, from the first setup that offers what it requires; keeps the least numbers up; and lets
 * machines go that have been idle for a while. Counts chains and slots, and knows nothing of money.
 *
 * @param idleTimeout how long a machine may be idle
 */
public record OnDemandPolicy(Duration idleTimeout) implements AutoscalingPolicy {
    public static final Duration IDLE_TIMEOUT = Duration.ofMinutes(5);

    @Override
    public Plan decide(Observation seen) {
        var fleet = new FleetDraft(seen);
        new LeastNumbers(seen, fleet).keepUp();
        new DemandFitter(seen, fleet).cover();
        var releases = new IdleMachines(seen, fleet, idleTimeout).releases();
        return new Plan(fleet.purchases(), releases, fleet.shortages(), PolicyMemory.NONE);
    }
}
