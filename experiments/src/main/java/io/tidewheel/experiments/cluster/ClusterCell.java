package io.tidewheel.experiments.cluster;

import io.tidewheel.engine.AgentDescription;
import io.tidewheel.engine.AgentOrder;
import io.tidewheel.engine.AgentReport;
import io.tidewheel.engine.AttemptReport;
import io.tidewheel.engine.EndedChain;
import io.tidewheel.engine.Engine;
import io.tidewheel.engine.EngineListener;
import io.tidewheel.engine.EngineSettings;
import io.tidewheel.engine.NewRun;
import io.tidewheel.engine.RunStatus;
import io.tidewheel.model.Archive;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Database;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/** A server with the real engine, on a database of its own, and the agents that are connected to it at present. */
final class ClusterCell implements EngineListener {
    /** What suits agents far away; a thousandth of the cells' time would go into heartbeats otherwise. */
    static final int HEARTBEAT_SECONDS = 10;

    private static final EngineSettings SETTINGS = EngineSettings.DEFAULT.withSilence(
            Duration.ofSeconds(HEARTBEAT_SECONDS), Duration.ofSeconds(6 * HEARTBEAT_SECONDS));

    /** What the processor works, whatever else it has to do meanwhile. */
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private final int number;
    private final CellAgents agents;
    private final VirtualTime time;
    private final Database database = MemoryDatabase.empty();
    private final Engine engine;
    private int second;
    private long waiting;
    private long ended;
    private long busyNanos;
    private long longestStepNanos;

    ClusterCell(int number, CellAgents agents, VirtualTime time, RandomGenerator random) {
        this.number = number;
        this.agents = agents;
        this.time = time;
        this.engine = new Engine("cell-" + number, database.store(), time, random, SETTINGS, this, () -> {});
    }

    /** Tasks that nobody has begun yet. */
    long waiting() {
        return waiting;
    }

    long ended() {
        return ended;
    }

    /** How long the processor has worked for it. */
    long busyNanos() {
        return busyNanos;
    }

    long longestStepNanos() {
        return longestStepNanos;
    }

    Archive archive() {
        return database.archive();
    }

    void submit(NewRun run, int tasks) {
        watch(engine.submit(run));
        waiting += tasks;
    }

    void join(int agent) {
        var info = new AgentDescription(CellAgents.session(agent), "agent", "lab", Capabilities.NONE, 1, 1, false);
        watch(engine.join(info, List.of()));
    }

    /** The agent says goodbye and goes to another cell. */
    void leave(int agent) {
        var goodbye = new AgentReport(
                agents.nextSequence(agent),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                OptionalInt.empty(),
                Optional.empty(),
                true);
        watch(engine.report(CellAgents.session(agent), goodbye));
        engine.leave(CellAgents.session(agent));
    }

    void heartbeat(int agent) {
        watch(engine.report(CellAgents.session(agent), AgentReport.heartbeat()));
    }

    /** The work of an agent has ended. */
    void report(int agent) {
        var work = agents.end(agent);
        var report = new AttemptReport(
                work.chain(),
                work.attempt(),
                work.lane().id().number(),
                Reason.NONE,
                0,
                Duration.ofSeconds(40),
                Payload.NONE);
        watch(engine.report(
                CellAgents.session(agent),
                new AgentReport(
                        agents.nextSequence(agent),
                        List.of(report),
                        List.of(),
                        List.of(),
                        List.of(),
                        OptionalInt.empty(),
                        Optional.empty(),
                        false)));
    }

    /** Lets the engine do all there is to do at this moment. */
    void turn(int now) {
        second = now;
        long began = CLOCK.getCurrentThreadCpuTime();
        boolean more = true;
        while (more) more = engine.runOnce();
        if (engine.hasFailed()) throw new IllegalStateException("cell %d: %s".formatted(number, engine.failure()));
        // Ended runs would fill the memory of this lab: a database keeps them on its disk.
        if (now % 10 == 0) clean();
        long took = CLOCK.getCurrentThreadCpuTime() - began;
        busyNanos += took;
        longestStepNanos = Math.max(longestStepNanos, took);
    }

    private void clean() {
        boolean more = true;
        while (more)
            more = database.cleaner().clean(time.instant(), Duration.ZERO).more();
    }

    private void watch(CompletableFuture<?> answer) {
        var _ = answer.whenComplete((_, failed) -> {
            if (failed != null) throw new IllegalStateException("cell " + number + " refused something", failed);
        });
    }

    @Override
    public void order(SessionId session, AgentOrder order) {
        for (var assignment : order.assignments()) {
            waiting--;
            agents.begin(CellAgents.agent(session), assignment, ClusterWork.ownerOf(assignment.owner()), second);
        }
    }

    @Override
    public void disconnect(SessionId agent, String why) {
        throw new IllegalStateException("cell %d gives up agent %s: %s".formatted(number, agent, why));
    }

    @Override
    public void ended(RunId run, List<EndedChain> chains) {
        ended += chains.size();
    }

    @Override
    public void changed(RunStatus run) {}
}
