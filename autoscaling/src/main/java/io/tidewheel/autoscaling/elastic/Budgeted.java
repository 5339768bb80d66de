package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.AutoscalingPolicy;
import io.tidewheel.autoscaling.FleetDraft;
import io.tidewheel.autoscaling.LeastNumbers;
import io.tidewheel.autoscaling.Observation;
import io.tidewheel.autoscaling.Plan;
import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Gives every owner machines of the owner's own, within the owner's budget, as the owner's policy wants. Owners are looked at in an order that
 * is drawn anew each time, for they compete for what the system has. A policy that fails, or wants what cannot be, gets nothing; the
 * machines of its owner stay as they are, and others do not notice.
 */
public record Budgeted(Budgets budgets) implements AutoscalingPolicy {
    /** What is remembered of each owner. */
    public record Memory(Map<Owner, OwnerMemory> owners) implements PolicyMemory {
        public Memory {
            owners = Collections.unmodifiableMap(new TreeMap<>(owners));
        }
    }

    @Override
    public boolean asksWhose() {
        return true;
    }

    @Override
    public Duration looksBack() {
        return budgets.interval();
    }

    @Override
    public Plan decide(Observation seen) {
        var before = seen.memory() instanceof Memory(var owners) ? owners : Map.<Owner, OwnerMemory>of();
        var draft = new FleetDraft(seen);
        new LeastNumbers(seen, draft).keepUp();
        var releases = new ArrayList<Plan.Release>();
        var alerts = new ArrayList<String>();
        var spendings = new ArrayList<Plan.Spending>();
        var memory = new TreeMap<Owner, OwnerMemory>();
        for (var owner : inRandomOrder(seen, before)) {
            var known = before.getOrDefault(owner, OwnerMemory.NOTHING);
            var share = budgets.of(owner);
            if (share.isEmpty()) {
                noBudget(seen, owner, draft);
                releases.addAll(withoutBudget(seen, owner));
                continue;
            }
            var fleet = new OwnerFleet(seen, draft, owner, share.get(), budgets.interval(), known);
            memory.put(owner, fleet.decide());
            releases.addAll(fleet.releases());
            alerts.addAll(fleet.alerts());
            spendings.add(fleet.spending());
        }
        releases.addAll(ofNobody(seen));
        releases.addAll(ofOldSetups(seen));
        return new Plan(draft.purchases(), releases, draft.shortages(), spendings, alerts, new Memory(memory));
    }

    private List<Owner> inRandomOrder(Observation seen, Map<Owner, OwnerMemory> before) {
        var owners = new TreeSet<>(before.keySet());
        owners.addAll(budgets.owners().keySet());
        seen.lanes().forEach(lane -> owners.add(lane.owner()));
        seen.machines().forEach(machine -> machine.record().owner().ifPresent(owners::add));
        var order = new ArrayList<>(owners);
        Collections.shuffle(order, new Random(seen.now().toEpochMilli()));
        return order;
    }

    private static void noBudget(Observation seen, Owner owner, FleetDraft draft) {
        for (var lane : seen.lanes()) {
            if (!lane.owner().equals(owner) || lane.ready() == 0) continue;
            draft.add(new Plan.Shortage(
                    lane.need(),
                    Optional.of(owner),
                    lane.ready(),
                    List.of(new Plan.Obstacle(
                            Plan.Limit.NO_BUDGET,
                            "",
                            "%s has no budget for machines: give one in the owners file".formatted(owner)))));
        }
    }

    /** Whoever had a budget and has none any more pays no longer than he must. */
    private static List<Plan.Release> withoutBudget(Observation seen, Owner owner) {
        return seen.machines().stream()
                .filter(machine -> machine.record().owner().equals(Optional.of(owner))
                        && machine.state().isWanted()
                        && machine.idleSince().isPresent())
                .map(machine -> new Plan.Release(machine.id(), "%s has no budget any more".formatted(owner)))
                .toList();
    }

    private static List<Plan.Release> ofOldSetups(Observation seen) {
        return seen.machines().stream()
                .filter(machine -> machine.state().isWanted()
                        && seen.setup(machine.setup()).isEmpty())
                .map(machine -> new Plan.Release(
                        machine.id(), "its setup %s is no longer in the file".formatted(machine.setup())))
                .toList();
    }

    /** Machines that a setup keeps up belong to nobody, and stay; others that do, from before there were budgets, go when they are idle. */
    private static List<Plan.Release> ofNobody(Observation seen) {
        var spare = new TreeMap<String, Integer>();
        for (var machine : seen.machines()) if (isNobodys(machine)) spare.merge(machine.setup(), 1, Integer::sum);
        var releases = new ArrayList<Plan.Release>();
        for (var machine : seen.machines()) {
            if (!isNobodys(machine)
                    || machine.idleSince().isEmpty()
                    || seen.setup(machine.setup()).isEmpty()) continue;
            int least = seen.setup(machine.setup()).map(setup -> setup.minVMs()).orElse(0);
            if (spare.getOrDefault(machine.setup(), 0) <= least) continue;
            spare.merge(machine.setup(), -1, Integer::sum);
            releases.add(new Plan.Release(machine.id(), "it belongs to nobody, and is idle"));
        }
        return releases;
    }

    private static boolean isNobodys(Observation.SeenMachine machine) {
        return machine.record().owner().isEmpty() && machine.state().isWanted();
    }

    /** What an owner has and had lately. */
    static List<Purse.Bought> bought(Observation seen, Owner owner) {
        var bought = new ArrayList<Purse.Bought>();
        for (var machine : seen.machines()) add(machine.record(), owner, bought);
        for (var machine : seen.gone()) add(machine, owner, bought);
        return bought;
    }

    private static void add(MachineRecord machine, Owner owner, List<Purse.Bought> bought) {
        if (machine.owner().equals(Optional.of(owner)))
            bought.add(new Purse.Bought(machine.billing(), machine.created(), machine.ended()));
    }
}
