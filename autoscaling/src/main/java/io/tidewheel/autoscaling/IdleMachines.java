package io.tidewheel.autoscaling;

import io.tidewheel.autoscaling.Observation.SeenMachine;
import io.tidewheel.autoscaling.Plan.Release;
import io.tidewheel.model.Durations;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.Setup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Lets machines go that have been idle for a while, the longest idle first, but never below the least numbers. */
final class IdleMachines {
    private final Observation seen;
    private final FleetDraft fleet;
    private final Duration idleTimeout;

    IdleMachines(Observation seen, FleetDraft fleet, Duration idleTimeout) {
        this.seen = seen;
        this.fleet = fleet;
        this.idleTimeout = idleTimeout;
    }

    List<Release> releases() {
        var releases = new ArrayList<Release>();
        for (var machine : seen.machines()) {
            if (machine.state().isWanted() && seen.setup(machine.setup()).isEmpty()) {
                releases.add(
                        new Release(machine.id(), "its setup %s is no longer in the file".formatted(machine.setup())));
            }
        }
        seen.machines().stream()
                .filter(this::isIdleForLong)
                .sorted(Comparator.comparing(IdleMachines::idleSince).thenComparing(SeenMachine::id))
                .forEach(machine -> seen.setup(machine.setup())
                        .filter(this::mayShrink)
                        .ifPresent(setup -> {
                            fleet.forgo(setup);
                            releases.add(new Release(
                                    machine.id(),
                                    "it has been idle for %s"
                                            .formatted(Durations.format(
                                                    Duration.between(idleSince(machine), seen.now())))));
                        }));
        return releases;
    }

    private boolean isIdleForLong(SeenMachine machine) {
        return machine.state() == MachineState.RUNNING
                && machine.idleSince()
                        .map(since -> !since.plus(idleTimeout).isAfter(seen.now()))
                        .orElse(false);
    }

    private boolean mayShrink(Setup setup) {
        if (fleet.wanted(setup) <= setup.minVMs() || couldWork(setup)) return false;
        return seen.pool().stream()
                .filter(limit -> setup.providedCapabilities().covers(limit.capabilities()))
                .allMatch(limit -> fleet.agents(limit.capabilities()) - setup.agents() >= limit.min());
    }

    /** Work waits that such a machine could do: it is about to get some. */
    private boolean couldWork(Setup setup) {
        return seen.waiting().entrySet().stream().anyMatch(set -> set.getValue() > 0 && setup.holds(set.getKey()));
    }

    private static Instant idleSince(SeenMachine machine) {
        return machine.idleSince().orElse(Instant.MAX);
    }
}
