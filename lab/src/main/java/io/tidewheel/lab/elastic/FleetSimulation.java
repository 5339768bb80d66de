package io.tidewheel.lab.elastic;

import io.tidewheel.autoscaling.elastic.Budgeted;
import io.tidewheel.autoscaling.elastic.Budgets;
import io.tidewheel.autoscaling.elastic.MachineType;
import io.tidewheel.autoscaling.elastic.OwnerObservation;
import io.tidewheel.autoscaling.elastic.OwnerPlan;
import io.tidewheel.autoscaling.elastic.OwnerPolicy;
import io.tidewheel.engine.Actor;
import io.tidewheel.engine.AgentInfo;
import io.tidewheel.engine.AgentReport;
import io.tidewheel.engine.Assignment;
import io.tidewheel.engine.AttemptReport;
import io.tidewheel.engine.EndedChain;
import io.tidewheel.engine.Engine;
import io.tidewheel.engine.EngineCounters;
import io.tidewheel.engine.Fleet;
import io.tidewheel.engine.FleetCounters;
import io.tidewheel.engine.FleetSettings;
import io.tidewheel.engine.FleetWork;
import io.tidewheel.engine.Growth;
import io.tidewheel.engine.Order;
import io.tidewheel.engine.Outlet;
import io.tidewheel.engine.RunStatus;
import io.tidewheel.engine.Submission;
import io.tidewheel.lab.workloads.TimedWorkflow;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Rank;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Setup;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Plays a scenario with all that a server is: the engine on its store, and the fleet service with the policy, the purse and the machine
 * port; only the cloud behind the port, the agents on its machines and the clock are simulated. The fleet looks at work as often as on a
 * server: once a second, and soon after news.
 */
final class FleetSimulation implements Outlet, FleetWork, SimCloud.Witness {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration LONGEST = Duration.ofDays(365);
    private static final int SAMPLES_PER_INTERVAL = 4;
    private static final Actor LAB = Actor.anyone("lab");

    private static final class User {
        final int number;
        final Owner owner;
        final double budget;
        final Meter meter;
        final int[] supply;
        long tasksDone;

        User(int number, double budget, int types, Meter meter) {
            this.number = number;
            this.owner = new Owner("user-" + (number + 1));
            this.budget = budget;
            this.meter = meter;
            this.supply = new int[types];
        }
    }

    /** A task on a machine; void as soon as the machine has failed. */
    private record Work(Assignment order, OpenWorkflow workflow, int task) {}

    private static final class Machine {
        final int type;
        final User user;
        final Map<ChainId, Work> working = new HashMap<>();
        final SessionId session;
        boolean hasFailed;

        Machine(SessionId session, int type, User user) {
            this.session = session;
            this.type = type;
            this.user = user;
        }
    }

    private record Running(OpenWorkflow workflow, User user) {}

    private final Scenario scenario;
    private final Simulation.Watcher watcher;
    private final VirtualTime time = new VirtualTime(START);
    private final MemoryDatabase database = MemoryDatabase.empty();
    private final List<User> users = new ArrayList<>();
    private final Map<Owner, User> byOwner = new HashMap<>();
    private final Map<RunId, Running> runs = new HashMap<>();
    private final Map<MachineId, Machine> machines = new HashMap<>();
    private final Map<SessionId, Machine> bySession = new HashMap<>();
    private final Engine engine;
    private final Fleet fleet;
    private final Iterator<TimedWorkflow> arrivals;
    private final List<WorkflowFigures> done = new ArrayList<>();
    private final List<Played.Sample> samples = new ArrayList<>();
    private final Set<String> troubles = new LinkedHashSet<>();
    private long[] decisions = new long[256];
    private int decisionCount;
    private int open;
    private long workflows;
    private long sessions;
    private long sequence;
    private long events;
    private long failures;
    private String breach = "";
    private boolean engineNews;
    private boolean fleetNews;
    private boolean settling;
    private long lastPass = Long.MIN_VALUE / 2;
    private long nextPass = Long.MAX_VALUE;

