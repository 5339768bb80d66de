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
 * kept for whoever waits and would buy; and if no place is free, one machine is let go when its work is done: at once if its owner has more than an
 * equal share, otherwise when the time is over that it is paid for.
 */
final class HandOver {
    /** How long machines that cost nothing stay with an owner who has no more than a share. */
    private static final Duration TURN = Duration.ofMinutes(1);
    /** How long before the end of an interval a place is kept for an owner whose policy decides only then. */
    private static final Duration AHEAD = Duration.ofSeconds(30);
    /** A machine without work whose owner has some for it is about to get it; if it has none after this time, something else is wrong. */
    private static final Duration ABOUT_TO_WORK = Duration.ofSeconds(10);

    private record Waiting(Owner owner, SeenLane lane, Setup setup, WaitingOwner since) {}

    private final Observation seen;
    private final OwnershipIndex all;
    private final FleetDraft draft;
    private final Budgets budgets;
    private final BudgetedPolicy.Memory memory;
    private final List<Plan.Release> releases = new ArrayList<>();
    private final Map<Owner, WaitingOwner> waiting = new TreeMap<>();
    private final TreeSet<Owner> served = new TreeSet<>();
    private boolean isAboutToAct;

    HandOver(Observation seen, OwnershipIndex all, FleetDraft draft, Budgets budgets, BudgetedPolicy.Memory memory) {
        this.seen = seen;
        this.all = all;
        this.draft = draft;
        this.budgets = budgets;
        this.memory = memory;
    }

    /** Keeps places, says what those wait for who have none, and returns the machines that are to go. */
    List<Plan.Release> decide() {
        var bySetup = new TreeMap<String, List<Waiting>>();
        for (var owner : new TreeSet<>(all.owners())) {
            var one = waitingOf(owner);
            if (one.isEmpty()) continue;
            waiting.put(owner, one.get().since);
            boolean isFull = draft.isFull(one.get().setup);
            isAboutToAct |= isFull;
            // As long as there are places, whoever is asked later buys later.
            if (isFull || isAskedSoon(owner) || one.get().since.isPromised())
                bySetup.computeIfAbsent(one.get().setup.id(), _ -> new ArrayList<>())
                        .add(one.get());
        }
        bySetup.values().forEach(this::makeRoom);
        return releases;
    }

    /** The owners that wait, to be remembered for the next time. */
    Map<Owner, WaitingOwner> waiting() {
        return waiting;
    }

    /** Whether the place that was promised to an owner is free now: his policy is asked at once, so that it does not stay empty. */
    boolean isServedNow(Owner owner) {
        return served.contains(owner);
    }

    /** Whether a machine may have to go, or a place to be kept, though nothing happens. */
    boolean isAboutToAct() {
        return isAboutToAct;
    }

    /** What an owner waits for who has no machine and no agent for it, money for one, and a policy that would buy it. */
    private Optional<Waiting> waitingOf(Owner owner) {
        var share = budgets.of(owner);
        if (share.isEmpty()) return Optional.empty();
        var own = all.of(owner);
        for (var lane : own.lanes()) {
            if (lane.ready() == 0 || hasPlaceFor(own, lane)) continue;
            for (var setup : affordable(share.get(), own, lane)) {
                if (!wouldBuy(owner, share.get(), setup)) continue;
                var before = memory.waiting().get(owner);
                return Optional.of(
                        new Waiting(owner, lane, setup, before == null ? new WaitingOwner(seen.now(), false) : before));
            }
        }
        return Optional.empty();
    }

    /** Setups that can do the work and that the owner can pay now; those of which a machine can be had without anybody's giving one up come first. */
    private List<Setup> affordable(Budgets.Share share, OwnershipIndex.Own own, SeenLane lane) {
        var spendable = new Purse(share.budget(), budgets.interval()).spendable(own.bought(), seen.now());
        return seen.setups().stream()
                .filter(setup -> setup.maxVMs() > 0
                        && setup.holds(lane.need())
                        && MachineCharges.most(setup.billing(), budgets.interval())
                                        .compareTo(spendable)
                                <= 0)
                .sorted(Comparator.comparing(setup -> draft.places(setup) == 0))
                .toList();
    }

    /** Whether the owner's policy would buy a machine of the setup if a place were free: nobody gives up a machine for nothing. */
    private boolean wouldBuy(Owner owner, Budgets.Share share, Setup setup) {
        var free = withAPlace(owner, setup);
        var what = new FleetDraft(free);
        what.turnOf(owner);
        new OwnerFleet(
                        free,
                        new OwnershipIndex(free),
                        what,
                        owner,
                        share,
                        budgets.interval(),
                        memory.of(owner).askedAtOnce(),
                        memory.before().getOrDefault(owner, List.of()))
                .decide();
        return what.purchases().stream().anyMatch(purchase -> purchase.setup().equals(setup.id()));
    }

