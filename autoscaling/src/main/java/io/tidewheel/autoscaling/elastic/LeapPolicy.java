package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.autoscaling.elastic.OwnerPlan.Limit;
import io.tidewheel.model.CountedNoun;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.MachineState.Supply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Our own. It learns how long kinds of tasks take, and at all news lays the tasks that can start on the machines there are. A task may wait
 * as long as that makes its workflow later only by a small part of the time it takes anyway; where a task would wait longer, a machine is
 * bought: of the type that does most work for its price, and a dear one only for a task that would be late by more. A machine goes at the
 * end of the time that is paid for it if it has nothing to do then.
 *
 * @param patience which part of the time that a workflow takes at best its tasks may wait for a machine of the cheapest type
 * @param dearness how that grows with the price: for a type of p times the price the patience is p to this power as large
 * @param perPriority how much more a workflow counts for each step of its priority, see {@link TaskPlacement.NearestEndFirst}
 * @param secondsPerMoney how much longer a task may take to save one unit of money
 * @param overdue after how many times a minute and what is left of it a workflow comes before all others; 0 means never
 */
public record LeapPolicy(double patience, double dearness, double perPriority, double secondsPerMoney, double overdue)
        implements OwnerPolicy {
    public static final LeapPolicy DEFAULT = new LeapPolicy(0.01, 0.5, 0.2, 2, 10);

    /** What it has learned. */
    public record Memory(LearnedRunTimes learned) implements PolicyMemory {}

    public LeapPolicy {
        for (double each : new double[] {patience, dearness, perPriority, secondsPerMoney, overdue})
            if (!(each >= 0))
                throw new IllegalArgumentException("the parameters of leap are not negative, but " + each);
    }

    @Override
    public PolicyMemory remembering(List<OwnerObservation.Ended> before, int types) {
        return new Memory(LearnedRunTimes.nothing(types).plus(before));
    }

    @Override
    public boolean actsOnNews() {
        return true;
    }

    @Override
    public boolean restsWithoutQueue() {
        return true;
    }

    @Override
    public OwnerPlan decide(OwnerObservation seen) {
        PricedTypes.check(seen);
        var learned = learned(seen);
        var decision = new Decision(seen, learned);
        decision.layOut();
        decision.letGo();
        return decision.plan();
    }

    private static LearnedRunTimes learned(OwnerObservation seen) {
        int types = seen.types().size();
        var before = seen.memory() instanceof Memory(var known) && known.types() == types
                ? known
                : LearnedRunTimes.nothing(types);
        return before.plus(seen.ended());
    }

    /** How many machines the budget buys at the same time, the cheapest first. */
    private static int fleet(OwnerObservation seen, FleetChanges changes) {
        var left = seen.money();
        int fleet = 0;
        for (int type : changes.cheapestFirst()) {
            int more =
                    (int) Math.min(seen.reserved(type) + seen.types().get(type).free(), left / seen.price(type));
            fleet += more;
            left -= more * seen.price(type);
        }
        return Math.max(1, fleet);
    }

    /** A workflow that is not finished, and how near it is to its end: the least comes first. */
    private record Open(SeenWorkflow workflow, TaskRanks ranks, double key) {}

    /** A task that can start: how long its workflow may wait for it, and how long the workflow takes at best. */
    private record Waiting(SeenWorkflow workflow, String kind, double spare, double whole) {}

    /** A slot of a machine, and when it is free. */
    private static final class Slot implements Comparable<Slot> {
        final int machine;
        final int type;
        double free;

        Slot(int machine, int type, double free) {
            this.machine = machine;
            this.type = type;
            this.free = free;
        }

        /** The one that is free first. */
        @Override
        public int compareTo(Slot other) {
            int byTime = Double.compare(free, other.free);
            return byTime != 0 ? byTime : Integer.compare(machine, other.machine);
        }
    }

    private final class Decision {
        private final OwnerObservation seen;
        private final OverdueWorkflows overdueNow;
        private final LearnedRunTimes learned;
        private final FleetChanges changes;
        private final Map<String, SeenWorkflow> workflows;
        private final PriorityQueue<Slot> slots = new PriorityQueue<>();
        private final boolean[] used;
        private final double[] patienceOf;
        private final double[] prices;
        private final double[] boots;
        /** By kind: the mean over all types, then for each type. */
        private final Map<String, double[]> times = new HashMap<>();

        private final int fleet;
        private final List<TaskPlacement.Place> order = new ArrayList<>();
        private int unused;
        private int waiting;
        private int late;
        private boolean full;

        Decision(OwnerObservation seen, LearnedRunTimes learned) {
            this.seen = seen;
            this.learned = learned;
            this.overdueNow = new OverdueWorkflows(overdue, seen.now());
            this.changes = new FleetChanges(seen);
            this.workflows = seen.workflowsById();
            this.fleet = fleet(seen, changes);
            this.used = new boolean[seen.machines().size()];
            this.patienceOf = new double[seen.types().size()];
            this.prices = new double[patienceOf.length];
            this.boots = new double[patienceOf.length];
            Arrays.setAll(prices, seen::price);
            Arrays.setAll(
                    boots,
                    type -> IntervalPlanner.seconds(
                            seen.types().get(type).type().bootDelay()));
            double cheapest = Double.MAX_VALUE;
            for (double price : prices) cheapest = Math.min(cheapest, price);
            double least = cheapest;
            Arrays.setAll(patienceOf, type -> patience * Math.pow(prices[type] / least, dearness));
            for (int machine = 0; machine < used.length; machine++) addSlots(machine);
            for (var machine : seen.machines()) if (machine.isIdle()) unused++;
        }

        private void addSlots(int number) {
            var machine = seen.machines().get(number);
            if (!OwnerObservation.isKept(machine)) return;
            var type = seen.types().get(machine.type()).type();
            double boot = machine.supply() == Supply.BOOTING
                    ? Math.max(
                            0,
                            IntervalPlanner.seconds(
                                    Duration.between(seen.now(), machine.since().plus(type.bootDelay()))))
                    : 0;
            for (int slot = 0; slot < type.slots(); slot++) {
                double free = slot < machine.running().size()
                        ? left(machine, machine.running().get(slot))
                        : boot;
                slots.add(new Slot(number, machine.type(), free));
            }
        }

        private double left(OwnerObservation.Reserved machine, OwnerObservation.Running running) {
            double age = Math.max(0, IntervalPlanner.seconds(Duration.between(running.started(), seen.now())));
            var workflow = workflows.get(running.workflow());
            if (workflow == null) return 0;
            double expected = seconds(workflow.graph().kind(running.task()), machine.type());
            // What takes longer than expected is as likely to end soon as to go on for a good part of its age.
            return expected > age ? expected - age : age / 4;
        }

        /** Lays the tasks that can start on the machines, and buys where one would start too late. */
        void layOut() {
            var open = new ArrayList<Open>(seen.workflows().size());
            for (var workflow : seen.workflows()) {
                var ranks = TaskRanks.of(workflow, this::mean);
                double key = TaskPlacement.NearestEndFirst.key(workflow, ranks, fleet, perPriority, overdueNow);
                open.add(new Open(workflow, ranks, key));
            }
            open.sort(Comparator.comparingDouble(Open::key)
                    .thenComparing(each -> each.workflow().arrived()));
            open.forEach(this::layOut);
        }

        private void layOut(Open open) {
            var graph = open.workflow.graph();
            var isPlaced = new boolean[graph.kinds.length];
            for (int task : open.ranks.eligibleByRank(open.workflow)) {
                waiting++;
                int kind = graph.kindOf[task];
                double spare = open.ranks.remaining() - open.ranks.upward(task);
                if (!isPlaced[kind]) {
                    isPlaced[kind] = true;
                    order.add(new TaskPlacement.Place(open.workflow.id(), graph.kinds[kind], rank(open, spare)));
                }
                if (!isDecided()) layOut(new Waiting(open.workflow, graph.kinds[kind], spare, open.ranks.whole()));
            }
        }

        /** What is overdue stands in the order of arrival, before all else. */
        private static LaneRank rank(Open open, double spare) {
            return open.key == Double.NEGATIVE_INFINITY
                    ? LaneRank.overdue(open.workflow.arrived())
                    : new LaneRank(open.key, spare);
        }

        /** Nothing more can be bought, nothing is without work, and it is known that something is late: the rest changes nothing. */
        private boolean isDecided() {
            return full && (slots.isEmpty() || (unused == 0 && late > 0));
        }

        private double mean(String kind) {
            return timesOf(kind)[0];
        }

        private double seconds(String kind, int type) {
            return timesOf(kind)[type + 1];
        }

        private double[] timesOf(String kind) {
            var known = times.get(kind);
            if (known != null) return known;
            var made = new double[patienceOf.length + 1];
            made[0] = learned.seconds(kind);
            for (int type = 0; type < patienceOf.length; type++) made[type + 1] = learned.seconds(kind, type);
            times.put(kind, made);
            return made;
        }

        private void layOut(Waiting task) {
            var first = slots.poll();
            double start = first == null ? Double.MAX_VALUE : first.free;
            int type = full ? -1 : typeFor(task, start);
            if (type >= 0) {
                if (first != null) slots.add(first);
                buy(task, type, start);
                return;
            }
            if (first == null) return;
            if (start > task.spare + patience * task.whole) late++;
            if (first.machine >= 0) use(first.machine);
            first.free += seconds(task.kind, first.type);
            slots.add(first);
        }

        private void use(int machine) {
            if (!used[machine] && seen.machines().get(machine).isIdle()) unused--;
            used[machine] = true;
        }

        /** The type to buy for a task that would start then; -1 if it can wait, or nothing can be had. */
        private int typeFor(Waiting task, double start) {
            int best = -1;
            double least = Double.MAX_VALUE;
            boolean any = false;
            for (int type = 0; type < patienceOf.length; type++) {
                if (!changes.canAfford(type)) continue;
                any = true;
                if (start - boots[type] <= task.spare + patienceOf[type] * task.whole) continue;
                double cost = prices[type] * seconds(task.kind, type);
                if (cost < least) {
                    least = cost;
                    best = type;
                }
            }
            full = !any;
            return best;
        }

        private void buy(Waiting task, int type, double start) {
            var kind = seen.types().get(type).type();
            var when = start == Double.MAX_VALUE ? "for ever" : "%.1f s".formatted(start);
            changes.buy(type, "a task %s of %s would have to wait %s".formatted(task.kind, task.workflow.id(), when));
            double boot = boots[type];
            for (int slot = 0; slot < kind.slots(); slot++)
                slots.add(new Slot(-1, type, slot == 0 ? boot + seconds(task.kind, type) : boot));
        }

        /** Machines go that have nothing to do when their time is over. */
        void letGo() {
            for (int number = 0; number < used.length; number++) {
                var machine = seen.machines().get(number);
                if (machine.isIdle() && !used[number] && changes.isPaidUp(machine, Duration.ZERO))
                    changes.release(machine, "it has nothing to do, and would be paid for again");
            }
        }

        OwnerPlan plan() {
            var targets = QueueCounts.reserved(seen, changes);
            return new OwnerPlan(
                    Arrays.stream(targets).boxed().toList(),
                    changes.purchases(),
                    changes.releases(),
                    limit(),
                    why(),
                    new TaskPlacement.NearestEndFirst(
                            learned,
                            seen.types().stream().map(each -> each.type()).toList(),
                            fleet,
                            perPriority,
                            secondsPerMoney,
                            overdueNow,
                            order),
                    new Memory(learned));
        }

        private String why() {
            return "%s can start, %s%d of them late; %s bought, %d let go"
                    .formatted(
                            CountedNoun.of(waiting, "task"),
                            isDecided() ? "at least " : "",
                            late,
                            CountedNoun.are(changes.purchases().size(), "machine"),
                            changes.releases().size());
        }

        private Limit limit() {
            if (seen.workflows().isEmpty()) return Limit.NO_WORK;
            if (PricedTypes.cannotBuyOne(seen)) return Limit.BUDGET_TOO_SMALL;
            if (late == 0) return Limit.DEMAND;
            boolean money = false;
            for (var type : seen.types())
                money |= type.free() > 0 && changes.spendable().compareTo(type.charge()) < 0;
            return money ? Limit.BUDGET : Limit.SYSTEM;
        }
    }
}
