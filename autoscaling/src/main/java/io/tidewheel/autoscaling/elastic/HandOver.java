package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.FleetDraft;
import io.tidewheel.autoscaling.Observation;
import io.tidewheel.autoscaling.Observation.SeenMachine;
import io.tidewheel.autoscaling.Plan;
import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Setup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Sees to it that owners who could pay for a machine and have none are not kept out by others who have all that a setup may have. A place is
 * kept for whoever waits; and if no place is free, one machine is let go when its work is done: at once if its owner has more than an equal
 * share, otherwise when the time is over that it is paid for.
 */
final class HandOver {
    /** How long machines that cost nothing stay with an owner who has no more than a share. */
    private static final Duration TURN = Duration.ofMinutes(1);
    /** Before a policy is asked that decides at the end of an interval, a place is to be free. */
    private static final Duration AHEAD = Duration.ofSeconds(30);

    private record Waiting(Owner owner, SeenLane lane, Setup setup) {}

    private final Observation seen;
    private final Belongings all;
    private final FleetDraft draft;
    private final Budgets budgets;
    private final Map<Owner, OwnerMemory> memory;
    private final List<Plan.Release> releases = new ArrayList<>();

    HandOver(Observation seen, Belongings all, FleetDraft draft, Budgets budgets, Map<Owner, OwnerMemory> memory) {
        this.seen = seen;
        this.all = all;
        this.draft = draft;
        this.budgets = budgets;
        this.memory = memory;
    }

    /** Keeps places, says what those wait for who have none, and returns the machines that are to go. */
    List<Plan.Release> decide() {
        var waiting = new TreeMap<String, List<Waiting>>();
        for (var owner : new TreeSet<>(all.owners())) {
            waitingOf(owner)
                    .ifPresent(one -> waiting.computeIfAbsent(one.setup.id(), _ -> new ArrayList<>())
                            .add(one));
        }
        waiting.values().forEach(this::makeRoom);
        return releases;
    }

    /** What an owner waits for who has no machine and no agent for it, and money for one. */
    private Optional<Waiting> waitingOf(Owner owner) {
        var share = budgets.of(owner);
        if (share.isEmpty() || !isAskedSoon(owner, share.get())) return Optional.empty();
        var own = all.of(owner);
        for (var lane : own.lanes()) {
            if (lane.ready() == 0 || hasPlaceFor(own, lane)) continue;
            var spendable = new Purse(share.get().budget(), budgets.interval()).spendable(own.bought(), seen.now());
            for (var setup : seen.setups()) {
                boolean canPay =
                        Charges.most(setup.billing(), budgets.interval()).compareTo(spendable) <= 0;
                if (setup.maxVMs() > 0 && setup.holds(lane.need()) && canPay)
                    return Optional.of(new Waiting(owner, lane, setup));
            }
        }
        return Optional.empty();
    }

    private boolean isAskedSoon(Owner owner, Budgets.Share share) {
        if (share.policy().actsOnNews()) return true;
        var known = memory.get(owner);
        return known == null
                || !known.nextTick(seen.now(), budgets.interval())
                        .isAfter(seen.now().plus(AHEAD));
    }

    private boolean hasPlaceFor(Belongings.Own own, SeenLane lane) {
        boolean hasMachine = own.machines().stream()
                .anyMatch(machine -> machine.state().isWanted()
                        && seen.setup(machine.setup())
                                .map(setup -> setup.holds(lane.need()))
                                .orElse(false));
        return hasMachine || all.forEverybody().stream().anyMatch(agent -> agent.holds(lane.need()));
    }

