package io.tidewheel.simulation.elastic;

import io.tidewheel.engine.AgentDescription;
import io.tidewheel.engine.Assignment;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The whole engine on a store in memory, with a machine's agent for each machine. All users share it; a user's machines offer what only that
 * user's chains require.
 */
final class SimEngine implements SimWorkflowEngine.Agents<OpenWorkflow> {
    private record Agent(SessionId session, SimMachine machine, EngineDispatch user) {}

    private final VirtualTime time;
    private final SimWorkflowEngine<OpenWorkflow> engine;
    private final Map<SessionId, Agent> agents = new HashMap<>();
    private final Map<SimMachine, Agent> byMachine = new HashMap<>();
    private final Map<SimMachine, Assignment> working = new HashMap<>();
    private long sessions;
    /** When the engine gives the work of machines that have vanished to others. */
    private final Deque<Long> graces = new ArrayDeque<>();

    SimEngine(VirtualTime time, RandomGenerator random) {
        this.time = time;
        this.engine = new SimWorkflowEngine<>(time, MemoryDatabase.empty(), random, this);
    }

    void submit(OpenWorkflow workflow, EngineDispatch user) {
        engine.submit(workflow, user.owner(), user.requires());
    }

    void join(SimMachine machine, EngineDispatch user) {
        var agent = new Agent(new SessionId(++sessions), machine, user);
        agents.put(agent.session, agent);
        byMachine.put(machine, agent);
        var info = new AgentDescription(agent.session, machine.id, "lab", user.requires(), 1, 1, false);
        var _ = engine.engine().join(info, List.of());
    }

    void leave(SimMachine machine) {
        engine.goodbye(forget(machine).session);
    }

    /** A machine is gone without a word: its connection is closed, and the engine takes its leases away after a while. */
    void vanish(SimMachine machine) {
        working.remove(machine);
        engine.engine().leave(forget(machine).session);
        graces.add(time.nanos() + SimWorkflowEngine.grace().toNanos());
    }

    private Agent forget(SimMachine machine) {
        var agent = byMachine.remove(machine);
        if (agent == null) throw new IllegalStateException(machine.id + " has no agent");
        agents.remove(agent.session);
        return agent;
    }

    void ended(SimMachine machine, Duration took, boolean last) {
        var work = working.remove(machine);
        var agent = byMachine.get(machine);
        if (work == null || agent == null) throw new IllegalStateException(machine.id + " has no lease");
        engine.ended(agent.session, work, took, last);
    }

    /** Lets the engine do all that there is to do at this moment. */
    void turn() {
        while (!graces.isEmpty() && graces.peek() <= time.nanos()) {
            graces.remove();
            engine.stir();
        }
        engine.turn();
    }

    @Override
    public boolean isThere(SessionId session) {
        return agents.containsKey(session);
    }

    @Override
    public void leased(SessionId session, Assignment work, OpenWorkflow workflow, int task) {
        var agent = agents.get(session);
        if (agent == null) throw new IllegalStateException("a lease for an unknown agent: " + work.chain());
        working.put(agent.machine, work);
        agent.user.leased(workflow, task, agent.machine);
    }
}
