package io.tidewheel.simulation.elastic;

import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.autoscaling.elastic.BudgetedPolicy;
import io.tidewheel.autoscaling.elastic.Budgets;
import io.tidewheel.autoscaling.elastic.MachineCharges;
import io.tidewheel.autoscaling.elastic.MachineType;
import io.tidewheel.autoscaling.elastic.OwnerObservation;
import io.tidewheel.autoscaling.elastic.OwnerPlan;
import io.tidewheel.autoscaling.elastic.OwnerPolicy;
import io.tidewheel.engine.AgentDescription;
import io.tidewheel.engine.Assignment;
import io.tidewheel.engine.Engine;
import io.tidewheel.engine.Fleet;
import io.tidewheel.engine.FleetCounters;
import io.tidewheel.engine.FleetSettings;
import io.tidewheel.engine.FleetWork;
import io.tidewheel.model.Actor;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Owner;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Setup;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.model.WorkTime;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Plays a scenario with all that a server is: the engine on its store, and the fleet service with the policy, the purse and the machine
 * port; only the cloud behind the port, the agents on its machines and the clock are simulated. The fleet looks at work as often as on a
 * server, once a second and soon after news, but for looks that would find nothing to decide.
 */
final class FleetSimulation implements SimWorkflowEngine.Agents<ArrivedWorkflow>, FleetWork, SimCloud.Witness {
    private static final Actor LAB = Actor.anyone("lab");
    private static final long BETWEEN_PASSES = Fleet.BETWEEN_PASSES.toNanos();
    private static final Duration LONGEST_QUIET = Duration.ofHours(1);

    /** A task on a machine; void as soon as the machine has failed. */
    private record Work(Assignment order, ArrivedWorkflow workflow, int task) {}

    private static final class Machine {
        final int type;
        final UserMeter user;
        final Owner owner;
        final Map<ChainId, Work> working = new HashMap<>();
        final SessionId session;
        final Instant bought;
        boolean hasFailed;

        Machine(SessionId session, int type, Owner owner, UserMeter user, Instant bought) {
            this.session = session;
            this.bought = bought;
            this.type = type;
            this.owner = owner;
            this.user = user;
        }
    }

    private final FleetScenario scenario;
    private final ScenarioPlayer play;
    private final VirtualTime time;
    private final MemoryDatabase database;
    private final Map<Owner, UserMeter> meters = new HashMap<>();
    private final Map<MachineId, Machine> machines = new HashMap<>();
    private final Map<SessionId, Machine> bySession = new HashMap<>();
    private final SimWorkflowEngine<ArrivedWorkflow> lab;
    private final Engine engine;
    private final Fleet fleet;
    private final Set<String> troubles = new LinkedHashSet<>();
    private long sessions;
    private String breach = "";
    private boolean settling;
    /** The fleet does not know yet what has become of a machine. */
    private boolean isNewToFleet;
    /** Machines on which work has ended since the fleet was last thought of. */
    private final List<Machine> stopped = new ArrayList<>();

    private boolean hasStarted;
    private long lastPass;
    private long nextPass = Long.MAX_VALUE;

    FleetSimulation(FleetScenario scenario, PolicySimulation.Watcher watcher) {
        this.scenario = scenario;
        this.play = new ScenarioPlayer(scenario, watcher);
        this.time = play.time;
        this.database = MemoryDatabase.empty().withWorkTimes(learned());
        var random = new SplittableRandom(scenario.seed());
        for (int user = 0; user < scenario.budgets().size(); user++)
            meters.put(SimUser.ownerOf(user), play.meter(user));
        this.lab = new SimWorkflowEngine<>(time, database, random.split(), this);
        this.engine = lab.engine();
        this.fleet = new Fleet(
                FleetSettings.of(
                                "lab",
                                scenario.types().stream()
                                        .map(FleetSimulation::setup)
                                        .toList())
                        .withRetention(scenario.interval().multipliedBy(10)),
                database.machines(),
                new SimCloud(time, random.split(), scenario.conditions(), this),
                new BudgetedPolicy(budgets()),
                this,
                random.split(),
                new FleetCounters(),
                this::settle);
    }

    /** How long kinds of work took before the simulation begins; what one user's work showed is known of all users. */
    private List<WorkTime> learned() {
        var all = new ArrayList<WorkTime>();
        for (int user = 0; user < scenario.budgets().size(); user++) {
            for (var time : scenario.conditions().learned())
                all.add(new WorkTime(
                        SimUser.ownerOf(user), time.setup(), time.kind(), time.chains(), time.took(), time.last()));
        }
        return all;
    }

