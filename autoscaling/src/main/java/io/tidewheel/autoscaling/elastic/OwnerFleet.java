package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.FleetDraft;
import io.tidewheel.autoscaling.Observation;
import io.tidewheel.autoscaling.Plan;
import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Ended;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Reserved;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Running;
import io.tidewheel.autoscaling.elastic.OwnerObservation.SeenType;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Durations;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Setup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One owner's part of the fleet. Work that the same setups could do is decided on together; the owner's policy sees it as if there were
 * nothing else, with what the owner has left to spend.
 */
final class OwnerFleet {
    private static final int MOST_TASKS = 10_000;
    private static final Duration LONGEST_LEAD = Duration.ofSeconds(10);

    /**
     * What is remembered of an owner.
     *
     * @param tick when the last interval ended
     * @param policies what the policy remembers, for each group of setups
     * @param done what was completed since the policy was asked last
     * @param lately the machines that were reserved in this interval, by setup
     * @param setups what machines were made from, also those that are gone but of which something may still be heard
     * @param limits what stood in the way at the last decision, for each group of setups
     * @param alerts what was wrong at the last decision
     * @param learned how long kinds of work take, on whatever machine
     */
    record Memory(
            Optional<Instant> tick,
            Map<String, PolicyMemory> policies,
            List<Observation.Done> done,
            Map<String, Set<MachineId>> lately,
            Map<MachineId, String> setups,
            Map<String, List<Plan.Obstacle>> limits,
            List<String> alerts,
            LearnedRunTimes learned) {
        static final Memory NOTHING = new Memory(
                Optional.empty(),
                Map.of(),
                List.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(),
                LearnedRunTimes.nothing(1));

        Memory {
            policies = Collections.unmodifiableMap(new TreeMap<>(policies));
            done = List.copyOf(done);
            lately = Collections.unmodifiableMap(new TreeMap<>(lately));
            setups = Collections.unmodifiableMap(new TreeMap<>(setups));
            limits = Collections.unmodifiableMap(new TreeMap<>(limits));
            alerts = List.copyOf(alerts);
        }
    }

    /** Setups that can do the same work, and that work. */
    private record Group(String key, List<Setup> setups, List<SeenLane> lanes) {}

    private final Observation seen;
    private final FleetDraft draft;
    private final Owner owner;
    private final Budgets.Share share;
    private final Duration interval;
    private final Memory before;
    private final List<Purse.Bought> bought;
    private final List<Plan.Release> releases = new ArrayList<>();
    private final List<String> alerts = new ArrayList<>();
    private final Map<String, PolicyMemory> policies;
    private final Map<String, List<Plan.Obstacle>> limits = new TreeMap<>();
    /** Machines that some group has been shown: none is counted twice. */
    private final Set<MachineId> counted = new TreeSet<>();

    private final Set<String> myMachines;
    private LearnedRunTimes learned;
    private Money spendable;

    OwnerFleet(Observation seen, FleetDraft draft, Owner owner, Budgets.Share share, Duration interval, Memory before) {
        this.seen = seen;
        this.draft = draft;
        this.owner = owner;
        this.share = share;
        this.interval = interval;
        this.before = before;
        this.policies = new TreeMap<>(before.policies);
        this.learned = before.learned;
        this.myMachines = seen.machines().stream()
                .filter(this::isMine)
                .map(machine -> machine.id().name())
                .collect(Collectors.toSet());
        this.bought = Budgeted.bought(seen, owner);
        this.spendable = new Purse(share.budget(), interval).spendable(bought, seen.now());
    }

    List<Plan.Release> releases() {
        return releases;
    }

    List<String> alerts() {
        return alerts;
    }

    Plan.Spending spending() {
        return new Plan.Spending(owner, share.budget(), interval, spendable);
    }

    Memory decide() {
        var done = new ArrayList<>(before.done);
        var news =
                seen.done().stream().filter(each -> each.owner().equals(owner)).toList();
        done.addAll(news);
        learned = before.learned.plus(news.stream()
                .map(each -> new Ended(each.kind(), 0, each.count(), each.seconds()))
                .toList());
        var lately = lately();
        var setups = new TreeMap<MachineId, String>();
        seen.machines().forEach(machine -> setups.put(machine.id(), machine.setup()));
        before.setups.forEach(setups::putIfAbsent);
        boolean tick = isTick();
        if (!tick && !share.policy().actsOnNews()) {
            groups().forEach(this::sayWhatItWaitsFor);
            alerts.addAll(before.alerts);
            return new Memory(before.tick, before.policies, done, lately, setups, before.limits, alerts, learned);
        }
        for (var group : groups()) decide(group, done, lately, setups, tick);
        var lastTick = tick ? Optional.of(seen.now()) : before.tick;
        var present = new TreeMap<>(setups);
        present.keySet()
                .removeIf(machine ->
                        seen.machines().stream().noneMatch(each -> each.id().equals(machine)));
        return new Memory(lastTick, policies, List.of(), tick ? present() : lately, present, limits, alerts, learned);
    }

