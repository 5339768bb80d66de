package io.tidewheel.server.endpoints.rest;

import io.tidewheel.autoscaling.Plan;
import io.tidewheel.engine.Fleet;
import io.tidewheel.engine.FleetStatus;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.server.http.json.EnumWords;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the fleet does for work that waits, for people. */
final class FleetWords {
    /** A reason with its code, and what would help. */
    record Say(String code, String sentence, String remedy) {}

    private FleetWords() {}

    /** Empty if no setup has to do with it. */
    static Optional<Say> about(Fleet fleet, Owner owner, RequiredResources need, Instant now) {
        var status = fleet.status();
        var coming = status.machines().stream()
                .filter(machine -> machine.record().state().isStarting())
                .filter(machine ->
                        holds(fleet, machine, need) && isFor(machine.record().owner(), owner))
                .findFirst();
        if (coming.isPresent()) return coming.map(machine -> coming(machine, now));
        var lacking = status.shortages().stream()
                .filter(shortage -> shortage.need().equals(need) && isFor(shortage.owner(), owner))
                .findFirst();
        if (lacking.isPresent() && fleet.offers(need.requires())) return lacking.map(FleetWords::missing);
        if (!fleet.holds(need)) return Optional.empty();
        long present = status.machines().stream()
                .filter(machine -> machine.record().state().isWanted()
                        && holds(fleet, machine, need)
                        && isFor(machine.record().owner(), owner))
                .count();
        if (present > 0) return Optional.of(busy(need, present));
        return Optional.of(new Say(
                "machine-undecided",
                "it has just come, and whether a machine for %s is made is decided within seconds: ask again"
                        .formatted(need),
                ""));
    }

    private static Say busy(RequiredResources need, long machines) {
        var which = machines == 1 ? "the machine" : "one of the %d machines".formatted(machines);
        return new Say(
                "machine-busy",
                "it waits for a free slot on %s for %s; no further one is being made".formatted(which, need),
                "tidewheel machine ls");
    }

    private static boolean isFor(Optional<Owner> whose, Owner owner) {
        return whose.isEmpty() || whose.get().equals(owner);
    }

    private static boolean holds(Fleet fleet, FleetStatus.Entry machine, RequiredResources need) {
        return fleet.settings().setups().stream()
                .anyMatch(setup -> setup.id().equals(machine.record().setup()) && setup.holds(need));
    }

    private static Say coming(FleetStatus.Entry machine, Instant now) {
        var record = machine.record();
        long seconds = Math.max(0, Duration.between(record.created(), now).toSeconds());
        return new Say(
                "machine-coming",
                "machine %s of setup %s is being made for it: %s, %d s after it was wanted"
                        .formatted(record.id(), record.setup(), EnumWords.of(record.state()), seconds),
                "tidewheel machine show " + record.id());
    }

    private static Say missing(Plan.Shortage shortage) {
        var limits = shortage.limits().stream().map(Plan.Obstacle::text).collect(Collectors.joining("; "));
        boolean tooSmall = shortage.limits().stream().allMatch(obstacle -> obstacle.limit() == Plan.Limit.TOO_SMALL);
        return new Say(
                "no-machine",
                "no (further) machine is made: " + limits,
                tooSmall
                        ? "ask for less, or give a setup more of cpus, memoryBytes, gpus or amounts and start the"
                                + " server again"
                        : "tidewheel machine ls");
    }
}