    private static Setup setup(MachineType type) {
        return Setup.of(type.name(), Capabilities.NONE, type.limit())
                .withBilling(type.billing())
                .withBootDelay(type.bootDelay())
                .withMaxCreateConcurrent(Math.max(1, type.limit()))
                .withAgents(1, Setup.Size.ofSlots(type.slots()));
    }

    private Budgets budgets() {
        var shares = new TreeMap<Owner, Budgets.Share>();
        var policy = new Timed(scenario.policy());
        for (int user = 0; user < scenario.budgets().size(); user++)
            shares.put(
                    SimUser.ownerOf(user), new Budgets.Share(scenario.budgets().get(user), policy));
        return new Budgets(scenario.interval(), shares, Optional.empty());
    }

    /** Measures how long decisions take. */
    private final class Timed implements OwnerPolicy {
        private final OwnerPolicy policy;

        Timed(OwnerPolicy policy) {
            this.policy = policy;
        }

        @Override
        public OwnerPlan decide(OwnerObservation seen) {
            return play.decide(policy, seen);
        }

        @Override
        public PolicyMemory remembering(List<OwnerObservation.Ended> before, int types) {
            return policy.remembering(before, types);
        }

        @Override
        public boolean actsOnNews() {
            return policy.actsOnNews();
        }

        @Override
        public boolean restsWithoutQueue() {
            return policy.restsWithoutQueue();
        }

        @Override
        public boolean knowsRunTimes() {
            return policy.knowsRunTimes();
        }
    }

    ScenarioResult play() {
        play.begin(this::arrive);
        play.beginGrowing().ifPresent(this::arrive);
        // Whoever arrives at the very beginning is there when the fleet looks for the first time.
        time.after(Duration.ZERO, this::pass);
        play.sample();
        while (play.step()) if (!breach.isEmpty()) throw new IllegalStateException(breach);
        return play.figures(List.copyOf(troubles));
    }

    // --- what happens ---

    private void arrive(ArrivedWorkflow workflow) {
        lab.submit(workflow, SimUser.ownerOf(workflow.user), Capabilities.NONE);
        settle();
    }

    /** Something has happened: the engine is turned once in this moment, and the fleet looks soon. */
    private void news() {
        isNewToFleet = true;
        settle();
    }

    private void settle() {
        if (settling) return;
        settling = true;
        time.after(Duration.ZERO, () -> {
            settling = false;
            lab.turn();
            lookIfNeeded();
        });
    }

    /**
     * A fleet looks soon after all news. One whose policy wants nothing while nothing waits is left alone, though, as long as that is so, its
     * machines do nothing but work, and none of those that have come to rest is about to be paid for again: it would find nothing to decide.
     */
    private void lookIfNeeded() {
        // Passes were due since the last one in which nothing would have been done; one that is due now is still to
        // come.
        lastPass += Math.max(0, time.nanos() - lastPass - 1) / BETWEEN_PASSES * BETWEEN_PASSES;
        if (isNewToFleet || !mayRest()) passSoon(lastPass + Fleet.SOON.toNanos());
        else
            for (var machine : stopped) {
                if (!machine.working.isEmpty() || machine.hasFailed) continue;
                var billing = scenario.types().get(machine.type).billing();
                passSoon(lastPass
                        + BETWEEN_PASSES
                                * passesUntil(MachineCharges.letGoBy(billing, machine.bought, time.instant())));
            }
        isNewToFleet = false;
        stopped.clear();
    }

    private boolean mayRest() {
        if (!scenario.policy().restsWithoutQueue()) return false;
        for (var user : meters.values()) if (user.demand > user.busy) return false;
        return fleet.quietUntil(time.instant()).isAfter(time.instant());
    }

    private void passSoon(long when) {
        long at = Math.max(time.nanos(), when);
        if (at >= nextPass) return;
        nextPass = at;
        time.after(Duration.ofNanos(at - time.nanos()), () -> {
            if (nextPass == at) pass();
        });
    }

    private void pass() {
        lab.turn();
        do {
            fleet.runOnce(time.instant());
            hasStarted = false;
            lab.turn();
        } while (fleet.hasAnswers());
        var error = fleet.status().trouble();
        if (!error.isEmpty() && troubles.size() < 1_000) troubles.add(error);
        lastPass = time.nanos();
        nextPass = Long.MAX_VALUE;
        // What has started at last, the fleet has not seen yet.
        passSoon(lastPass + BETWEEN_PASSES * (hasStarted ? 1 : passesUntil(fleet.quietUntil(time.instant()))));
    }

