package io.tidewheel.experiments.tascaas;

import io.tidewheel.controllers.ControllerInput;
import io.tidewheel.controllers.RunController;
import io.tidewheel.controllers.TurnClock;
import io.tidewheel.controllers.jobs.ArchivedHistories;
import io.tidewheel.controllers.jobs.JobController;
import io.tidewheel.controllers.jobs.JobControllers;
import io.tidewheel.controllers.jobs.PartitionReports;
import io.tidewheel.controllers.kinds.ControllersByKind;
import io.tidewheel.controllers.sites.SiteController;
import io.tidewheel.controllers.sites.SiteRules;
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
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The very job and site controllers of a server on the whole engine, with a store in memory and under virtual time. Each slot that takes a part is an agent of its
 * own, which gets the part as a chain under a lease, tells its progress, and reports the end, also that of a program that died; or it is at a foreign
 * site, and says what such sites say. The engine can go down, killed or in good order, and come back with what its store has.
 */
final class SimJobEngine implements EngineListener {
    private static final Owner OWNER = new Owner("lab");

    /** An agent that is there does not fall silent; one that is gone is missed when its connection closes. */
    private static final EngineSettings SETTINGS = EngineSettings.DEFAULT
            .withSilence(Duration.ofDays(1_000), Duration.ofDays(4_000))
            .withPoisonAfter(1_000);

    private static final Duration SCALE_TIME = Duration.ofMinutes(5);

    /** What a server has in memory, and loses when it is killed: the next life begins without it. */
    private record Life(Engine engine, ControllersByKind controllers, SiteController sites) {}

    /** A result that a site has brought. */
    private record SiteResult(String job, int partition) {}

    private final VirtualTime time = new VirtualTime(DefaultJobSide.at(0));
    private final MemoryDatabase database = MemoryDatabase.empty();
    private final Set<SiteResult> results = new LinkedHashSet<>();
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
        var clock = new TurnClock();
        var jobs = new JobControllers(new ArchivedHistories(database.archive()), clock);
        var sites = new SiteController(new SiteRules(SCALE_TIME, false), time.instant(), _ -> {});
        var controllers = new ControllersByKind(clock, jobs, RunController.ControllerSource.NONE, Optional.of(sites));
        var engine = new Engine(
                "lab",
                database.store(),
                time,
                random.split(),
                SETTINGS,
                this,
                () -> news = true,
                new EngineCounters(),
                controllers);
        life = new Life(engine, controllers, sites);
    }

    private Life life() {
        var now = life;
        if (now == null) throw new Refusal(Refusal.Kind.UNAVAILABLE, "the server is down");
        return now;
    }

    /** The server goes down: killed, or with time to write what it has not written yet. */
    void stop(boolean killed) {
        if (!killed) {
            var _ = life().engine.keepAll();
            turn();
        }
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
        for (var job : ask(_ -> life().sites.unlooked()))
            results.forEach(result -> {
                if (result.job.equals(job)) bring(result);
            });
    }

    /** Something comes in for controllers, and is answered. */
    <T> T ask(ControllerInput<T> input) {
        var answer = life().engine.take(input);
        turn();
        return answer.join();
    }

    /** The result of a partition at a site is there. */
    void store(String job, int partition) {
        var result = new SiteResult(job, partition);
        results.add(result);
        bring(result);
    }

    private void bring(SiteResult result) {
        ask(turn -> {
            sites().reports().stored(turn, result.job, result.partition);
            return true;
        });
    }

    boolean isUp() {
        return life != null;
    }

    Optional<JobController> find(RunId run) {
        if (!isUp()) return Optional.empty();
        return ask(turn -> turn.find(run)
                .flatMap(known ->
                        known.controller() instanceof JobController job ? Optional.of(job) : Optional.empty()));
    }

    SiteController sites() {
        return life().sites;
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
        if (time.nanos() >= life().engine.nextWakeNanos()) news = true;
        turn();
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
                .submit(NewRun.growing(
                        spec, life().controllers.jobs().prepare(document), Optional.empty(), false, OWNER.name()));
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
        var reports = new PartitionReports(lease.session, site, List.of(news), true);
        return ask(reports).shares().stream().findFirst();
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
    }
}
