package io.tidewheel.server.jobs;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.controllers.NewController;
import io.tidewheel.controllers.RunController;
import io.tidewheel.engine.Engine;
import io.tidewheel.model.Actor;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Share;
import io.tidewheel.protocol.wire.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All unfinished jobs of a server: makes them, finds them, and keeps their clocks going. Safe for many threads. */
public final class JobControllers implements RunController.ControllerSource {
    private static final Logger log = LoggerFactory.getLogger(JobControllers.class);
    private static final Actor SELF = Actor.anyone("job");
    private static final int PAGE = 10_000;
    private static final Duration ELSEWHERE = Duration.ofSeconds(10);
    private static final Duration KEEP_EVERY = Duration.ofSeconds(10);
    /** Parts of the course of a job that are written each time while it runs. */
    private static final int BATCHES_AT_ONCE = 8;

    private static final int MOST_TALLIES = 10_000;

    private final Archive archive;
    private final Time time;
    private final Supplier<Engine> engine;
    private final BiConsumer<SessionId, Share> telling;
    private final Map<RunId, JobController> live = new ConcurrentSkipListMap<>();
    /** Those that are a part of a workflow, by what they are called there. */
    private final Map<RunId, Map<String, JobController>> inner = new ConcurrentHashMap<>();

    private final JobHistoryStore histories;

    /** Those that have ended, until all that is to be remembered of them is kept. */
    private final Map<RunId, JobController> leaving = new ConcurrentSkipListMap<>();

    private final Set<JobController> leavingInside = ConcurrentHashMap.newKeySet();
    /** Those inside of workflows of which nothing was kept yet: they are to be known soon. */
    private final Set<JobController> newInside = ConcurrentHashMap.newKeySet();

    /** How partitions inside of workflows stood, for a moment: a workflow takes up all its jobs one after the other. */
    private final Map<RunId, List<RememberedPartition>> standingsInside = new ConcurrentHashMap<>();

    private volatile Instant kept = Instant.MIN;
    /** Those with a defect that the log has told of. */
    private final Set<RunId> complained = ConcurrentHashMap.newKeySet();

    private final Map<RunId, Tally> tallies = new ConcurrentHashMap<>();
    private final LongAdder reports = new LongAdder();
    private final Listener listener;
    private final Optional<ProgressForwarder> post;

    /** Who wants to know which jobs there are. */
    public interface Listener {
        Listener NOBODY = new Listener() {};

        /** What is known of a job apart from its chains is to be put into it, before anybody else sees it. */
        default void restore(JobController job) {}

        /** A job is taken up, new or after a restart. */
        default void opened(JobController job) {}

        default void ended(JobController job) {}
    }

    /**
     * @param engine the engine of now; refuses while there is none
     * @param telling brings a share to an agent, unasked
     * @param shared whether other servers work on the same database
     */
    public JobControllers(
            Archive archive,
            Time time,
            Supplier<Engine> engine,
            BiConsumer<SessionId, Share> telling,
            Listener listener,
            boolean shared) {
        this.listener = listener;
        this.post = shared ? Optional.of(new ProgressForwarder(archive, time)) : Optional.empty();
        this.archive = archive;
        this.histories = new JobHistoryStore(archive);
        this.time = time;
        this.engine = engine;
        this.telling = telling;
    }

    /**
     * What a new job's run is made of.
     *
     * @throws IllegalArgumentException if it cannot be
     */
    public NewController plant(JobDocument document, RunSpec spec) {
        var plan = new CompiledJob(document);
        return new NewController(
                Payload.of(document.toByteArray()),
                run -> taken(new JobController(run, plan, time, around, Optional.empty())
                        .fresh()
                        .setUrgency(JobUrgency.of(spec))));
    }

    @Override
    public RunController open(RunId run, RunSpec spec, Payload bytes) {
        var record = archive.run(run);
        var job = new JobController(
                        run, new CompiledJob(document(bytes)), time, around, record.flatMap(RunRecord::started))
                .recall(histories.standings(run));
        job.setHeld(record.map(RunRecord::held).orElse(false));
        job.setUrgency(JobUrgency.of(record.map(RunRecord::spec).orElse(spec)));
        return taken(job);
    }

    /**
     * A new job that is a part of another run, and whose chains are that run's. Whoever opens it asks it for chains and tells it their ends, and
     * closes it.
     *
     * @param name what it is called in the run
     * @throws IllegalArgumentException if it cannot be
     */
    public JobController openInside(RunId run, String name, JobDocument document) {
        return takenInside(
                new JobController(run, name, new CompiledJob(document), time, around, Optional.empty()).fresh());
    }

    /**
     * The same for one that was open before a restart.
     *
     * @param began when its first partition began, if that is known
     */
    public JobController reopenInside(RunId run, String name, JobDocument document, Optional<Instant> began) {
        var job = new JobController(run, name, new CompiledJob(document), time, around, began);
        return takenInside(job.recall(standingsInside.computeIfAbsent(run, histories::standings)));
    }