    /** How many passes it is until one has something to do, if nothing happens. */
    private long passesUntil(Instant moment) {
        if (!moment.isAfter(time.instant())) return 1;
        var most = time.instant().plus(LONGEST_QUIET);
        long wait = Duration.between(time.instant(), moment.isBefore(most) ? moment : most)
                .toNanos();
        return Math.max(1, Math.ceilDiv(wait, BETWEEN_PASSES));
    }

    private void begin(Machine machine, Work work) {
        machine.user.until(time.nanos());
        work.workflow.started(work.task);
        machine.working.put(work.order.chain(), work);
        hasStarted = true;
        var takes = Duration.ofNanos(Math.round(play.started(work.workflow, work.task, machine.type) * 1e9));
        time.after(takes, () -> {
            if (!machine.hasFailed) end(machine, work, takes);
        });
    }

    private void end(Machine machine, Work work, Duration took) {
        play.ended(work.workflow, work.task);
        machine.working.remove(work.order.chain());
        lab.ended(machine.session, work.order, took, work.workflow.isOver());
        stopped.add(machine);
        settle();
    }

    // --- what the cloud tells ---

    @Override
    public void bought(MachineId id, Setup setup) {
        var owner = database.machines().machine(id).orElseThrow().owner().orElseThrow();
        var user = meters.get(owner);
        if (user == null) throw new IllegalStateException("a machine for nobody: " + owner);
        int type = 0;
        while (!scenario.types().get(type).name().equals(setup.id())) type++;
        var machine = new Machine(new SessionId(++sessions), type, owner, user, time.instant());
        machines.put(id, machine);
        user.until(time.nanos());
        user.got(type, 1);
        charge(machine, setup);
    }

    @Override
    public void paid(MachineId id, Setup setup) {
        charge(machine(id), setup);
    }

    private void charge(Machine machine, Setup setup) {
        double price = setup.billing().pricePerInterval().amount().doubleValue();
        // Not thrown here: whoever asked the cloud would take it for a failure of the cloud.
        machine.user
                .charge(time.nanos(), price)
                .ifPresent(found -> breach = "%s: %s at %s".formatted(machine.owner, found, time.instant()));
    }

    private Machine machine(MachineId id) {
        var machine = machines.get(id);
        if (machine == null) throw new IllegalStateException("there is no machine " + id);
        return machine;
    }

    @Override
    public void ready(MachineId id, Setup setup) {
        var machine = machine(id);
        bySession.put(machine.session, machine);
        var info = new AgentDescription(
                machine.session,
                id.name(),
                "lab",
                Capabilities.NONE,
                Amounts.UNLIMITED,
                setup.size().slots(),
                setup.size().slots(),
                false,
                Optional.of(machine.owner));
        var _ = engine.join(info, List.of());
        news();
    }

    @Override
    public void failed(MachineId id) {
        var machine = machine(id);
        play.failed();
        machine.hasFailed = true;
        machine.user.until(time.nanos());
        for (var work : machine.working.values()) {
            work.workflow.interrupted(work.task);
            machine.user.busy--;
        }
        machine.working.clear();
        leave(machine);
        news();
        time.after(SimWorkflowEngine.grace(), () -> {
            lab.stir();
            news();
        });
    }

    private void leave(Machine machine) {
        if (bySession.remove(machine.session) != null) engine.leave(machine.session);
    }

    @Override
    public void gone(MachineId id) {
        var machine = machine(id);
        machines.remove(id);
        machine.user.until(time.nanos());
        machine.user.got(machine.type, -1);
        machine.hasFailed = true;
        leave(machine);
    }

    // --- what the engine tells ---

    @Override
    public boolean isThere(SessionId session) {
        return bySession.containsKey(session);
    }

    @Override
    public void leased(SessionId session, Assignment work, ArrivedWorkflow workflow, int task) {
        var machine = bySession.get(session);
        if (machine == null) throw new IllegalStateException("a lease for an unknown agent: " + work.chain());
        begin(machine, new Work(work, workflow, task));
    }

    // --- what the fleet asks ---

    @Override
    public CompletableFuture<Sight> look() {
        var sight = engine.sight(true);
        lab.turn();
        return sight;
    }

    @Override
    public CompletableFuture<Void> drain(SessionId agent) {
        return engine.drain(agent, LAB);
    }

    @Override
    public void rank(Map<LaneId, LaneRank> ranks) {
        engine.rank(ranks);
    }
}
