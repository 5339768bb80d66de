package io.tidewheel.experiments.tascaas;

import io.tidewheel.engine.AgentDescription;
import io.tidewheel.engine.AgentOrder;
import io.tidewheel.engine.AgentReport;
import io.tidewheel.engine.Assignment;
import io.tidewheel.engine.AttemptReport;
import io.tidewheel.engine.EndedChain;
import io.tidewheel.engine.Engine;
import io.tidewheel.engine.EngineCounters;
import io.tidewheel.engine.EngineListener;
import io.tidewheel.engine.EngineSettings;
import io.tidewheel.engine.HeldAttempt;
import io.tidewheel.engine.NewRun;
import io.tidewheel.engine.RunStatus;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Submission;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Share;
import io.tidewheel.server.endpoints.tascaas.SiteIds;
import io.tidewheel.server.endpoints.tascaas.TascaasService;
import io.tidewheel.server.jobs.JobController;
import io.tidewheel.server.jobs.JobControllers;
import io.tidewheel.server.objects.ObjectUrls;
import io.tidewheel.server.sites.TascaasSettings;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The server's own job controller on the whole engine, with a store in memory and under virtual time. Each slot that takes a part is an agent of its
 * own, which gets the part as a chain under a lease, tells its progress, and reports the end, also that of a program that died; or it is at a foreign
 * site, and calls what such sites call. The server can go down, killed or in good order, and come back with what its store and objects have.
 */
final class SimJobEngine implements EngineListener {
    private static final Owner OWNER = new Owner("lab");

    /** An agent that is there does not fall silent; one that is gone is missed when its connection closes. */
    private static final EngineSettings SETTINGS = EngineSettings.DEFAULT
            .withSilence(Duration.ofDays(1_000), Duration.ofDays(4_000))
            .withPoisonAfter(1_000);

    static final String SECRET = "secret-of-the-lab";

    /** Signs the ids of sites and the addresses of objects, in every life of the server. */
    private static final byte[] KEY = new byte[ObjectUrls.KEY_BYTES];

    /** All that a server has in memory: the next one begins without it. */
    private record Life(Engine engine, JobControllers jobs, TascaasService desk) {}

    private final VirtualTime time = new VirtualTime(DefaultJobSide.at(0));
    private final MemoryDatabase database = MemoryDatabase.empty();
    private final LabObjects objects = new LabObjects(time);
    private final SplittableRandom random;
    private @Nullable Life life;
    private final Map<SessionId, Assignment> leased = new HashMap<>();
    /** Agents with a program at work, and what they offer. */
    private final Map<SessionId, Working> working = new TreeMap<>(Comparator.comparingLong(SessionId::value));

    private final Map<RunId, RunState> states = new HashMap<>();
    private long names;
    private long sessions;
    private long sequence;
    private long second;
    private boolean news;

    SimJobEngine(long seed) {
        this.random = new SplittableRandom(seed);
        begin();
    }

    private record Working(Capabilities offers, Assignment work) {}

    private void begin() {
        var service = new TascaasService(
                TascaasSettings.of(SECRET),
                time,
                objects,
                new ObjectUrls(KEY),
                new SiteIds(KEY, random.split()),
                run -> life().engine.started(run));
        var jobs = new JobControllers(database.archive(), time, () -> life().engine, (_, _) -> {}, service, false);
        var engine = new Engine(
                "lab",
                database.store(),
                time,
                random.split(),
                SETTINGS,
                this,
                () -> news = true,
                new EngineCounters(),
                jobs);
        life = new Life(engine, jobs, service);
    }

    private Life life() {
        var now = life;
        if (now == null) throw new Refusal(Refusal.Kind.UNAVAILABLE, "the server is down");
        return now;
    }

    /** The server goes down: killed, or with time to write what it has not written yet. */
    void stop(boolean killed) {
        if (!killed) life().jobs.keepCourses();
        life = null;
        leased.clear();
    }

    /** A server comes up which knows what is durable, and the agents connect to it and show what they hold. */
    void start() {
        begin();
        working.forEach((session, agent) -> {
            var holding = new HeldAttempt(agent.work.chain(), agent.work.attempt());
            var _ = life().engine.join(info(session, agent.offers), List.of(holding));
        });
        turn();
    }

    boolean isUp() {
        return life != null;
    }

    Optional<JobController> find(RunId run) {
        return isUp() ? life().jobs.find(run) : Optional.empty();
    }

    TascaasService desk() {
        return life().desk;
    }

    LabObjects objects() {
        return objects;
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
            if (isUp()) lookAfterAll();
        }
        turn();
    }

    private void lookAfterAll() {
        life().jobs.tick();
        if (time.nanos() >= life().engine.nextWakeNanos()) news = true;
        turn();
        life().jobs.keepCourses();
    }

    private void turn() {
        while (news && isUp()) {
            var engine = life().engine;
            news = engine.runOnce();
            if (engine.hasFailed()) throw new IllegalStateException("the engine has failed: " + engine.failure());
            if (engine.counters().bugs.sum() > 0)
                throw new IllegalStateException("the engine refused what it was told");
        }
    }

    RunId submit(String name, JobDocument document) {
        var spec = new RunSpec(RunKind.JOB, OWNER, Submission.named(name), "");
        var accepted = life().engine
                .submit(NewRun.growing(spec, life().jobs.plant(document, spec), Optional.empty(), false, OWNER.name()));
        turn();
        return accepted.join().run();
    }

    /** A slot asks for work that requires this; empty if the engine has none for it. */
    Optional<Lease> join(Capabilities offers) {
        var session = new SessionId(++sessions);
        var _ = life().engine.join(info(session, offers), List.of());
        turn();
        var work = leased.remove(session);
        if (work != null) {
            working.put(session, new Working(offers, work));
            return Optional.of(new Lease(session, work));
        }
        goodbye(session, List.of());
        return Optional.empty();
    }

    private static AgentDescription info(SessionId session, Capabilities offers) {
        return new AgentDescription(session, "slot-" + session.value(), "lab", offers, 1, 1, false);
    }

    /** What a slot was given. */
    record Lease(SessionId session, Assignment work) {}

    /** A program tells how far it is, and learns up to which count to go; empty if its try is over. */
    Optional<Share> tell(Lease lease, String site, Progress.Builder progress) {
        var news = progress.setRun(lease.work.chain().run().number())
                .setIndex(lease.work.chain().index())
                .setAttempt(lease.work.attempt())
                .build();
        var shares = life().jobs.progress(lease.session, site, List.of(news));
        turn();
        return shares.stream().findFirst();
    }

    /** The program has ended, and its result with it. */
    void ended(Lease lease, AttemptReport report) {
        goodbye(lease.session, List.of(report));
    }

    private void goodbye(SessionId session, List<AttemptReport> ended) {
        working.remove(session);
        var engine = life().engine;
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
    public void order(SessionId agent, AgentOrder order) {
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
        if (isUp()) life().jobs.changed(run.id(), run.state());
    }
}