    private JobController takenInside(JobController job) {
        inner.computeIfAbsent(job.run(), _ -> new ConcurrentHashMap<>()).put(job.action(), job);
        return job;
    }

    /** It has its first chains, so that it may be known to those who ask later. */
    public void begunInside(JobController job) {
        newInside.add(job);
    }

    /** @param state how it has ended */
    public void closeInside(JobController job, ChainState state) {
        job.close(state);
        newInside.remove(job);
        leavingInside.add(job);
        inner.computeIfPresent(job.run(), (_, jobs) -> {
            jobs.remove(job.action());
            return jobs.isEmpty() ? null : jobs;
        });
    }

    /** Lets go of a chain of a job that has failed too often. */
    public void cancel(ChainId chain) {
        cancel(chain, Reason.TOO_MANY_FAILS);
    }

    private JobController taken(JobController job) {
        listener.restore(job);
        live.put(job.run(), job);
        listener.opened(job);
        return job;
    }

    private static JobDocument document(Payload bytes) {
        try {
            return JobDocument.parseFrom(bytes.bytes());
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("the document of a job cannot be read", strange);
        }
    }

    /** What a job was made of. */
    public JobDocument document(RunId run) {
        return document(archive.document(run));
    }

    public Optional<JobController> find(RunId run) {
        return Optional.ofNullable(live.get(run));
    }

    /** Those that are runs of their own. */
    public Collection<JobController> all() {
        return live.values();
    }

    /** Those that are parts of workflows. */
    public Collection<JobController> allInside() {
        return inner.values().stream().flatMap(jobs -> jobs.values().stream()).toList();
    }

    /** An agent tells how far partitions are; the answers are what it is to be told. */
    public List<Share> progress(SessionId session, String agent, List<Progress> news) {
        var shares = new ArrayList<Share>(news.size());
        for (var each : news) {
            reports.increment();
            var job = jobOf(new RunId(each.getRun()), each.getIndex());
            if (job != null) job.progress(session, agent, each).ifPresent(shares::add);
            else if (!isSent(session, agent, each)) shares.add(elsewhere(each));
        }
        return shares;
    }

    private @Nullable JobController jobOf(RunId run, int chain) {
        var whole = live.get(run);
        if (whole != null) return whole;
        for (var job : inner.getOrDefault(run, Map.of()).values()) if (job.hasOpen(chain)) return job;
        return null;
    }

    /** Whether another server will answer, with which this one shares a database. */
    private boolean isSent(SessionId session, String agent, Progress news) {
        return post.isPresent() && post.get().send(session, agent, news);
    }

    /** Exchanges with the other servers what agents tell and are told. It waits for the store, so it is not for the engine's thread. */
    public void exchange() {
        if (post.isEmpty()) return;
        long self;
        try {
            self = engine.get().number().value();
        } catch (Refusal unavailable) {
            return; // the next engine has another number
        }
        var runs = new ArrayList<RunId>(live.keySet());
        runs.addAll(inner.keySet());
        post.get().runOnce(self, runs, new ProgressForwarder.Counter() {
            @Override
            public Optional<Share> answer(SessionId session, String agent, Progress news) {
                var job = jobOf(new RunId(news.getRun()), news.getIndex());
                if (job == null) return Optional.empty();
                reports.increment();
                return job.progress(session, agent, news);
            }

            @Override
            public void tell(SessionId agent, Share share) {
                telling.accept(agent, share);
            }
        });
    }

    /**
     * The job is kept by another server, or by none at the moment. Nobody may wait for that: who works goes on with the number it has, and who
     * asks for the first time gets an equal part. What it does counts at its end, wherever the job is kept.
     */
    private Share elsewhere(Progress news) {
        var attempt = Attempt.newBuilder()
                .setRun(news.getRun())
                .setIndex(news.getIndex())
                .setAttempt(news.getAttempt());
        long count = news.hasTold() ? news.getTold() : equalPart(news);
        return Share.newBuilder()
                .setAttempt(attempt)
                .setCount(count)
                .setReportMillis(ELSEWHERE.toMillis())
                .build();
    }

    private long equalPart(Progress news) {
        var run = archive.run(new RunId(news.getRun()));
        var chain = archive.chain(ChainId.of(news.getRun(), news.getIndex()));
        boolean open = run.isPresent() && !run.get().state().isFinal();
        if (!open || chain.isEmpty() || chain.get().state().isFinal()) return 0;
        if (run.get().spec().kind() != RunKind.JOB) return equalPart(chain.get().body());
        var document = document(run.get().id());
        long each = document.getIterations() / document.getPartitions();
        boolean isFirst = chain.get().parameter().equals("0");
        return isFirst ? each + document.getIterations() % document.getPartitions() : each;
    }