    FleetSimulation(Scenario scenario, Simulation.Watcher watcher) {
        this.scenario = scenario;
        this.watcher = watcher;
        var random = new SplittableRandom(scenario.seed());
        this.arrivals = scenario.workload().workflows().iterator();
        int all = scenario.types().stream().mapToInt(MachineType::limit).sum();
        for (int i = 0; i < scenario.budgets().size(); i++) {
            var user = new User(
                    i,
                    scenario.budgets().get(i).amount().doubleValue(),
                    scenario.types().size(),
                    new Meter(all, scenario.interval().toNanos()));
            users.add(user);
            byOwner.put(user.owner, user);
        }
        this.engine = new Engine(
                "lab",
                database.store(),
                time,
                random.split(),
                EngineRoom.SETTINGS,
                this,
                () -> engineNews = true,
                new EngineCounters(),
                Growth.Source.NONE);
        this.fleet = new Fleet(
                FleetSettings.of(
                                "lab",
                                scenario.types().stream()
                                        .map(FleetSimulation::setup)
                                        .toList())
                        .withRetention(scenario.interval().multipliedBy(10)),
                database.machines(),
                new SimCloud(time, random.split(), scenario.conditions(), this),
                new Budgeted(budgets()),
                this,
                random.split(),
                new FleetCounters(),
                () -> fleetNews = true);
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
        for (var user : users)
            shares.put(user.owner, new Budgets.Share(scenario.budgets().get(user.number), policy));
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
            long began = System.nanoTime();
            var plan = policy.decide(seen);
            if (decisionCount == decisions.length) decisions = Arrays.copyOf(decisions, decisionCount * 2);
            decisions[decisionCount++] = System.nanoTime() - began;
            return plan;
        }

        @Override
        public boolean actsOnNews() {
            return policy.actsOnNews();
        }

