package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Ended;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Reserved;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Running;
import io.tidewheel.autoscaling.elastic.OwnerObservation.SeenType;
import io.tidewheel.model.Billing;
import io.tidewheel.model.MachineState.Supply;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

/** What one owner has and wants, written down bit by bit, and how a policy sees it. */
final class OwnerStage {
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    static final Duration MINUTE = Duration.ofMinutes(1);
    static final int PLENTY = 1_000;

    /** The graph that the worked examples use: letters for tasks. */
    static final String TWELVE = "a b c:a d:ab e:b f:cd g:d h:e i:fgh j:i k:i l:jk";

    Money budget = new Money(new java.math.BigDecimal(100));
    Instant now = NOON;
    boolean tick = true;
    long seed = 1;
    PolicyMemory memory = PolicyMemory.NONE;
    final List<MachineType> types = new ArrayList<>();
    final List<Integer> free = new ArrayList<>();
    final List<Integer> lately = new ArrayList<>();
    final List<Reserved> machines = new ArrayList<>();
    final List<SeenWorkflow> workflows = new ArrayList<>();
    final List<Ended> ended = new ArrayList<>();

    /** Types named small and large, or t0, t1 and so on, that cost so much. */
    static OwnerStage withPrices(double... prices) {
        var stage = new OwnerStage();
        for (int type = 0; type < prices.length; type++) {
            var name = prices.length == 2 ? List.of("small", "large").get(type) : "t" + type;
            stage.types.add(MachineType.of(name, new Billing(money(prices[type]), MINUTE), PLENTY));
            stage.free.add(PLENTY);
            stage.lately.add(0);
        }
        return stage;
    }

    static Money money(double amount) {
        return new Money(java.math.BigDecimal.valueOf(amount));
    }

    OwnerStage budget(double amount) {
        budget = money(amount);
        return this;
    }

    /** In the interval that has just ended so many tasks were completed on so many machines. */
    OwnerStage completed(int type, int tasks, int on) {
        if (tasks > 0) ended.add(new Ended("any", type, tasks, tasks));
        lately.set(type, on);
        return this;
    }

    OwnerStage idle(String id, int type) {
        machines.add(new Reserved(id, type, Supply.IDLE, now, now, List.of()));
        return this;
    }

    OwnerStage idle(String id, int type, Instant paidUntil, Instant since) {
        machines.add(new Reserved(id, type, Supply.IDLE, paidUntil, since, List.of()));
        return this;
    }

    OwnerStage busy(String id, int type, Running... running) {
        machines.add(new Reserved(id, type, Supply.BUSY, now, now, List.of(running)));
        return this;
    }

    OwnerStage workflow(SeenWorkflow workflow) {
        workflows.add(workflow);
        return this;
    }

    OwnerStage bag(int tasks) {
        return workflow(workflow("bag-" + workflows.size(), WorkGraph.bag(tasks, "any"), new BitSet()));
    }

    static SeenWorkflow workflow(String id, WorkGraph graph, BitSet finished) {
        return new SeenWorkflow(id, 0, NOON, graph, finished, new BitSet(), RunTimes.UNKNOWN);
    }

    /** Reads tasks with what they wait for after a colon: {@code a b c:ab}. */
    static WorkGraph graph(String text) {
        var names = new ArrayList<String>();
        var parents = new ArrayList<List<Integer>>();
        for (var part : text.split(" ", -1)) {
            var halves = part.split(":", -1);
            names.add(halves[0]);
            parents.add(
                    halves.length == 1
                            ? List.of()
                            : halves[1]
                                    .chars()
                                    .mapToObj(Character::toString)
                                    .map(names::indexOf)
                                    .toList());
        }
        return WorkGraph.of(parents, names);
    }

    /** The tasks with these one-letter names. */
    static BitSet tasks(WorkGraph graph, String letters) {
        var tasks = new BitSet();
        for (int task = 0; task < graph.size(); task++) if (letters.contains(graph.kind(task))) tasks.set(task);
        return tasks;
    }

    OwnerObservation seen() {
        var seenTypes = new ArrayList<SeenType>();
        for (int type = 0; type < types.size(); type++)
            seenTypes.add(new SeenType(types.get(type), types.get(type).price(), free.get(type), lately.get(type)));
        var taken = Money.ZERO;
        for (var machine : machines)
            taken = taken.plus(types.get(machine.type()).price());
        var spendable = taken.compareTo(budget) > 0 ? Money.ZERO : budget.minus(taken);
        return new OwnerObservation(
                now,
                MINUTE,
                tick,
                new Owner("ada"),
                budget,
                spendable,
                true,
                seenTypes,
                machines,
                workflows,
                ended,
                seed,
                memory);
    }

    /** Decides, and keeps what the policy remembers for the next time. */
    OwnerPlan decide(OwnerPolicy policy) {
        var plan = policy.decide(seen());
        memory = plan.memory();
        return plan;
    }

    /** What machines cost after a plan, by their prices. */
    Money costAfter(OwnerPlan plan) {
        var types = new TreeMap<String, Integer>();
        machines.forEach(machine -> types.put(machine.id(), machine.type()));
        plan.releases().forEach(release -> types.remove(release.machine()));
        var cost = Money.ZERO;
        for (int type : types.values()) cost = cost.plus(this.types.get(type).price());
        for (var purchase : plan.purchases())
            cost = cost.plus(this.types.get(purchase.type()).price());
        return cost;
    }
}