    /** Between two decisions: what stood in the way at the last one, or else that the next one is to come. */
    private void sayWhatItWaitsFor(Group group) {
        var known = new ArrayList<>(before.limits.getOrDefault(group.key(), List.of()));
        if (known.isEmpty() && cheapest(group).compareTo(share.budget()) > 0) known.add(tooSmall(group));
        if (known.isEmpty()) {
            long seconds = before.tick
                    .map(last ->
                            Duration.between(seen.now(), last.plus(interval)).toSeconds())
                    .orElse(0L);
            known.add(new Plan.Obstacle(
                    Plan.Limit.NEXT_DECISION,
                    "",
                    "machines for %s are decided on every %s, and the next time in %d s"
                            .formatted(owner, Durations.format(interval), Math.max(0, seconds))));
        }
        addShortages(group, known);
    }

    private void addShortages(Group group, List<Plan.Obstacle> obstacles) {
        for (var lane : group.lanes()) {
            if (lane.ready() > 0)
                draft.add(new Plan.Shortage(lane.requires(), Optional.of(owner), lane.ready(), obstacles));
        }
    }

    private boolean isTick() {
        if (before.tick.isEmpty()) return true;
        var last = before.tick.get();
        // A clock that was set back must not stop it for as long.
        return last.isAfter(seen.now()) || !last.plus(interval).isAfter(seen.now());
    }

    private Map<String, Set<MachineId>> lately() {
        var lately = new TreeMap<String, Set<MachineId>>();
        before.lately.forEach((setup, machines) -> lately.put(setup, new TreeSet<>(machines)));
        present()
                .forEach((setup, machines) ->
                        lately.computeIfAbsent(setup, _ -> new TreeSet<>()).addAll(machines));
        return lately;
    }

    private Map<String, Set<MachineId>> present() {
        var present = new TreeMap<String, Set<MachineId>>();
        for (var machine : seen.machines())
            if (isMine(machine))
                present.computeIfAbsent(machine.setup(), _ -> new TreeSet<>()).add(machine.id());
        return present;
    }

    private boolean isMine(Observation.SeenMachine machine) {
        return machine.record().owner().equals(Optional.of(owner));
    }

    /** The most particular first: work that few setups can do has nowhere else to go. */
    private List<Group> groups() {
        var groups = new LinkedHashMap<String, Group>();
        for (var lane : lanes()) {
            var able = seen.setups().stream()
                    .filter(setup ->
                            setup.maxVMs() > 0 && setup.providedCapabilities().covers(lane.requires()))
                    .toList();
            if (able.isEmpty()) continue;
            var key = String.join(",", able.stream().map(Setup::id).toList());
            groups.computeIfAbsent(key, _ -> new Group(key, able, new ArrayList<>()))
                    .lanes()
                    .add(lane);
        }
        // Machines whose work is all done have to be let go by somebody.
        for (var machine : seen.machines()) {
            boolean looked = !isMine(machine)
                    || groups.values().stream().anyMatch(group -> indexOf(group, machine.setup()) >= 0);
            var setup = seen.setup(machine.setup());
            if (looked || setup.isEmpty()) continue;
            groups.put(machine.setup(), new Group(machine.setup(), List.of(setup.get()), new ArrayList<>()));
        }
        return groups.values().stream()
                .sorted(Comparator.comparingInt(group -> group.setups().size()))
                .toList();
    }

    /** The owner's work, without what free slots of agents will take that work for everybody. */
    private List<SeenLane> lanes() {
        var rooms = new ArrayList<Room>();
        for (var agent : seen.agents())
            if (agent.free() > 0 && isForEverybody(agent)) rooms.add(new Room(agent.offers(), agent.free()));
        var lanes = new ArrayList<SeenLane>();
        for (var lane : seen.lanes()) {
            if (!lane.owner().equals(owner)) continue;
            long ready = lane.ready();
            for (var room : rooms) if (room.offers.covers(lane.requires())) ready -= room.take(ready);
            lanes.add(lane.withReady(ready));
        }
        return lanes;
    }