    /** Of a job that is a part of a workflow. */
    private static long equalPart(Payload body) {
        try {
            var part = Work.parseFrom(body.bytes()).getPart();
            if (part.getPartitions() == 0) return 0;
            long each = part.getIterations() / part.getPartitions();
            return part.getPartition() == 0 ? each + part.getIterations() % part.getPartitions() : each;
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("a chain that was accepted cannot be read", strange);
        }
    }

    /** How many reports of progress there were. */
    public long reports() {
        return reports.sum();
    }

    /** Looks after all jobs once. */
    public void tick() {
        live.values().forEach(this::tick);
        for (var jobs : inner.values()) jobs.values().forEach(this::tick);
    }

    private void tick(JobController job) {
        try {
            job.tick();
        } catch (RuntimeException bug) {
            if (complained.add(job.run())) log.error("job {} could not be looked after", job.run(), bug);
        }
    }

    /** A run stands otherwise than before. */
    public void changed(RunId run, RunState state) {
        if (state.isFinal()) {
            ended(run);
            return;
        }
        var job = live.get(run);
        if (job != null) job.setHeld(state == RunState.HELD || state == RunState.CANCELLING);
    }

    /** The run has ended. */
    public void ended(RunId run) {
        complained.remove(run);
        var inside = inner.remove(run);
        if (inside != null) {
            newInside.removeAll(inside.values());
            leavingInside.addAll(inside.values());
        }
        var job = live.remove(run);
        if (job == null) return;
        leaving.put(run, job);
        listener.ended(job);
    }

    // --- what is remembered ---

    /**
     * Keeps how partitions stand, and what is new about the course of the jobs. It waits for the store, so it is not for the engine's thread, nor for
     * anybody who waits for an answer: what was said since the last time is lost with the server, and the next word makes up for it.
     */
    public synchronized void keepCourses() {
        lookAtUrgency();
        standingsInside.clear();
        keepStandings();
        for (var job : List.copyOf(leaving.values())) {
            histories.recall(job);
            histories.keep(job.run(), List.of(job), Integer.MAX_VALUE);
            leaving.remove(job.run());
        }
        keepInside(leavingInside, Integer.MAX_VALUE);
        keepInside(newInside, BATCHES_AT_ONCE);
        var now = time.instant();
        if (now.isBefore(kept.plus(KEEP_EVERY))) return;
        kept = now;
        for (var job : live.values()) {
            histories.recall(job);
            histories.keep(job.run(), List.of(job), BATCHES_AT_ONCE);
        }
        keepInside(new HashSet<>(allInside()), BATCHES_AT_ONCE);
    }

    /** Sites ask for work at any moment: whoever was given another priority is to be served by it from the next second on. */
    private void lookAtUrgency() {
        for (var job : live.values()) {
            if (job.plan().hasSites())
                archive.run(job.run()).ifPresent(run -> job.setUrgency(JobUrgency.of(run.spec())));
        }
    }

    /** Of those that are leaving, only if nobody has taken them up again and knows better. */
    private void keepStandings() {
        for (var job : live.values()) histories.keepStandings(job, BATCHES_AT_ONCE);
        for (var job : allInside()) histories.keepStandings(job, BATCHES_AT_ONCE);
        for (var job : leaving.values())
            if (!live.containsKey(job.run())) histories.keepStandings(job, Integer.MAX_VALUE);
        for (var job : leavingInside)
            if (!inner.containsKey(job.run())) histories.keepStandings(job, Integer.MAX_VALUE);
    }

    /** Those that are kept are taken out of the set. */
    private void keepInside(Set<JobController> jobs, int mostBatches) {
        var byRun = new TreeMap<RunId, List<JobController>>();
        for (var job : jobs)
            byRun.computeIfAbsent(job.run(), _ -> new ArrayList<>()).add(job);
        byRun.forEach((run, ofRun) -> {
            histories.recall(run, ofRun);
            histories.keep(run, ofRun, mostBatches);
            ofRun.forEach(jobs::remove);
        });
    }

    /** The engine is gone; the next one opens all that is unfinished anew. */
    public void forgetAll() {
        leaving.putAll(live);
        leavingInside.addAll(allInside());
        newInside.clear();
        live.clear();
        inner.clear();
    }

    /**
     * How a job stands, or how it has ended.
     *
     * @param mostSamples so many steps of the history of each partition, evenly chosen
     */
    public JobView view(RunRecord run, int mostSamples) {
        var job = live.get(run.id());
        if (job == null) job = leaving.get(run.id());
        if (job == null) return past(run, mostSamples);
        histories.recall(job);
        return job.view(mostSamples);
    }

    /** How far a job is. */
    public record Tally(long iterations, long stored) {}