    /** The fleet as it would be if all was well and somebody else had one machine less, should there be too many. */
    private Observation withAPlace(Owner owner, Setup setup) {
        boolean isScarce = draft.isFull(setup) || draft.places(setup) == 0;
        var gone = machines(setup)
                .filter(machine -> isScarce && !machine.record().owner().equals(Optional.of(owner)))
                .map(SeenMachine::id)
                .findFirst();
        var machines = seen.machines().stream()
                .filter(machine -> !gone.equals(Optional.of(machine.id())))
                .toList();
        var agents = seen.agents().stream()
                .filter(agent -> gone.isEmpty() || !agent.machine().equals(gone))
                .toList();
        var setups = seen.setups().stream()
                .map(each -> each.equals(setup) ? each.withMaxCreateConcurrent(each.maxVMs()) : each)
                .toList();
        return new Observation(
                seen.now(),
                setups,
                seen.pool(),
                machines,
                agents,
                seen.waiting(),
                Map.of(),
                seen.lanes(),
                seen.outlooks(),
                seen.done(),
                seen.gone(),
                seen.memory());
    }

    private boolean isAskedSoon(Owner owner) {
        boolean onNews =
                budgets.of(owner).map(share -> share.policy().actsOnNews()).orElse(false);
        var known = memory.owners().get(owner);
        return onNews
                || known == null
                || !known.nextTick(seen.now(), budgets.interval())
                        .isAfter(seen.now().plus(AHEAD));
    }

    private boolean hasPlaceFor(OwnershipIndex.Own own, SeenLane lane) {
        boolean hasMachine =
                own.machines().stream().anyMatch(machine -> machine.state().isWanted() && isFor(machine, lane));
        return hasMachine || all.forEverybody().stream().anyMatch(agent -> agent.holds(lane.need()));
    }

    private boolean isFor(SeenMachine machine, SeenLane lane) {
        return seen.setup(machine.setup())
                .map(setup -> setup.holds(lane.need()))
                .orElse(false);
    }

    private void makeRoom(List<Waiting> owners) {
        // Whoever has waited for longest comes first.
        owners.sort(Comparator.comparing((Waiting one) -> one.since.since()).thenComparing(Waiting::owner));
        var setup = owners.getFirst().setup;
        boolean isFull = draft.isFull(setup);
        int now = draft.room(setup);
        int places = draft.places(setup);
        int before = releases.size();
        for (int missing = owners.size() - places; missing > 0; missing--) letGo(owners, setup);
        places += releases.size() - before;
        for (var one : owners) {
            boolean isNext = places-- > 0;
            if (isFull) say(one, isNext);
            if (isNext) serve(one, isFull, now-- > 0);
        }
    }

    private void serve(Waiting one, boolean isFull, boolean isFree) {
        draft.keep(one.setup, one.owner);
        if (isFull) waiting.put(one.owner, new WaitingOwner(one.since.since(), true));
        else if (isFree && one.since.isPromised()) served.add(one.owner);
    }

    private Stream<SeenMachine> machines(Setup setup) {
        return seen.machines().stream().filter(machine -> machine.setup().equals(setup.id()));
    }

    private void letGo(List<Waiting> owners, Setup setup) {
        var counts = new TreeMap<Owner, Integer>();
        machines(setup)
                .filter(machine -> machine.state().isWanted() && !isReleased(machine))
                .forEach(machine -> machine.record().owner().ifPresent(owner -> counts.merge(owner, 1, Integer::sum)));
        var sharers = new TreeSet<>(counts.keySet());
        owners.forEach(one -> sharers.add(one.owner));
        int share = Math.max(1, setup.maxVMs() / sharers.size());
        machines(setup)
                .filter(machine -> machine.state() == MachineState.RUNNING && !isReleased(machine))
                .filter(machine -> machine.record().owner().isPresent() && !isAboutToWork(machine))
                .filter(machine -> countOf(counts, machine) > share || isOver(machine))
                .min(Comparator.comparingInt((SeenMachine machine) -> -countOf(counts, machine))
                        .thenComparing(machine -> machine.idleSince().isEmpty())
                        .thenComparing(this::paidUntil)
                        .thenComparing(SeenMachine::id))
                .ifPresent(machine -> releases.add(new Plan.Release(
                        machine.id(),
                        "%s waits for such a machine and has none, and setup %s has as many as it may"
                                .formatted(owners.getFirst().owner, setup.id()))));
    }

    private boolean isReleased(SeenMachine machine) {
        return releases.stream().anyMatch(release -> release.machine().equals(machine.id()));
    }

    /** Whether it has just come, or just finished something, and there is work for it. */
    private boolean isAboutToWork(SeenMachine machine) {
        boolean isYoung = machine.idleSince()
                .orElse(machine.record().since())
                .plus(ABOUT_TO_WORK)
                .isAfter(seen.now());
        return machine.holds() == 0
                && isYoung
                && machine.record()
                        .owner()
                        .map(owner -> all.of(owner).lanes().stream()
                                .anyMatch(lane -> lane.ready() > 0 && isFor(machine, lane)))
                        .orElse(false);
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
        return !MachineCharges.letGoBy(record.billing(), record.created(), seen.now())
                .isAfter(seen.now());
    }

    private Instant paidUntil(SeenMachine machine) {
        return MachineCharges.paidUntil(
                machine.record().billing(), machine.record().created(), seen.now());
    }

    private void say(Waiting one, boolean isNext) {
        var text = "setup %s has as many machines as maxVMs allows (%d), all of others; %s"
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
