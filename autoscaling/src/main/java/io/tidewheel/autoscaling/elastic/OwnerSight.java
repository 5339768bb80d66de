package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.FleetDraft;
import io.tidewheel.autoscaling.Observation;
import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Ended;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Reserved;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Running;
import io.tidewheel.autoscaling.elastic.OwnerObservation.SeenType;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Shows an owner's policy what there is of the owner's work and machines, as if there were nothing else. */
final class OwnerSight {
    private static final int MOST_TASKS = 10_000;
    private static final Duration LONGEST_LEAD = Duration.ofSeconds(10);

    private final Observation seen;
    private final FleetDraft draft;
    private final Owner owner;
    private final Budgets.Share share;
    private final Duration interval;
    private final List<Observation.Done> done;
    private final Map<String, Set<MachineId>> lately;
    private final Map<MachineId, String> setups;
    private final Set<String> myMachines;
    /** Machines that some group has been shown: none is counted twice. */
    private final Set<MachineId> counted = new TreeSet<>();

    OwnerSight(
            Observation seen,
            FleetDraft draft,
            Owner owner,
            Budgets.Share share,
            Duration interval,
            OwnerMemory before) {
        this.seen = seen;
        this.draft = draft;
        this.owner = owner;
        this.share = share;
        this.interval = interval;
        this.done = before.doneWith(news());
        this.lately = before.latelyWith(present());
        this.setups = before.setupsWith(seen.machines());
        this.myMachines = seen.machines().stream()
                .filter(this::isMine)
                .map(machine -> machine.id().name())
                .collect(Collectors.toSet());
    }

    /** What has been completed for the owner since the last look. */
    List<Observation.Done> news() {
        return seen.done().stream().filter(each -> each.owner().equals(owner)).toList();
    }

    List<Observation.Done> done() {
        return done;
    }

    Map<String, Set<MachineId>> lately() {
        return lately;
    }

    Map<MachineId, String> setups() {
        return setups;
    }

    /** The owner's machines by their setups. */
    Map<String, Set<MachineId>> present() {
        var present = new TreeMap<String, Set<MachineId>>();
        for (var machine : seen.machines())
            if (isMine(machine))
                present.computeIfAbsent(machine.setup(), _ -> new TreeSet<>()).add(machine.id());
        return present;
    }

    boolean isMine(Observation.SeenMachine machine) {
        return machine.record().owner().equals(Optional.of(owner));
    }

    OwnerObservation of(WorkGroup group, Money spendable, PolicyMemory memory, boolean tick) {
        var machines = machines(group);
        var types = new ArrayList<SeenType>();
        for (var setup : group.setups()) {
            var type =
                    new MachineType(setup.id(), setup.billing(), setup.maxVMs(), setup.bootDelay(), group.slots(setup));
            int were = lately.getOrDefault(setup.id(), Set.of()).size();
            types.add(new SeenType(type, Charges.most(setup.billing(), interval), draft.room(setup), were));
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
                group.lanes().stream().map(this::workflow).toList(),
                ended(group),
                seen.now().toEpochMilli() ^ owner.name().hashCode(),
                memory);
    }

    /** What machines for other work take is not for this one. */
    private Money budgetOf(WorkGroup group) {
        var others = Money.ZERO;
        for (var machine : seen.machines()) {
            if (isMine(machine) && group.indexOf(machine.setup()) < 0)
                others = others.plus(Charges.most(machine.record().billing(), interval));
        }
        return others.compareTo(share.budget()) >= 0
                ? Money.ZERO
                : share.budget().minus(others);
    }

    private List<Reserved> machines(WorkGroup group) {
        var running = new HashMap<String, List<Running>>();
        for (var lane : group.lanes()) {
            int task = 0;
            for (var on : mine(lane)) {
                var list = running.computeIfAbsent(MachineId.ofAgent(on.agent()), _ -> new ArrayList<>());
                for (int each = 0; each < on.chains() && task < MOST_TASKS; each++)
                    list.add(new Running(name(lane), task++, on.since()));
            }
        }
        var machines = new ArrayList<Reserved>();
        for (var machine : seen.machines()) {
            int type = group.indexOf(machine.setup());
            if (type < 0 || !isMine(machine) || !counted.add(machine.id())) continue;
            machines.add(
                    reserved(machine, type, running.getOrDefault(machine.id().name(), List.of())));
        }
        return machines;
    }

    private Reserved reserved(Observation.SeenMachine machine, int type, List<Running> running) {
        var billing = machine.record().billing();
        var paid = Charges.paidUntil(billing, machine.record().created(), seen.now());
        return new Reserved(
                machine.id().name(),
                type,
                machine.supply(),
                paid.minus(lead(billing.interval())),
                machine.idleSince().orElse(machine.record().since()),
                running);
    }

    /**
     * A machine has to be let go a little before its time is over, for it must be gone by then not to cost again; and by a policy that acts at
     * ticks at the last tick before that.
     */
    private Duration lead(Duration paidFor) {
        var least = paidFor.dividedBy(4);
        var lead = least.compareTo(LONGEST_LEAD) < 0 ? least : LONGEST_LEAD;
        return share.policy().actsOnNews() ? lead : lead.plus(interval);
    }

    /** What runs elsewhere is no demand for machines. */
    private List<SeenLane.OnAgent> mine(SeenLane lane) {
        return lane.running().stream()
                .filter(on -> myMachines.contains(MachineId.ofAgent(on.agent())))
                .toList();
    }

    private static String name(SeenLane lane) {
        return lane.id().run() + "/" + lane.id().number();
    }

    private SeenWorkflow workflow(SeenLane lane) {
        int held = (int) Math.min(
                MOST_TASKS,
                mine(lane).stream().mapToLong(SeenLane.OnAgent::chains).sum());
        int all = (int) Math.min(MOST_TASKS, lane.ready() + held);
        var running = new BitSet();
        running.set(0, held);
        int priority = Math.clamp(lane.priority(), SeenWorkflow.LEAST_PRIORITY, SeenWorkflow.MOST_PRIORITY);
        return new SeenWorkflow(
                name(lane),
                priority,
                lane.since(),
                WorkGraph.bag(all, lane.kind()),
                new BitSet(),
                running,
                RunTimes.UNKNOWN);
    }

    private List<Ended> ended(WorkGroup group) {
        var ended = new ArrayList<Ended>();
        for (var each : done) {
            int type = group.indexOf(setups.getOrDefault(each.machine(), ""));
            if (type >= 0) ended.add(new Ended(each.kind(), type, each.count(), each.seconds()));
        }
        return ended;
    }
}
