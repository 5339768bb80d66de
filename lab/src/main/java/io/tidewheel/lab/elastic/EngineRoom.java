package io.tidewheel.lab.elastic;

import io.tidewheel.engine.AgentInfo;
import io.tidewheel.engine.AgentReport;
import io.tidewheel.engine.Assignment;
import io.tidewheel.engine.AttemptReport;
import io.tidewheel.engine.EndedChain;
import io.tidewheel.engine.Engine;
import io.tidewheel.engine.EngineCounters;
import io.tidewheel.engine.Growth;
import io.tidewheel.engine.Order;
import io.tidewheel.engine.Outlet;
import io.tidewheel.engine.RunStatus;
import io.tidewheel.engine.Settings;
import io.tidewheel.engine.Submission;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * The whole engine on a store in memory, with a machine's agent for each machine: workflows are runs that grow, tasks are chains, and what
 * the engine leases starts. All users share it; a user's machines offer what only that user's chains require.
 */
final class EngineRoom implements Outlet {
    /** Machines of the lab do not fall silent, so that they need not say all the time that they live. */
    static final Settings SETTINGS = Settings.DEFAULT
            .withSilence(Duration.ofDays(1_000), Duration.ofDays(4_000))
            .withRetention(Duration.ofMinutes(10))
            .withPoisonAfter(1_000);

    private record Agent(SessionId session, SimMachine machine, ThroughEngine user) {}

    private final Engine engine;
    private final Map<SessionId, Agent> agents = new HashMap<>();
    private final Map<SimMachine, Agent> byMachine = new HashMap<>();
    private final Map<SimMachine, Assignment> working = new HashMap<>();
    private final Map<RunId, OpenWorkflow> workflows = new HashMap<>();
    private long sessions;
    private long sequence;
    private boolean news;
    /** When the engine gives the work of machines that have vanished to others. */
    private final Deque<Long> graces = new ArrayDeque<>();

    private final VirtualTime time;

    EngineRoom(VirtualTime time, RandomGenerator random) {
        this.time = time;
        engine = new Engine(
                "lab",
                MemoryDatabase.empty().store(),
                time,
                random,
                SETTINGS,
                this,
                () -> news = true,
                new EngineCounters(),
                Growth.Source.NONE);
    }

    void submit(OpenWorkflow workflow, ThroughEngine user) {
        var spec = new RunSpec(
                RunKind.WORKFLOW,
                user.owner(),
                workflow.timed.name(),
                new TreeMap<>(),
                workflow.timed.priority(),
                Optional.empty(),
                Optional.empty(),
                RunSpec.ANY_FAILS,
                Optional.empty(),
                "");
        var planting = new Submission.Planting(Payload.NONE, run -> {
            workflows.put(run, workflow);
            return new WorkflowGrowth(workflow, user.requires());
        });
        var _ = engine.submit(Submission.growing(
                spec, planting, Optional.empty(), false, user.owner().name()));
    }

    void join(SimMachine machine, ThroughEngine user) {
        var agent = new Agent(new SessionId(++sessions), machine, user);
        agents.put(agent.session, agent);
        byMachine.put(machine, agent);
        Capabilities offers = user.requires();
        var _ = engine.join(new AgentInfo(agent.session, machine.id, "lab", offers, 1, 1, false), List.of());
    }

    void leave(SimMachine machine) {
        var agent = byMachine.remove(machine);
        if (agent == null) throw new IllegalStateException(machine.id + " has no agent");
        agents.remove(agent.session);
        var _ = engine.report(agent.session, report(List.of(), true));
        engine.leave(agent.session);
    }

    /** A machine is gone without a word: its connection is closed, and the engine takes its leases away after a while. */
    void vanish(SimMachine machine) {
        var agent = byMachine.remove(machine);
        if (agent == null) throw new IllegalStateException(machine.id + " has no agent");
        agents.remove(agent.session);
        working.remove(machine);
        engine.leave(agent.session);
        graces.add(time.nanos() + grace().toNanos());
    }

    /** How long after a machine has vanished its work is given to others. */
    static Duration grace() {
        return SETTINGS.reconnectGrace().plusMillis(100);
    }

    void ended(SimMachine machine, Duration took, boolean last) {
        var work = working.remove(machine);
        var agent = byMachine.get(machine);
        if (work == null || agent == null) throw new IllegalStateException(machine.id + " has no lease");
        var success = new AttemptReport(
                work.chain(), work.attempt(), work.lane().id().number(), Reason.NONE, 0, took, Payload.NONE);
        var _ = engine.report(agent.session, report(List.of(success), false));
        if (last) workflows.remove(work.chain().run());
    }

    private AgentReport report(List<AttemptReport> ended, boolean goodbye) {
        return new AgentReport(
                ++sequence, ended, List.of(), List.of(), List.of(), OptionalInt.empty(), Optional.empty(), goodbye);
    }

    /** Lets the engine do all that there is to do at this moment. */
    void turn() {
        while (!graces.isEmpty() && graces.peek() <= time.nanos()) {
            graces.remove();
            news = true;
        }
        while (news) {
            news = engine.runOnce();
            if (engine.hasFailed()) throw new IllegalStateException("the engine has failed: " + engine.failure());
            if (engine.counters().bugs.sum() > 0)
                throw new IllegalStateException("the engine refused what it was told");
        }
    }

    @Override
    public void order(SessionId session, Order order) {
        var agent = agents.get(session);
        if (agent == null) return;
        for (var work : order.assignments()) {
            var workflow = workflows.get(work.chain().run());
            if (workflow == null) throw new IllegalStateException("a lease of an unknown run: " + work.chain());
            working.put(agent.machine, work);
            agent.user.leased(workflow, Integer.parseInt(work.parameter()), agent.machine);
        }
    }

    @Override
    public void disconnect(SessionId agent, String why) {
        if (agents.containsKey(agent)) throw new IllegalStateException("the engine gave up an agent: " + why);
    }

    @Override
    public void ended(RunId run, List<EndedChain> chains) {
        // the simulation knows, for it has said so
    }

    @Override
    public void changed(RunStatus run) {
        // the simulation knows, for it has said so
    }
}
