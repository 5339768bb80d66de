package io.tidewheel.simulation.elastic;

import io.tidewheel.controllers.NewController;
import io.tidewheel.controllers.RunController;
import io.tidewheel.engine.AgentOrder;
import io.tidewheel.engine.AgentReport;
import io.tidewheel.engine.Assignment;
import io.tidewheel.engine.AttemptReport;
import io.tidewheel.engine.EndedChain;
import io.tidewheel.engine.Engine;
import io.tidewheel.engine.EngineCounters;
import io.tidewheel.engine.EngineListener;
import io.tidewheel.engine.EngineSettings;
import io.tidewheel.engine.NewRun;
import io.tidewheel.engine.RunStatus;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Database;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.StoreCleaner;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.model.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/** The whole engine under virtual time: workflows are runs that grow, tasks are chains, and what it leases is told to the agents. */
final class SimWorkflowEngine<W extends ArrivedWorkflow> implements EngineListener {
    private static final Duration RETENTION = Duration.ofMinutes(10);

    private static final Duration BETWEEN_CLEANINGS = Duration.ofMinutes(1);

    /** Simulated machines do not fall silent, so that they need not say all the time that they live. */
    private static final EngineSettings SETTINGS = EngineSettings.DEFAULT
            .withSilence(Duration.ofDays(1_000), Duration.ofDays(4_000))
            .withPoisonAfter(1_000);

    /** The agents, which do what the engine leases. */
    interface Agents<W> {
        boolean isThere(SessionId session);

        void leased(SessionId session, Assignment work, W workflow, int task);
    }

    private final Engine engine;
    private final Agents<W> agents;
    private final VirtualTime time;
    private final StoreCleaner cleaner;
    private Instant nextCleaning;
    private final Map<RunId, W> workflows = new HashMap<>();
    private long sequence;
    private boolean news;

    SimWorkflowEngine(VirtualTime time, Database database, RandomGenerator random, Agents<W> agents) {
        this.agents = agents;
        this.time = time;
        this.cleaner = database.cleaner();
        this.nextCleaning = time.instant().plus(BETWEEN_CLEANINGS);
        this.engine = new Engine(
                "lab",
                database.store(),
                time,
                random,
                SETTINGS,
                this,
                () -> news = true,
                new EngineCounters(),
                RunController.ControllerSource.NONE);
    }

    Engine engine() {
        return engine;
    }

    /** How long after a machine has vanished its work is given to others. */
    static Duration grace() {
        return SETTINGS.reconnectGrace().plusMillis(100);
    }

    /** @param requires what only machines of the workflow's user offer, if that is how they are told apart */
    void submit(W workflow, Owner owner, Capabilities requires) {
        var asked = Submission.named(workflow.name).with(SubmissionField.PRIORITY, (long) workflow.priority);
        var spec = new RunSpec(RunKind.WORKFLOW, owner, asked, "");
        var controller = new NewController(Payload.NONE, run -> {
            workflows.put(run, workflow);
            return workflow.growth(requires);
        });
        var _ = engine.submit(NewRun.growing(spec, controller, Optional.empty(), false, owner.name()));
    }

    /** An agent has done what was leased to it. */
    void ended(SessionId session, Assignment work, Duration took, boolean last) {
        var success = new AttemptReport(
                work.chain(), work.attempt(), work.lane().id().number(), Reason.NONE, 0, took, Payload.NONE);
        report(session, List.of(success), false);
        if (last) workflows.remove(work.chain().run());
    }

    /** An agent that has nothing to do leaves in good order. */
    void goodbye(SessionId session) {
        report(session, List.of(), true);
        engine.leave(session);
    }

    private void report(SessionId session, List<AttemptReport> ended, boolean goodbye) {
        var _ = engine.report(
                session,
                new AgentReport(
                        ++sequence,
                        ended,
                        List.of(),
                        List.of(),
                        List.of(),
                        OptionalInt.empty(),
                        Optional.empty(),
                        goodbye));
    }

    /** Time has passed that the engine waits for. */
    void stir() {
        news = true;
    }

    /** Lets the engine do all that there is to do at this moment. */
    void turn() {
        clean();
        while (news) {
            news = engine.runOnce();
            if (engine.hasFailed()) throw new IllegalStateException("the engine has failed: " + engine.failure());
            if (engine.counters().bugs.sum() > 0)
                throw new IllegalStateException("the engine refused what it was told");
        }
    }

    private void clean() {
        if (time.instant().isBefore(nextCleaning)) return;
        nextCleaning = time.instant().plus(BETWEEN_CLEANINGS);
        while (cleaner.clean(time.instant(), RETENTION).more()) {}
    }

    @Override
    public void order(SessionId session, AgentOrder order) {
        if (!agents.isThere(session)) return;
        for (var work : order.assignments()) {
            var workflow = workflows.get(work.chain().run());
            if (workflow == null) throw new IllegalStateException("a lease of an unknown run: " + work.chain());
            agents.leased(session, work, workflow, Integer.parseInt(work.parameter()));
        }
    }

    @Override
    public void disconnect(SessionId agent, String why) {
        if (agents.isThere(agent)) throw new IllegalStateException("the engine gave up an agent: " + why);
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
