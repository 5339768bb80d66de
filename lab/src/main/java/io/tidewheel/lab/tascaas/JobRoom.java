package io.tidewheel.lab.tascaas;

import io.tidewheel.engine.AgentInfo;
import io.tidewheel.engine.AgentReport;
import io.tidewheel.engine.Assignment;
import io.tidewheel.engine.AttemptReport;
import io.tidewheel.engine.EndedChain;
import io.tidewheel.engine.Engine;
import io.tidewheel.engine.EngineCounters;
import io.tidewheel.engine.Order;
import io.tidewheel.engine.Outlet;
import io.tidewheel.engine.RunStatus;
import io.tidewheel.engine.Settings;
import io.tidewheel.engine.Submission;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Share;
import io.tidewheel.server.jobs.Jobs;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The server's own job controller on the whole engine, with a store in memory and under virtual time. Each slot that takes a part is an agent of its
 * own, which gets the part as a chain under a lease, tells its progress, and reports the end, also that of a program that died.
 */
final class JobRoom implements Outlet {
    private static final Owner OWNER = new Owner("lab");

    /** An agent that is there does not fall silent; one that is gone is missed when its connection closes. */
    private static final Settings SETTINGS = Settings.DEFAULT
            .withSilence(Duration.ofDays(1_000), Duration.ofDays(4_000))
            .withPoisonAfter(1_000);

    private final VirtualTime time = new VirtualTime(DefaultSide.at(0));
    private final Engine engine;
    private final Jobs jobs;
    private final Map<SessionId, Assignment> leased = new HashMap<>();
    private final Map<RunId, RunState> states = new HashMap<>();
    private long names;
    private long sessions;
    private long sequence;
    private long second;
    private boolean news;

    JobRoom(long seed) {
        var database = MemoryDatabase.empty();
        jobs = new Jobs(database.archive(), time, this::engine, (_, _) -> {}, Jobs.Listener.NOBODY, false);
        engine = new Engine(
                "lab",
                database.store(),
                time,
                new SplittableRandom(seed),
                SETTINGS,
                this,
                () -> news = true,
                new EngineCounters(),
                jobs);
    }

    private Engine engine() {
        return engine;
    }

    Jobs jobs() {
        return jobs;
    }

    /** What the chains of a job require and nobody else's. */
    String nextName() {
        return "job-" + ++names;
    }

    boolean isOver(RunId run) {
        return states.getOrDefault(run, RunState.RUNNING).isFinal();
    }

    /** Lets everything happen that happens until then. */
    void until(long now) {
        while (second < now) {
            second++;
            time.advance(Duration.ofSeconds(1));
            jobs.tick();
            if (time.nanos() >= engine.nextWakeNanos()) news = true;
            turn();
        }
        turn();
    }

    private void turn() {
        while (news) {
            news = engine.runOnce();
            if (engine.hasFailed()) throw new IllegalStateException("the engine has failed: " + engine.failure());
            if (engine.counters().bugs.sum() > 0)
                throw new IllegalStateException("the engine refused what it was told");
        }
    }

    RunId submit(String name, JobDocument document) {
        var spec = new RunSpec(
                RunKind.JOB,
                OWNER,
                name,
                new TreeMap<>(),
                0,
                Optional.empty(),
                Optional.empty(),
                RunSpec.ANY_FAILS,
                Optional.empty(),
                "");
        var accepted =
                engine.submit(Submission.growing(spec, jobs.plant(document), Optional.empty(), false, OWNER.name()));
        turn();
        return accepted.join().run();
    }

    /** A slot asks for work that requires this; empty if the engine has none for it. */
    Optional<Lease> join(Capabilities offers) {
        var session = new SessionId(++sessions);
        var _ = engine.join(new AgentInfo(session, "slot-" + session.value(), "lab", offers, 1, 1, false), List.of());
        turn();
        var work = leased.remove(session);
        if (work != null) return Optional.of(new Lease(session, work));
        goodbye(session, List.of());
        return Optional.empty();
    }

    /** What a slot was given. */
    record Lease(SessionId session, Assignment work) {}

    /** A program tells how far it is, and learns up to which count to go; empty if its try is over. */
    Optional<Share> tell(Lease lease, String site, Progress.Builder progress) {
        var news = progress.setRun(lease.work.chain().run().number())
                .setIndex(lease.work.chain().index())
                .setAttempt(lease.work.attempt())
                .build();
        var shares = jobs.progress(lease.session, site, List.of(news));
        turn();
        return shares.stream().findFirst();
    }

    /** The program has ended, and its result with it. */
    void ended(Lease lease, AttemptReport report) {
        goodbye(lease.session, List.of(report));
    }

    private void goodbye(SessionId session, List<AttemptReport> ended) {
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
                        true));
        engine.leave(session);
        turn();
    }

    @Override
    public void order(SessionId agent, Order order) {
        for (var work : order.assignments()) leased.put(agent, work);
    }

    @Override
    public void disconnect(SessionId agent, String why) {
        leased.remove(agent);
    }

    @Override
    public void ended(RunId run, List<EndedChain> chains) {
        // the job controller is told by the engine itself
    }

    @Override
    public void changed(RunStatus run) {
        states.put(run.id(), run.state());
        jobs.changed(run.id(), run.state());
    }
}
