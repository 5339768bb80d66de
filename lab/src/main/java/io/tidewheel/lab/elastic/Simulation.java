package io.tidewheel.lab.elastic;

import io.tidewheel.autoscaling.elastic.OwnerObservation;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Reserved;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Running;
import io.tidewheel.autoscaling.elastic.OwnerObservation.SeenType;
import io.tidewheel.autoscaling.elastic.OwnerPlan;
import io.tidewheel.autoscaling.elastic.Placement;
import io.tidewheel.lab.elastic.Dispatch.Start;
import io.tidewheel.lab.workloads.TimedWorkflow;
import io.tidewheel.model.MachineState.Supply;
import io.tidewheel.model.Money;
import io.tidewheel.model.RunId;
import io.tidewheel.model.VirtualTime;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Plays a scenario. Whatever happens to a user is settled once per moment: idle machines get tasks, the policy is asked if it is its time,
 * machines go, those that stay are paid, new ones come, and idle machines get tasks again.
 */
public final class Simulation {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration LONGEST = Duration.ofDays(365);
    private static final int SAMPLES_PER_INTERVAL = 4;

    private final Scenario scenario;
    private final Watcher watcher;
    private final VirtualTime time = new VirtualTime(START);
    private final SplittableRandom random;
    private final List<SimUser> users = new ArrayList<>();
    private final List<Deque<SimMachine>> pool = new ArrayList<>();
    private final double[] prices;
    private final long intervalNanos;
    private final Iterator<TimedWorkflow> arrivals;
    private int open;
    private long runs;
    private final List<WorkflowFigures> done = new ArrayList<>();
    private final List<Played.Sample> samples = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private long[] decisions = new long[256];
    private int decisionCount;
    private long events;
    private long failures;

    private Simulation(Scenario scenario, Watcher watcher) {
        this.scenario = scenario;
        this.watcher = watcher;
        this.random = new SplittableRandom(scenario.seed());
        this.intervalNanos = scenario.interval().toNanos();
        this.arrivals = scenario.workload().workflows().iterator();
        this.prices = scenario.types().stream()
                .mapToDouble(type -> type.price().amount().doubleValue())
                .toArray();
        int all = fill();
        var room = new EngineRoom(time, random.split());
        for (int i = 0; i < scenario.budgets().size(); i++) {
            var meter = new Meter(all, intervalNanos);
            var user = new SimUser(i, scenario.budgets().get(i), prices.length, meter);
            if (scenario.way() == Scenario.Way.ENGINE) user.dispatch = new ThroughEngine(room, user.owner);
            users.add(user);
        }
    }

    /** Is told of every task that starts. */
    @FunctionalInterface
    public interface Watcher {
        void started(TimedWorkflow workflow, int task, int type, double seconds);
    }

    public static Played play(Scenario scenario) {
        return play(scenario, (_, _, _, _) -> {});
    }

    public static Played play(Scenario scenario, Watcher watcher) {
        return scenario.way() == Scenario.Way.FLEET
                ? new FleetSimulation(scenario, watcher).play()
                : new Simulation(scenario, watcher).play();
    }

    private int fill() {
        int number = 0;
        for (int type = 0; type < prices.length; type++) {
            var machines = new ArrayDeque<SimMachine>();
            var kind = scenario.types().get(type);
            for (int i = 0; i < kind.limit(); i++) machines.add(new SimMachine(kind.name() + "-" + i, number++, type));
            pool.add(machines);
        }
        return number;
    }

    private Played play() {
        nextArrival();
        tick();
        sample();
        while (isOpen() && time.step(LONGEST)) events++;
        if (isOpen()) throw new IllegalStateException("%d workflows are not finished after a year".formatted(open));
        users.forEach(user -> user.meter.until(time.nanos()));
        return new Played(
                List.copyOf(done),
                users.stream()
                        .map(user -> user.meter.figures(user.budget.amount().doubleValue(), user.tasksDone))
                        .toList(),
                List.copyOf(samples),
                Arrays.copyOf(decisions, decisionCount),
                List.copyOf(refused),
                events,
                failures);
    }

    private boolean isOpen() {
        return open > 0
                || arrivals.hasNext()
                || done.size() < scenario.workload().workflows().size();
    }

    // --- what happens ---

    private void nextArrival() {
        if (!arrivals.hasNext()) return;
        var workflow = arrivals.next();
        time.after(Duration.ofNanos(Math.round(workflow.arrival() * 1e9) - time.nanos()), () -> {
            arrive(workflow);
            nextArrival();
        });
    }

    private void arrive(TimedWorkflow timed) {
        var user = users.get(timed.user());
        var workflow = new OpenWorkflow(timed, new RunId(++runs), time.instant());
        open++;
        user.meter.until(time.nanos());
        user.open.put(workflow.id, workflow);
        user.meter.demand += workflow.eligible.cardinality();
        user.dispatch.arrived(workflow);
        settleSoon(user);
    }

