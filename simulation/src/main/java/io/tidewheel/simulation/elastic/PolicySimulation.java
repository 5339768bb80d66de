package io.tidewheel.simulation.elastic;

import io.tidewheel.autoscaling.elastic.OwnerObservation;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Reserved;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Running;
import io.tidewheel.autoscaling.elastic.OwnerObservation.SeenType;
import io.tidewheel.autoscaling.elastic.OwnerPlan;
import io.tidewheel.autoscaling.elastic.TaskPlacement;
import io.tidewheel.model.MachineState.Supply;
import io.tidewheel.model.Money;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.simulation.elastic.TaskDispatch.Start;
import io.tidewheel.simulation.workloads.TimedWorkflow;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Plays a scenario. Whatever happens to a user is settled once per moment: idle machines get tasks, the policy is asked if it is its time,
 * machines go, those that stay are paid, new ones come, and idle machines get tasks again.
 */
public final class PolicySimulation {
    private final FleetScenario scenario;
    private final ScenarioPlayer play;
    private final VirtualTime time;
    private final SplittableRandom random;
    private final List<SimUser> users = new ArrayList<>();
    private final List<Deque<SimMachine>> pool = new ArrayList<>();
    private final double[] prices;
    private final long intervalNanos;
    private final List<String> refused = new ArrayList<>();

    private PolicySimulation(FleetScenario scenario, Watcher watcher) {
        this.scenario = scenario;
        this.play = new ScenarioPlayer(scenario, watcher);
        this.time = play.time;
        this.random = new SplittableRandom(scenario.seed());
        this.intervalNanos = scenario.interval().toNanos();
        this.prices = scenario.types().stream()
                .mapToDouble(type -> type.price().amount().doubleValue())
                .toArray();
        fill();
        var room = new SimEngine(time, random.split());
        for (int i = 0; i < scenario.budgets().size(); i++) {
            var user = new SimUser(i, scenario.budgets().get(i), prices.length, play.meter(i));
            if (scenario.mode() == FleetScenario.DispatchMode.ENGINE)
                user.dispatch = new EngineDispatch(room, user.owner);
            users.add(user);
        }
    }

    /** Is told of every task that starts. */
    @FunctionalInterface
    public interface Watcher {
        void started(TimedWorkflow workflow, int task, int type, double seconds);
    }

    public static ScenarioResult play(FleetScenario scenario) {
        return play(scenario, (_, _, _, _) -> {});
    }

    public static ScenarioResult play(FleetScenario scenario, Watcher watcher) {
        return scenario.mode() == FleetScenario.DispatchMode.FLEET
                ? new FleetSimulation(scenario, watcher).play()
                : new PolicySimulation(scenario, watcher).play();
    }

    private void fill() {
        int number = 0;
        for (int type = 0; type < prices.length; type++) {
            var machines = new ArrayDeque<SimMachine>();
            var kind = scenario.types().get(type);
            for (int i = 0; i < kind.limit(); i++) machines.add(new SimMachine(kind.name() + "-" + i, number++, type));
            pool.add(machines);
        }
    }

    private ScenarioResult play() {
        play.begin(this::arrive);
        tick();
        play.sample();
        while (play.step()) {
            // the step did the work
        }
        return play.figures(refused);
    }

    // --- what happens ---

    private void arrive(OpenWorkflow workflow) {
        var user = users.get(workflow.timed.user());
        user.open.put(workflow.id, workflow);
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
                    plan.placement() instanceof TaskPlacement.Queues queues ? queues.named(names) : plan.placement(),
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
        double seconds = play.started(start.workflow(), start.task(), machine.type);
        int same = machine.life;
        time.after(Duration.ofNanos(Math.round(seconds * 1e9)), () -> {
            if (machine.life == same) end(user, start, seconds);
        });
    }

    private void end(SimUser user, Start start, double seconds) {
        var machine = start.machine();
        var workflow = start.workflow();
        play.ended(workflow, start.task());
        user.ended(workflow.timed.shape().kind(start.task()), machine.type, seconds);
        machine.supply = Supply.IDLE;
        machine.since = time.instant();
        machine.workflow = null;
        user.dispatch.ended(start);
        if (workflow.left == 0) user.open.remove(workflow.id);
        settleSoon(user);
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
        user.meter.got(machine.type, -1);
        user.dispatch.gone(machine);
        pool.get(machine.type).addFirst(machine);
    }

    /** Pays again for the machines that stay when the time is over that was paid for. */
    private void renew(SimUser user) {
        for (var machine : user.machines.values()) if (machine.paidUntil <= time.nanos()) pay(user, machine);
    }

    private void pay(SimUser user, SimMachine machine) {
        user.meter.charge(time.nanos(), prices[machine.type]).ifPresent(breach -> {
            throw new IllegalStateException("%s: %s at %s".formatted(user.owner, breach, time.instant()));
        });
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
        user.meter.got(type, 1);
        pay(user, machine);
        var kind = scenario.types().get(type);
        var boot = scenario.conditions().boot(kind.name(), kind.bootDelay(), 1);
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

    /** A machine fails: it is gone at once, and so is the money until its time is over; its task has to start again. */
    private void fail(SimUser user, SimMachine machine) {
        user.meter.until(time.nanos());
        var interrupted = Optional.ofNullable(machine.workflow);
        interrupted.ifPresent(workflow -> {
            workflow.interrupted(machine.task);
            user.meter.busy--;
        });
        user.paidAhead(machine, prices[machine.type], time.nanos());
        user.machines.remove(machine.id);
        user.meter.got(machine.type, -1);
        machine.workflow = null;
        machine.supply = Supply.DOWN;
        machine.user = -1;
        machine.life++;
        play.failed();
        user.dispatch.failed(machine, interrupted);
        pool.get(machine.type).addLast(machine);
        settleSoon(user);
        time.after(SimWorkflowEngine.grace(), () -> settleSoon(user));
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
                user.machines.values().stream().map(PolicySimulation::reserved).toList(),
                user.open.values().stream().map(OpenWorkflow::seen).toList(),
                user.takeEnded(),
                random.nextLong(),
                user.memory);
        return play.decide(scenario.policy(), seen);
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
}