    private boolean isForEverybody(Observation.SeenAgent agent) {
        if (agent.machine().isEmpty()) return true;
        return seen.machines().stream()
                .noneMatch(machine -> machine.id().equals(agent.machine().get())
                        && machine.record().owner().isPresent());
    }

    private static final class Room {
        final Capabilities offers;
        private long slots;

        Room(Capabilities offers, long slots) {
            this.offers = offers;
            this.slots = slots;
        }

        long take(long chains) {
            long taken = Math.min(chains, slots);
            slots -= taken;
            return taken;
        }
    }

    private static int indexOf(Group group, String setup) {
        for (int type = 0; type < group.setups().size(); type++)
            if (group.setups().get(type).id().equals(setup)) return type;
        return -1;
    }

    private void decide(
            Group group,
            List<Observation.Done> done,
            Map<String, Set<MachineId>> lately,
            Map<MachineId, String> setups,
            boolean tick) {
        OwnerPlan plan;
        var observation = observation(group, done, lately, setups, tick);
        try {
            plan = share.policy().decide(observation);
            check(plan, observation);
        } catch (RuntimeException nonsense) {
            alerts.add(
                    "the policy of %s failed, nothing is bought or let go: %s".formatted(owner, nonsense.getMessage()));
            return;
        }
        policies.put(group.key(), plan.memory());
        carryOut(group, plan);
    }

    /** Throws IllegalArgumentException if the plan wants what cannot be. */
    private static void check(OwnerPlan plan, OwnerObservation seen) {
        var cost = Money.ZERO;
        for (var purchase : plan.purchases()) {
            if (purchase.type() < 0 || purchase.type() >= seen.types().size())
                throw new IllegalArgumentException("it wants a machine of type %d, and there are %d types"
                        .formatted(purchase.type(), seen.types().size()));
            cost = cost.plus(seen.types().get(purchase.type()).charge());
        }
        if (cost.compareTo(seen.spendable()) > 0)
            throw new IllegalArgumentException(
                    "it wants to spend %s, and %s is left".formatted(cost, seen.spendable()));
        for (var release : plan.releases()) {
            if (seen.machines().stream().noneMatch(machine -> machine.id().equals(release.machine())))
                throw new IllegalArgumentException("it lets the unknown machine %s go".formatted(release.machine()));
        }
    }

    private void carryOut(Group group, OwnerPlan plan) {
        for (var release : plan.releases())
            releases.add(new Plan.Release(new MachineId(release.machine()), release.why()));
        var obstacles = new ArrayList<Plan.Obstacle>();
        for (var purchase : plan.purchases()) {
            var setup = group.setups().get(purchase.type());
            var obstacle = draft.buy(setup, Optional.of(owner), 1, purchase.why());
            obstacle.ifPresent(obstacles::add);
            if (obstacle.isEmpty()) spendable = spendable.minus(Charges.most(setup.billing(), interval));
        }
        meetDeadlines(group).ifPresent(obstacles::add);
        switch (plan.limit()) {
            case BUDGET ->
                obstacles.add(obstacle("the budget of %s, %s in %s, allows no more machines; %s of it is left"
                        .formatted(owner, share.budget(), Durations.format(interval), spendable)));
            case BUDGET_TOO_SMALL -> obstacles.add(tooSmall(group));
            case SYSTEM -> group.setups().forEach(setup -> draft.obstacle(setup).ifPresent(obstacles::add));
            case NO_WORK, DEMAND, SETTING -> {}
        }
        if (plan.limit() == OwnerPlan.Limit.BUDGET_TOO_SMALL)
            alerts.add(obstacles.getLast().text());
        limits.put(group.key(), List.copyOf(obstacles));
        if (!obstacles.isEmpty()) addShortages(group, obstacles);
    }