    private void tick() {
        time.after(Duration.ofNanos(intervalNanos - time.nanos() % intervalNanos), this::tick);
        var order = new ArrayList<>(users);
        Collections.shuffle(order, random);
        // Not at once: what else happens at this moment comes first.
        time.after(
                Duration.ZERO,
                () -> order.forEach(user -> {
                    settle(user, true);
                    Arrays.fill(user.reservedLately, 0);
                    for (var machine : user.machines.values()) user.reservedLately[machine.type]++;
                }));
    }

    private void settleSoon(SimUser user) {
        if (user.settling) return;
        user.settling = true;
        time.after(Duration.ZERO, () -> {
            user.settling = false;
            settle(user, false);
        });
    }

    private void settle(SimUser user, boolean tick) {
        user.meter.until(time.nanos());
        place(user);
        if (tick || scenario.policy().actsOnNews()) {
            var plan = decide(user, tick);
            plan.releases().forEach(release -> release(user, release.machine()));
            renew(user);
            var names = new HashMap<String, String>();
            for (int i = 0; i < plan.purchases().size(); i++) {
                var called = OwnerPlan.bought(i);
                buy(user, plan.purchases().get(i).type()).ifPresent(machine -> names.put(called, machine.id));
            }
            user.memory = plan.memory();
            user.follow(
                    plan.placement() instanceof Placement.Queues queues ? queues.named(names) : plan.placement(),
                    time,
                    random);
        } else {
            renew(user);
        }
        place(user);
    }

    private void place(SimUser user) {
        user.dispatch.place().forEach(start -> begin(user, start));
    }

    private void begin(SimUser user, Start start) {
        var machine = start.machine();
        machine.supply = Supply.BUSY;
        machine.since = time.instant();
        machine.started = machine.since;
        machine.workflow = start.workflow();
        machine.task = start.task();
        user.meter.busy++;
        watcher.started(start.workflow().timed, start.task(), machine.type, time.nanos() / 1e9);
        if (start.workflow().firstStart < 0) start.workflow().firstStart = time.nanos() / 1e9;
        double seconds = scenario.conditions().seconds(start.workflow().timed, machine.type, start.task());
        int same = machine.life;
        time.after(Duration.ofNanos(Math.round(seconds * 1e9)), () -> {
            if (machine.life == same) end(user, start, seconds);
        });
    }

    private void end(SimUser user, Start start, double seconds) {
        var machine = start.machine();
        var workflow = start.workflow();
        user.meter.until(time.nanos());
        user.meter.busy--;
        user.meter.demand += workflow.ended(start.task()) - 1;
        user.ended(workflow.timed.shape().kind(start.task()), machine.type, seconds);
        machine.supply = Supply.IDLE;
        machine.since = time.instant();
        machine.workflow = null;
        user.dispatch.ended(start);
        if (workflow.left == 0) close(user, workflow);
        settleSoon(user);
    }

    private void close(SimUser user, OpenWorkflow workflow) {
        user.open.remove(workflow.id);
        open--;
        var timed = workflow.timed;
        done.add(new WorkflowFigures(
                timed.name(),
                user.number,
                timed.size(),
                timed.arrival(),
                workflow.firstStart,
                time.nanos() / 1e9,
                timed.ideal()));
    }

    private void sample() {
        time.after(Duration.ofNanos(intervalNanos / SAMPLES_PER_INTERVAL), this::sample);
        samples.add(new Played.Sample(
                time.nanos() / 1e9,
                users.stream().map(user -> user.meter.demand).toList(),
                users.stream().map(user -> user.meter.supply).toList(),
                users.stream().map(user -> user.meter.busy).toList(),
                users.stream().map(this::byType).toList()));
    }

    private List<Integer> byType(SimUser user) {
        var counts = new Integer[prices.length];
        Arrays.setAll(counts, type -> (int) user.machines.values().stream()
                .filter(machine -> machine.type == type)
                .count());
        return List.of(counts);
    }

    // --- machines ---

    private void release(SimUser user, String id) {
        var machine = user.machines.get(id);
        if (machine == null || machine.supply != Supply.IDLE) {
            refused.add("%s: %s is not idle, and was to go".formatted(time.instant(), id));
            return;
        }
        user.paidAhead(machine, prices[machine.type], time.nanos());
        machine.supply = Supply.DOWN;
        machine.user = -1;
        machine.life++;
        user.machines.remove(id);
        user.meter.supply--;
        user.dispatch.gone(machine);
        pool.get(machine.type).addFirst(machine);
    }

    /** Whoever stays when the time is over that was paid for is paid again. */
    private void renew(SimUser user) {
        for (var machine : user.machines.values()) if (machine.paidUntil <= time.nanos()) pay(user, machine);
    }