    /** How far a job is that is a run of its own; of one that has ended it is looked up once. */
    public Tally tally(RunRecord run) {
        var job = live.get(run.id());
        if (job == null) job = leaving.get(run.id());
        if (job != null)
            return new Tally(job.plan().goal().iterations(), job.job().stored());
        if (!run.state().isFinal()) return tallyOf(run);
        if (tallies.size() > MOST_TALLIES) tallies.clear();
        return tallies.computeIfAbsent(run.id(), _ -> tallyOf(run));
    }

    private Tally tallyOf(RunRecord run) {
        long iterations = document(run.id()).getIterations();
        // Only with enough results a job succeeds; how many there are else its chains and sites tell.
        return new Tally(
                iterations,
                run.state() == RunState.SUCCEEDED ? iterations : past(run, 0).stored());
    }

    /** How the jobs inside of a workflow stand, or how they have ended, in the order in which they began. */
    public List<InnerJobView> viewsInside(RunRecord run, int mostSamples) {
        var views = new LinkedHashMap<String, InnerJobView>();
        for (var kept : histories.inside(run.id()).values()) views.put(kept.action(), view(run, kept, mostSamples));
        for (var job : inMemory(run.id())) views.put(job.action(), shown(run, job.innerView(mostSamples)));
        return List.copyOf(views.values());
    }

    /** How one of them stands, or how it has ended. */
    public Optional<InnerJobView> viewInside(RunRecord run, String action, int mostSamples) {
        for (var job : inMemory(run.id()))
            if (job.action().equals(action)) return Optional.of(shown(run, job.innerView(mostSamples)));
        return Optional.ofNullable(histories.inside(run.id()).get(action)).map(kept -> view(run, kept, mostSamples));
    }

    /** Whoever works comes last, and has the last word. */
    private List<JobController> inMemory(RunId run) {
        var jobs = new ArrayList<JobController>();
        for (var job : leavingInside) if (job.run().equals(run)) jobs.add(job);
        jobs.addAll(inner.getOrDefault(run, Map.of()).values());
        histories.recall(run, jobs);
        jobs.sort(Comparator.comparingInt(JobController::firstChain));
        return jobs;
    }

    private InnerJobView view(RunRecord run, InnerJobHistory kept, int mostSamples) {
        boolean over = kept.end().isPresent() || run.state().isFinal();
        var view = kept.view(over, time.instant(), mostSamples);
        var open = view.began().isPresent() ? "RUNNING" : "QUEUED";
        return shown(run, new InnerJobView(kept.action(), kept.end().orElse(open), view));
    }

    /** What has not ended when its run has will not go on. */
    private static InnerJobView shown(RunRecord run, InnerJobView view) {
        boolean isOpen = view.state().equals("RUNNING") || view.state().equals("QUEUED");
        if (!isOpen || !run.state().isFinal()) return view;
        var end = view.job().complete()
                ? RunState.SUCCEEDED
                : run.state() == RunState.CANCELLED ? RunState.CANCELLED : RunState.FAILED;
        return new InnerJobView(view.action(), end.name(), view.job());
    }

    /** From what its chains say, and from what was kept of its course. */
    private JobView past(RunRecord run, int mostSamples) {
        var job = new JobController(
                run.id(), new CompiledJob(document(run.id())), time, JobController.Around.NOTHING, run.started());
        listener.restore(job);
        for (int from = 0; ; ) {
            var page = archive.chains(run.id(), Set.of(), from, PAGE, true);
            for (var chain : page) {
                job.adopt(chain.id().index(), chain.parameter(), chain.firstClaimed());
                if (chain.state().isFinal()) job.ended(chain.id().index(), chain.state(), chain.report());
            }
            if (page.size() < PAGE) break;
            from = page.getLast().id().index() + 1;
        }
        var course = histories.of(run.id());
        if (run.state().isFinal()) job.recallEnded(course);
        else job.recall(course);
        return job.view(mostSamples);
    }

    private void cancel(ChainId chain, Reason why) {
        try {
            // Whoever has ended meanwhile cannot be cancelled, and need not be.
            var _ = engine.get().cancel(chain, why, SELF).exceptionally(_ -> null);
        } catch (Refusal unavailable) {
            log.debug("chain {} will be cancelled by the next engine", chain);
        }
    }

    private final JobController.Around around = new JobController.Around() {
        @Override
        public void stir(RunId run) {
            try {
                engine.get().stir(run);
            } catch (Refusal unavailable) {
                log.debug("job {} will go on with the next engine", run);
            }
        }

        @Override
        public void cancel(ChainId chain) {
            JobControllers.this.cancel(chain, Reason.WITHDRAWN);
        }

        @Override
        public void tell(SessionId agent, Share share) {
            if (post.isEmpty() || !post.get().reply(agent, share)) telling.accept(agent, share);
        }
    };
}