    /** Buys more than the policy wants where a deadline would be missed; says what can be had if the money does not suffice. */
    private Optional<Plan.Obstacle> meetDeadlines(Group group) {
        var boot = group.setups().stream()
                .map(Setup::bootDelay)
                .min(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        var deadlines = Deadlines.of(group.lanes(), learned, boot, seen.now());
        long slots = slots(group);
        while (slots < deadlines.slots()) {
            var setup = cheapestSlot(group);
            if (setup.isEmpty()) return Optional.of(tooLate(deadlines, slots));
            var why = "%s is to be ready by %s, and needs %d slots for that"
                    .formatted(deadlines.runs(), deadlines.first(), deadlines.slots());
            if (draft.buy(setup.get(), Optional.of(owner), 1, why).isPresent())
                return Optional.of(tooLate(deadlines, slots));
            spendable = spendable.minus(Charges.most(setup.get().billing(), interval));
            slots += setup.get().slotsPerMachine();
        }
        return Optional.empty();
    }

    private long slots(Group group) {
        long slots = 0;
        for (var setup : group.setups()) {
            long machines = seen.machines().stream()
                    .filter(machine -> isMine(machine)
                            && machine.state().isWanted()
                            && machine.setup().equals(setup.id()))
                    .count();
            machines += draft.purchases().stream()
                    .filter(purchase -> purchase.setup().equals(setup.id())
                            && purchase.owner().equals(Optional.of(owner)))
                    .count();
            slots += machines * setup.slotsPerMachine();
        }
        return slots;
    }

    private Optional<Setup> cheapestSlot(Group group) {
        return group.setups().stream()
                .filter(setup -> draft.room(setup) > 0
                        && Charges.most(setup.billing(), interval).compareTo(spendable) <= 0)
                .min(Comparator.comparingDouble(setup ->
                        Charges.most(setup.billing(), interval).amount().doubleValue() / setup.slotsPerMachine()));
    }

    private Plan.Obstacle tooLate(Deadlines deadlines, long slots) {
        var best = deadlines.readyOn(slots, seen.now());
        var text =
                "%s needs %d slots to be ready by %s, and the budget of %s, %s in %s, and the limits of the setups allow %d: %s"
                        .formatted(
                                deadlines.runs(),
                                deadlines.slots(),
                                deadlines.first(),
                                owner,
                                share.budget(),
                                Durations.format(interval),
                                slots,
                                best.equals(Instant.MAX)
                                        ? "it cannot be done"
                                        : "the best that can be had is about " + best);
        alerts.add(text);
        return obstacle(text);
    }

    private Plan.Obstacle tooSmall(Group group) {
        return obstacle("the budget of %s, %s in %s, cannot buy one machine: the cheapest costs %s in that time"
                .formatted(owner, share.budget(), Durations.format(interval), cheapest(group)));
    }

    private static Plan.Obstacle obstacle(String text) {
        return new Plan.Obstacle(Plan.Limit.BUDGET, "", text);
    }

    private Money cheapest(Group group) {
        return group.setups().stream()
                .map(setup -> Charges.most(setup.billing(), interval))
                .min(Comparator.naturalOrder())
                .orElse(Money.ZERO);
    }

    // --- what the policy sees ---

    private OwnerObservation observation(
            Group group,
            List<Observation.Done> done,
            Map<String, Set<MachineId>> lately,
            Map<MachineId, String> setups,
            boolean tick) {
        var machines = machines(group);
        var types = new ArrayList<SeenType>();
        for (var setup : group.setups()) {
            var type = new MachineType(
                    setup.id(), setup.billing(), setup.maxVMs(), setup.bootDelay(), setup.slotsPerMachine());
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
                ended(group, done, setups),
                seen.now().toEpochMilli() ^ owner.name().hashCode(),
                policies.getOrDefault(group.key(), PolicyMemory.NONE));
    }

    /** What machines for other work take is not for this one. */
    private Money budgetOf(Group group) {
        var others = Money.ZERO;
        for (var machine : seen.machines()) {
            if (isMine(machine) && indexOf(group, machine.setup()) < 0)
                others = others.plus(Charges.most(machine.record().billing(), interval));
        }
        return others.compareTo(share.budget()) >= 0
                ? Money.ZERO
                : share.budget().minus(others);
    }

    private List<Reserved> machines(Group group) {
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
            int type = indexOf(group, machine.setup());
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

    /** A machine has to be let go a little before its time is over, for it must be gone by then not to cost again. */
    private Duration lead(Duration paidFor) {
        var least = paidFor.dividedBy(4);
        var lead = least.compareTo(LONGEST_LEAD) < 0 ? least : LONGEST_LEAD;
        boolean betweenTicks = !share.policy().actsOnNews() && paidFor.compareTo(interval.multipliedBy(2)) > 0;
        return betweenTicks ? lead.plus(interval) : lead;
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

    private static List<Ended> ended(Group group, List<Observation.Done> done, Map<MachineId, String> setups) {
        var ended = new ArrayList<Ended>();
        for (var each : done) {
            int type = indexOf(group, setups.getOrDefault(each.machine(), ""));
            if (type >= 0) ended.add(new Ended(each.kind(), type, each.count(), each.seconds()));
        }
        return ended;
    }
}