    private void makeRoom(List<Waiting> waiting) {
        waiting.sort(
                Comparator.comparing((Waiting one) -> lastServed(one.owner)).thenComparing(Waiting::owner));
        var setup = waiting.getFirst().setup;
        int places = draft.room(setup) + leaving(setup);
        int before = releases.size();
        for (int missing = waiting.size() - places; missing > 0; missing--) letGo(waiting, setup);
        boolean isFull = draft.room(setup) <= 0;
        places += releases.size() - before;
        for (var one : waiting) {
            boolean isNext = places-- > 0;
            if (isFull) say(one, isNext);
            if (isNext) draft.keep(setup, one.owner);
        }
    }

    /** Who never had a machine comes first, then who had to give up his own longest ago. */
    private Instant lastServed(Owner owner) {
        return all.of(owner).gone().stream()
                .flatMap(machine -> machine.ended().stream())
                .max(Comparator.naturalOrder())
                .orElse(Instant.MIN);
    }

    private int leaving(Setup setup) {
        return (int)
                machines(setup).filter(machine -> !machine.state().isWanted()).count();
    }

    private Stream<SeenMachine> machines(Setup setup) {
        return seen.machines().stream().filter(machine -> machine.setup().equals(setup.id()));
    }

    private void letGo(List<Waiting> waiting, Setup setup) {
        var counts = new TreeMap<Owner, Integer>();
        machines(setup)
                .filter(machine -> machine.state().isWanted() && !isReleased(machine))
                .forEach(machine -> machine.record().owner().ifPresent(owner -> counts.merge(owner, 1, Integer::sum)));
        var sharers = new TreeSet<>(counts.keySet());
        waiting.forEach(one -> sharers.add(one.owner));
        int share = Math.max(1, setup.maxVMs() / sharers.size());
        machines(setup)
                .filter(machine -> machine.state() == MachineState.RUNNING && !isReleased(machine))
                .filter(machine -> machine.record().owner().isPresent())
                .filter(machine -> countOf(counts, machine) > share || isOver(machine))
                .min(Comparator.comparingInt((SeenMachine machine) -> -countOf(counts, machine))
                        .thenComparing(machine -> machine.idleSince().isEmpty())
                        .thenComparing(this::paidUntil)
                        .thenComparing(SeenMachine::id))
                .ifPresent(machine -> releases.add(new Plan.Release(
                        machine.id(),
                        "%s waits for such a machine and has none, and setup %s has as many as it may"
                                .formatted(waiting.getFirst().owner, setup.id()))));
    }

    private boolean isReleased(SeenMachine machine) {
        return releases.stream().anyMatch(release -> release.machine().equals(machine.id()));
    }

    private static int countOf(Map<Owner, Integer> counts, SeenMachine machine) {
        return machine.record()
                .owner()
                .map(owner -> counts.getOrDefault(owner, 0))
                .orElse(0);
    }

    /** Whether the time is over, or nearly, that the machine is paid for. */
    private boolean isOver(SeenMachine machine) {
        var record = machine.record();
        boolean isFree = record.billing().pricePerInterval().amount().signum() == 0;
        if (isFree) return !record.since().plus(TURN).isAfter(seen.now());
        return !Charges.letGoBy(record.billing(), record.created(), seen.now()).isAfter(seen.now());
    }

    private Instant paidUntil(SeenMachine machine) {
        return Charges.paidUntil(machine.record().billing(), machine.record().created(), seen.now());
    }

    private void say(Waiting one, boolean isNext) {
        var text = "setup %s has the %d machines that maxVMs allows, all of others; %s"
                .formatted(
                        one.setup.id(),
                        one.setup.maxVMs(),
                        isNext
                                ? "one of them goes as soon as its work is done, and its place is kept for %s"
                                        .formatted(one.owner)
                                : "the place of one goes to %s when the time is over that it is paid for, after those who wait longer"
                                        .formatted(one.owner));
        var obstacle = new Plan.Obstacle(Plan.Limit.MAX_MACHINES, one.setup.id(), text);
        draft.add(new Plan.Shortage(one.lane.need(), Optional.of(one.owner), one.lane.ready(), List.of(obstacle)));
    }
}