    private void pay(SimUser user, SimMachine machine) {
        double recent = user.meter.charge(time.nanos(), prices[machine.type]);
        double budget = user.budget.amount().doubleValue();
        if (recent > budget + 1e-9)
            throw new IllegalStateException(
                    "%s spends %s of %s at %s".formatted(user.owner, recent, budget, time.instant()));
        machine.paidUntil = time.nanos() + intervalNanos;
        machine.paidUntilInstant = time.instant().plusNanos(intervalNanos);
        if (!scenario.policy().actsOnNews()) return;
        int same = machine.life;
        time.after(scenario.interval(), () -> {
            if (machine.life == same) settleSoon(user);
        });
    }

    private Optional<SimMachine> buy(SimUser user, int type) {
        double left = spendable(user).amount().doubleValue();
        var machine = pool.get(type).peek();
        if (machine == null || prices[type] > left + 1e-9) {
            refused.add("%s: no %s for %s: %s"
                    .formatted(
                            time.instant(),
                            scenario.types().get(type).name(),
                            user.owner,
                            machine == null ? "there are no more" : "only " + left + " is left"));
            return Optional.empty();
        }
        pool.get(type).remove();
        machine.user = user.number;
        machine.supply = Supply.BOOTING;
        machine.since = time.instant();
        user.machines.put(machine.id, machine);
        user.reservedLately[type]++;
        user.meter.supply++;
        pay(user, machine);
        var boot = scenario.types().get(type).bootDelay();
        if (boot.isZero()) ready(user, machine);
        else
            time.after(boot, () -> {
                ready(user, machine);
                settleSoon(user);
            });
        return Optional.of(machine);
    }

    private void ready(SimUser user, SimMachine machine) {
        machine.supply = Supply.IDLE;
        machine.since = time.instant();
        user.dispatch.idle(machine);
        if (scenario.conditions().meanLife().isZero()) return;
        int same = machine.life;
        double life = -Math.log(1 - random.nextDouble())
                * scenario.conditions().meanLife().toNanos();
        time.after(Duration.ofNanos((long) life), () -> {
            if (machine.life == same) fail(user, machine);
        });
    }

    /** It is gone at once, and so is the money until its time is over; its task has to start again. */
    private void fail(SimUser user, SimMachine machine) {
        user.meter.until(time.nanos());
        var interrupted = Optional.ofNullable(machine.workflow);
        interrupted.ifPresent(workflow -> {
            workflow.interrupted(machine.task);
            user.meter.busy--;
        });
        user.paidAhead(machine, prices[machine.type], time.nanos());
        user.machines.remove(machine.id);
        user.meter.supply--;
        machine.workflow = null;
        machine.supply = Supply.DOWN;
        machine.user = -1;
        machine.life++;
        failures++;
        user.dispatch.failed(machine, interrupted);
        pool.get(machine.type).addLast(machine);
        settleSoon(user);
        time.after(EngineRoom.grace(), () -> settleSoon(user));
    }

    // --- the policy ---

    private OwnerPlan decide(SimUser user, boolean tick) {
        var seen = new OwnerObservation(
                time.instant(),
                scenario.interval(),
                tick,
                user.owner,
                user.budget,
                spendable(user),
                true,
                types(user),
                user.machines.values().stream().map(Simulation::reserved).toList(),
                user.open.values().stream().map(OpenWorkflow::seen).toList(),
                user.takeEnded(),
                random.nextLong(),
                user.memory);
        long began = System.nanoTime();
        var plan = scenario.policy().decide(seen);
        record(System.nanoTime() - began);
        return plan;
    }

    private Money spendable(SimUser user) {
        var left = user.budget.amount();
        for (var machine : user.machines.values())
            left = left.subtract(scenario.types().get(machine.type).price().amount());
        left = left.subtract(BigDecimal.valueOf(user.paidAhead(time.nanos())));
        return new Money(left.max(BigDecimal.ZERO));
    }

    private List<SeenType> types(SimUser user) {
        var types = new ArrayList<SeenType>();
        for (int type = 0; type < prices.length; type++) {
            var kind = scenario.types().get(type);
            types.add(new SeenType(kind, kind.price(), pool.get(type).size(), user.reservedLately[type]));
        }
        return types;
    }

    private static Reserved reserved(SimMachine machine) {
        var workflow = machine.workflow;
        return new Reserved(
                machine.id,
                machine.type,
                machine.supply,
                machine.paidUntilInstant,
                machine.since,
                workflow == null ? List.of() : List.of(new Running(workflow.id, machine.task, machine.started)));
    }

    private void record(long nanos) {
        if (decisionCount == decisions.length) decisions = Arrays.copyOf(decisions, decisionCount * 2);
        decisions[decisionCount++] = nanos;
    }
}