        @Override
        public boolean knowsRunTimes() {
            return policy.knowsRunTimes();
        }
    }

    Played play() {
        nextArrival();
        // Whoever arrives at the very beginning is there when the fleet looks for the first time.
        time.after(Duration.ZERO, this::pass);
        sample();
        while (isOpen() && breach.isEmpty() && time.step(LONGEST)) events++;
        if (!breach.isEmpty()) throw new IllegalStateException(breach);
        if (isOpen()) throw new IllegalStateException("%d workflows are not finished after a year".formatted(open));
        users.forEach(user -> user.meter.until(time.nanos()));
        return new Played(
                List.copyOf(done),
                users.stream()
                        .map(user -> user.meter.figures(user.budget, user.tasksDone))
                        .toList(),
                List.copyOf(samples),
                Arrays.copyOf(decisions, decisionCount),
                List.copyOf(troubles),
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
        var workflow = new OpenWorkflow(timed, new RunId(++workflows), time.instant());
        open++;
        user.meter.until(time.nanos());
        user.meter.demand += workflow.eligible.cardinality();
        var spec = new RunSpec(
                RunKind.WORKFLOW,
                user.owner,
                timed.name(),
                new TreeMap<>(),
                timed.priority(),
                Optional.empty(),
                Optional.empty(),
                RunSpec.ANY_FAILS,
                Optional.empty(),
                "");
        var planting = new Submission.Planting(Payload.NONE, run -> {
            runs.put(run, new Running(workflow, user));
            return new WorkflowGrowth(workflow, Capabilities.NONE);
        });
        var _ = engine.submit(Submission.growing(spec, planting, Optional.empty(), false, user.owner.name()));
        news();
    }

    /** Something has happened: the engine is turned once in this moment, and the fleet looks soon. */
    private void news() {
        passSoon(lastPass + Fleet.SOON.toNanos());
        if (settling) return;
        settling = true;
        time.after(Duration.ZERO, () -> {
            settling = false;
            turn();
        });
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
        turn();
        do {
            fleetNews = false;
            fleet.runOnce(time.instant());
            turn();
        } while (fleetNews);
        var trouble = fleet.status().trouble();
        if (!trouble.isEmpty() && troubles.size() < 1_000) troubles.add(trouble);
        lastPass = time.nanos();
        nextPass = Long.MAX_VALUE;
        passSoon(lastPass + Fleet.BETWEEN_PASSES.toNanos());
    }

    private void turn() {
        while (engineNews) {
            engineNews = engine.runOnce();
            if (engine.hasFailed()) throw new IllegalStateException("the engine has failed: " + engine.failure());
            if (engine.counters().bugs.sum() > 0)
                throw new IllegalStateException("the engine refused what it was told");
        }
    }

    private void begin(Machine machine, Work work) {
        var user = machine.user;
        user.meter.until(time.nanos());
        user.meter.busy++;
        work.workflow.started(work.task);
        machine.working.put(work.order.chain(), work);
        double now = time.nanos() / 1e9;
        watcher.started(work.workflow.timed, work.task, machine.type, now);
        if (work.workflow.firstStart < 0) work.workflow.firstStart = now;
        double seconds = scenario.conditions().seconds(work.workflow.timed, machine.type, work.task);
        time.after(Duration.ofNanos(Math.round(seconds * 1e9)), () -> {
            if (!machine.hasFailed) end(machine, work, seconds);
        });
    }

    private void end(Machine machine, Work work, double seconds) {
        var user = machine.user;
        var workflow = work.workflow;
        user.meter.until(time.nanos());
        user.meter.busy--;
        user.meter.demand += workflow.ended(work.task) - 1;
        user.tasksDone++;
        machine.working.remove(work.order.chain());
        var order = work.order;
        var success = new AttemptReport(
                order.chain(),
                order.attempt(),
                order.lane().id().number(),
                Reason.NONE,
                0,
                Duration.ofNanos(Math.round(seconds * 1e9)),
                Payload.NONE);
        var _ = engine.report(machine.session, report(List.of(success)));
        if (workflow.left == 0) close(user, workflow, order.chain().run());
        news();
    }

    private AgentReport report(List<AttemptReport> ended) {
        return new AgentReport(
                ++sequence, ended, List.of(), List.of(), List.of(), OptionalInt.empty(), Optional.empty(), false);
    }

    private void close(User user, OpenWorkflow workflow, RunId run) {
        open--;
        runs.remove(run);
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
        time.after(scenario.interval().dividedBy(SAMPLES_PER_INTERVAL), this::sample);
        samples.add(new Played.Sample(
                time.nanos() / 1e9,
                users.stream().map(user -> user.meter.demand).toList(),
                users.stream().map(user -> user.meter.supply).toList(),
                users.stream().map(user -> user.meter.busy).toList(),
                users.stream()
                        .map(user -> Arrays.stream(user.supply).boxed().toList())
                        .toList()));
    }

    // --- what the cloud tells ---

    @Override
    public void bought(MachineId id, Setup setup) {
        var owner = database.machines().machine(id).orElseThrow().owner().orElseThrow();
        var user = byOwner.get(owner);
        if (user == null) throw new IllegalStateException("a machine for nobody: " + owner);
        int type = 0;
        while (!scenario.types().get(type).name().equals(setup.id())) type++;
        machines.put(id, new Machine(new SessionId(++sessions), type, user));
        user.meter.until(time.nanos());
        user.meter.supply++;
        user.supply[type]++;
        charge(user, setup);
    }

    @Override
    public void paid(MachineId id, Setup setup) {
        charge(machine(id).user, setup);
    }

    private void charge(User user, Setup setup) {
        double price = setup.billing().pricePerInterval().amount().doubleValue();
        double recent = user.meter.charge(time.nanos(), price);
        // Not thrown here: whoever asked the cloud would take it for a failure of the cloud.
        if (recent > user.budget + 1e-9 && breach.isEmpty())
            breach = "%s spends %s of %s at %s".formatted(user.owner, recent, user.budget, time.instant());
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
        var info = new AgentInfo(
                machine.session,
                id.name(),
                "lab",
                Capabilities.NONE,
                Amounts.UNLIMITED,
                setup.size().slots(),
                setup.size().slots(),
                false,
                Optional.of(machine.user.owner));
        var _ = engine.join(info, List.of());
        news();
    }

    @Override
    public void failed(MachineId id) {
        var machine = machine(id);
        failures++;
        machine.hasFailed = true;
        var user = machine.user;
        user.meter.until(time.nanos());
        for (var work : machine.working.values()) {
            work.workflow.interrupted(work.task);
            user.meter.busy--;
        }
        machine.working.clear();
        leave(machine);
        news();
        time.after(EngineRoom.grace(), () -> {
            engineNews = true;
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
        var user = machine.user;
        user.meter.until(time.nanos());
        user.meter.supply--;
        user.supply[machine.type]--;
        machine.hasFailed = true;
        leave(machine);
    }

    // --- what the engine tells ---

    @Override
    public void order(SessionId session, Order order) {
        var machine = bySession.get(session);
        if (machine == null) return;
        for (var work : order.assignments()) {
            var running = runs.get(work.chain().run());
            if (running == null) throw new IllegalStateException("a lease of an unknown run: " + work.chain());
            begin(machine, new Work(work, running.workflow, Integer.parseInt(work.parameter())));
        }
    }

    @Override
    public void disconnect(SessionId agent, String why) {
        if (bySession.containsKey(agent)) throw new IllegalStateException("the engine gave up an agent: " + why);
    }

    @Override
    public void ended(RunId run, List<EndedChain> chains) {
        // the simulation knows, for it has said so
    }

    @Override
    public void changed(RunStatus run) {
        // the simulation knows, for it has said so
    }

    // --- what the fleet asks ---

    @Override
    public CompletableFuture<Sight> look() {
        var agents = engine.agents();
        var needs = engine.needs();
        var work = engine.work(true);
        turn();
        var seen = work.join();
        return CompletableFuture.completedFuture(
                new Sight(engine.number(), needs.join(), agents.join(), seen.lanes(), seen.outlooks(), seen.done()));
    }

    @Override
    public CompletableFuture<Void> drain(SessionId agent) {
        var answer = engine.drain(agent, LAB);
        fleetNews = true;
        return answer;
    }

    @Override
    public void rank(Map<LaneId, Rank> ranks) {
        engine.rank(ranks);
    }
}
