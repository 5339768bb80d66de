package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.FleetDraft;
import io.tidewheel.autoscaling.Observation;
import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Ended;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Reserved;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Running;
import io.tidewheel.autoscaling.elastic.OwnerObservation.SeenType;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Shows an owner's policy what there is of the owner's work and machines, as if there were nothing else. */
final class OwnerObserver {
    private final Observation seen;
    private final OwnershipIndex.Own own;
    private final FleetDraft draft;
    private final Owner owner;
    private final Budgets.Share share;
    private final Duration interval;
    private final List<Observation.Done> done;
    private final Instant tick;
    private final Set<String> myMachines;
    /** Machines that some group has been shown: none is counted twice. */
    private final Set<MachineId> counted = new HashSet<>();

    OwnerObserver(
            Observation seen,
            OwnershipIndex.Own own,
            FleetDraft draft,
            Owner owner,
            Budgets.Share share,
            Duration interval,
            OwnerMemory before) {
        this.seen = seen;
        this.own = own;
        this.draft = draft;
        this.owner = owner;
        this.share = share;
        this.interval = interval;
        this.done = before.doneWith(own.done());
        this.tick = before.tick().orElse(Instant.MIN);
        this.myMachines = new HashSet<>();
        for (var machine : own.machines()) myMachines.add(machine.id().name());
    }

    List<Observation.Done> done() {
        return done;
    }

    /** @param tick whether an interval ends now; if not, the policy is one that acts on news */
    OwnerObservation of(WorkGroup group, SeenWork work, Money spendable, PolicyMemory memory, boolean tick) {
        // A policy that acts at ticks is asked again shortly before the interval ends.
        var next = share.policy().actsOnNews() ? Duration.ZERO : interval.minus(MachineCharges.lead(interval));
        return of(group, work, spendable, memory, tick, next);
    }

    /** What a policy sees that is asked shortly before an interval ends: the same as if it ended now. */
    OwnerObservation ahead(WorkGroup group, SeenWork work, Money spendable, PolicyMemory memory) {
        return of(group, work, spendable, memory, true, MachineCharges.lead(interval));
    }

    private OwnerObservation of(
            WorkGroup group, SeenWork work, Money spendable, PolicyMemory memory, boolean tick, Duration untilNext) {
        var machines = machines(group, work.running(), untilNext);
        var types = new ArrayList<SeenType>();
        for (var setup : group.setups()) {
            var type =
                    new MachineType(setup.id(), setup.billing(), setup.maxVMs(), setup.bootDelay(), group.slots(setup));
            types.add(new SeenType(
                    type,
                    MachineCharges.most(setup.billing(), interval),
                    draft.room(setup),
                    reservedLately(setup.id())));
        }
        return new OwnerObservation(
                seen.now(),
                interval,
                tick,
                owner,
                budgetOf(group),
                spendable,
                false,
                types,
                machines,
                work.workflows(),
                ended(group),
                seen.now().toEpochMilli() ^ owner.name().hashCode(),
                memory);
    }

    /** What machines for other work take is not for this one. */
    private Money budgetOf(WorkGroup group) {
        var others = Money.ZERO;
        for (var machine : own.machines()) {
            if (group.indexOf(machine.setup()) < 0)
                others = others.plus(MachineCharges.most(machine.record().billing(), interval));
        }
        return others.compareTo(share.budget()) >= 0
                ? Money.ZERO
                : share.budget().minus(others);
    }

    /** The work of a group as its policy sees it. */
    SeenWork work(WorkGroup group) {
        return new SeenWork(seen, group, myMachines);
    }

    private List<Reserved> machines(WorkGroup group, Map<String, List<Running>> running, Duration untilNext) {
        var machines = new ArrayList<Reserved>();
        for (var machine : own.machines()) {
            int type = group.indexOf(machine.setup());
            if (type < 0 || !counted.add(machine.id())) continue;
            machines.add(
                    reserved(machine, type, running.getOrDefault(machine.id().name(), List.of()), untilNext));
        }
        return machines;
    }

    private Reserved reserved(Observation.SeenMachine machine, int type, List<Running> running, Duration untilNext) {
        var billing = machine.record().billing();
        var letGoBy = MachineCharges.letGoBy(billing, machine.record().created(), seen.now());
        return new Reserved(
                machine.id().name(),
                type,
                machine.supply(),
                // It goes now if the next time would be too late.
                untilNext.isZero() ? letGoBy : letGoBy.minus(untilNext).plusNanos(1),
                machine.idleSince().orElse(machine.record().since()),
                running);
    }

    /** How many of a setup were the owner's at some time in this interval. */
    private int reservedLately(String setup) {
        int count = 0;
        for (var machine : own.machines()) if (machine.setup().equals(setup)) count++;
        for (var machine : own.gone()) {
            var ended = machine.ended();
            boolean inTime = ended.isEmpty() || tick.isBefore(ended.get());
            if (inTime && machine.setup().equals(setup)) count++;
        }
        return count;
    }

    private List<Ended> ended(WorkGroup group) {
        if (done.isEmpty()) return List.of();
        var setups = new HashMap<MachineId, String>();
        for (var machine : seen.gone()) setups.put(machine.id(), machine.setup());
        for (var machine : seen.machines()) setups.put(machine.id(), machine.setup());
        var ended = new ArrayList<Ended>();
        for (var each : done) {
            int type = group.indexOf(setups.getOrDefault(each.machine(), ""));
            if (type >= 0) ended.add(new Ended(each.kind(), type, each.count(), each.seconds()));
        }
        return ended;
    }
}
