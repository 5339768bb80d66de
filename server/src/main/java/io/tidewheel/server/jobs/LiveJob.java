package io.tidewheel.server.jobs;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.balancing.Answer;
import io.tidewheel.balancing.Decision;
import io.tidewheel.balancing.Job;
import io.tidewheel.balancing.JobBalancer;
import io.tidewheel.balancing.Outlook;
import io.tidewheel.balancing.PartitionState;
import io.tidewheel.balancing.Turn;
import io.tidewheel.engine.Growth;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunState;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.PartitionCourse;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One unfinished job. The engine asks it for chains and tells it their ends; agents tell it how far their partitions are; a timer lets it look
 * after those that say nothing. All come from threads of their own, and nobody waits here for anything but each other.
 */
public final class LiveJob implements Growth {
    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(500);
    private static final Duration SHORTEST_FAREWELL = Duration.ofSeconds(10);
    private static final int REPORTS_TO_THE_END = 4;
    private static final int MOST_REPORTS_PER_SECOND = 1_000;
    private static final int MOST_EVENTS = 200;
    private static final int MOST_TOO_OLD = 3;
    private static final long MOST_MERGED_BYTES = 8 << 20;
    private static final int MOST_CHECKPOINT = 256 << 10;
    private static final long MOST_CHECKPOINTS = 64 << 20;

    /** What it asks of its surroundings; none of it may wait. */
    public interface Around {
        /** There may be chains to be made. */
        void stir(RunId run);

        /** This chain is not wanted any more. */
        void cancel(ChainId chain);

        /** Tells a partition, unasked, up to which count to work. */
        void tell(SessionId agent, Share share);

        /** For a job that is only looked at. */
        Around NOTHING = new Around() {
            @Override
            public void stir(RunId run) {}

            @Override
            public void cancel(ChainId chain) {}

            @Override
            public void tell(SessionId agent, Share share) {}
        };
    }

    /** Something that happens to a job at a moment. */
    @FunctionalInterface
    public interface Step {
        Turn take(Job job, Instant now);
    }

    /** Who was last heard to work on a partition. */
    private record Worker(SessionId session, int chain, int attempt) {}

    private final RunId run;
    private final JobPlan plan;
    private final Time time;
    private final Around around;
    private final Optional<Instant> startedBefore;
    private Job job;
    private final Map<Integer, Integer> partitionOfOpen = new HashMap<>();
    private final Set<Integer> openPartitions = new HashSet<>();
    private final Map<Integer, Integer> chainOf = new HashMap<>();
    private final Map<Integer, String> agentOf = new HashMap<>();
    private final Map<Integer, Worker> workers = new HashMap<>();
    private final Map<Integer, Trail> trails = new HashMap<>();
    /** Of whom there is something new to be remembered, who has waited longest first. */
    private final Set<Integer> unkept = new LinkedHashSet<>();

    private boolean eventsUnkept;
    /** How partitions stood when the job ended, of which their chains say nothing. */
    private Map<Integer, PartitionCourse> remembered = Map.of();

    private boolean recalled;
    private final Map<Integer, ByteString> checkpoints = new HashMap<>();
    /** What tries have kept that failed for good: whoever begins next goes on from it. */
    private final ArrayDeque<ByteString> bequeathed = new ArrayDeque<>();

    private long checkpointBytes;
    private final Set<Integer> cancelled = new HashSet<>();
    /** Partitions that foreign sites have: agents keep off them. */
    private final Set<Integer> atSites = new HashSet<>();
    /** Of these that is known from before a restart, even if they have given them up since. */
    private final Set<Integer> wereAtSites = new HashSet<>();
    /** Chains whose partitions were given to foreign sites. */
    private final Set<Integer> givenAway = new HashSet<>();

    private final Map<Integer, ByteString> results = new TreeMap<>();
    private final ArrayDeque<JobView.Event> events = new ArrayDeque<>();
    private long resultBytes;
    private int tooOld;
    private boolean takenUp;
    private volatile boolean held;
    private int mergeChain = -1;
    private boolean mergeMade;
    private Optional<Growth.Outcome> end = Optional.empty();
    private Optional<Instant> completeSince = Optional.empty();

    /**
     * @param startedBefore when it began, if a former life of the server knew it
     */
    LiveJob(RunId run, JobPlan plan, Time time, Around around, Optional<Instant> startedBefore) {
        this.run = run;
        this.plan = plan;
        this.time = time;
        this.around = around;
        this.startedBefore = startedBefore;
        this.job = Job.planned(plan.goal(), time.instant());
    }

    public RunId run() {
        return run;
    }

    /** Whether its run is put aside, so that nothing of it may begin. */
    public boolean isHeld() {
        return held;
    }

    void setHeld(boolean now) {
        held = now;
    }

    /** Whether this chain is one of its partitions, and has not ended. */
    synchronized boolean hasOpen(int chain) {
        return partitionOfOpen.containsKey(chain);
    }

    public JobPlan plan() {
        return plan;
    }

    // --- what the engine asks ---

    @Override
    public synchronized void adopt(int index, String parameter) {
        if (parameter.equals(JobPlan.MERGE)) {
            mergeMade = true;
            mergeChain = index;
            return;
        }
        int partition = Integer.parseInt(parameter);
        job = JobBalancer.enlarged(job, partition + 1, time.instant());
        open(index, partition);
    }

    /** Nothing is known of it but that it runs; its agent will say more. */
    @Override
    public synchronized void found(int index) {
        var partition = partitionOfOpen.get(index);
        if (partition != null && !atSites.contains(partition))
            job = JobBalancer.resumed(job, partition, "", 0, 0, 0, time.instant());
    }

    private void open(int chain, int partition) {
        partitionOfOpen.put(chain, partition);
        openPartitions.add(partition);
        chainOf.put(partition, chain);
    }

    @Override
    public synchronized List<Sprout> next(int firstIndex, int most) {
        takeUp();
        var sprouts = new ArrayList<Sprout>();
        if (end.isPresent() || !plan.hasAgents()) return sprouts;
        if (isComplete()) {
            if (mayMerge()) merge(firstIndex).ifPresent(sprouts::add);
            return sprouts;
        }
        for (var part : job.partitions()) {
            if (sprouts.size() == most) break;
            boolean waits = part.state() instanceof PartitionState.Queued;
            if (!waits || openPartitions.contains(part.index()) || atSites.contains(part.index())) continue;
            open(firstIndex + sprouts.size(), part.index());
            workers.remove(part.index());
            sprouts.add(new Sprout(
                    plan.lane(), new NewChain(Integer.toString(part.index()), plan.partition(part.index()))));
        }
        return sprouts;
    }

    /** The first question after a restart: everything that was durable is known now. */
    private void takeUp() {
        if (takenUp) return;
        takenUp = true;
        startedBefore.ifPresent(at -> job = JobBalancer.begun(job, at));
        if (isComplete()) completeSince = Optional.of(time.instant());
    }

    private boolean mayMerge() {
        return plan.hasMerge() && !mergeMade && partitionOfOpen.isEmpty();
    }

    private Optional<Sprout> merge(int index) {
        if (resultBytes > MOST_MERGED_BYTES) {
            fail(
                    Reason.ERROR,
                    "the results have %,d bytes together, and a merge step takes %,d: let the partitions write to a common disk"
                            .formatted(resultBytes, MOST_MERGED_BYTES));
            return Optional.empty();
        }
        mergeMade = true;
        mergeChain = index;
        return Optional.of(new Sprout(
                plan.lane(), new NewChain(JobPlan.MERGE, plan.merge(Manifest.of(run.number(), view()), results))));
    }

    private void fail(Reason reason, String why) {
        end = Optional.of(new Growth.Outcome(RunState.FAILED, reason));
        note(why);
    }

    @Override
    public synchronized void ended(int index, ChainState state, Payload report) {
        if (index == mergeChain) {
            end = Optional.of(
                    state == ChainState.SUCCEEDED
                            ? new Growth.Outcome(RunState.SUCCEEDED, Reason.NONE)
                            : new Growth.Outcome(RunState.FAILED, Reason.EXIT_CODE));
            return;
        }
        var partition = partitionOfOpen.remove(index);
        if (partition == null) throw new IllegalStateException("chain %d was never made".formatted(index));
        openPartitions.remove(partition);
        if (isGivenAway(index, partition, state)) {
            stirIfQueued();
            return;
        }
        var kept = checkpoints.get(partition);
        forget(partition);
        if (state == ChainState.FAILED && kept != null) bequeath(kept);
        var now = time.instant();
        switch (state) {
            case SUCCEEDED -> succeeded(partition, report, now);
            case CANCELLED -> cancelled(index, partition, now);
            default -> apply(JobBalancer.lose(job, partition, "its task failed", now));
        }
        if (completeSince.isEmpty()) stirIfQueued();
    }

    /** Whatever became of a chain, its partition is done elsewhere, or will be done by another chain. */
    private boolean isGivenAway(int index, int partition, ChainState state) {
        return givenAway.remove(index)
                || atSites.contains(partition)
                || (state == ChainState.CANCELLED && wereAtSites.contains(partition));
    }

    /** If it was not our own doing, its iterations may be nobody else's: then the job cannot be completed any more. */
    private void cancelled(int index, int partition, Instant now) {
        boolean hasBegun = job.began().isPresent() || startedBefore.isPresent();
        boolean othersCan = plan.isBalanced() && (hasBegun || !openPartitions.isEmpty());
        if (!othersCan && !cancelled.contains(index) && !isComplete()) {
            end = Optional.of(new Growth.Outcome(RunState.CANCELLED, Reason.CANCELLED));
            note("partition %d was cancelled, and nobody else can do its iterations".formatted(partition));
            return;
        }
        job = JobBalancer.withdrawn(job, partition, now);
        apply(JobBalancer.lose(job, partition, "its task was cancelled", now));
    }

    private void succeeded(int partition, Payload report, Instant now) {
        var outcome = outcome(report);
        agentOf.put(partition, outcome.getAgent());
        if (!outcome.hasPart()) {
            note("partition %d was done by the agent '%s', which is too old to tell what it did: it does not count"
                    .formatted(partition, outcome.getAgent()));
            if (++tooOld >= MOST_TOO_OLD)
                fail(Reason.ERROR, "the agents are too old for iterative jobs: use newer ones");
            apply(JobBalancer.lose(job, partition, "its agent is too old", now));
            return;
        }
        if (plan.hasMerge()) {
            results.put(partition, outcome.getResult());
            resultBytes += outcome.getResult().size();
        }
        long count = outcome.getPart().getIterations();
        double seconds = (outcome.getFinishedMicros() - outcome.getStartedMicros()) / 1e6;
        double speed = seconds > 0 ? count / seconds : 0;
        apply(JobBalancer.stored(job, partition, count, speed, now));
        sample(partition, now);
    }

    private static io.tidewheel.protocol.wire.Outcome outcome(Payload report) {
        try {
            return io.tidewheel.protocol.wire.Outcome.parseFrom(report.bytes());
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("a report that was accepted cannot be read", strange);
        }
    }

    private boolean isComplete() {
        return job.isComplete();
    }

    @Override
    public synchronized boolean isExhausted() {
        if (end.isPresent()) return true;
        return isComplete() && !plan.hasMerge();
    }

    @Override
    public synchronized Growth.Outcome outcome() {
        return end.orElse(new Growth.Outcome(
                isComplete() ? RunState.SUCCEEDED : RunState.FAILED, isComplete() ? Reason.NONE : Reason.ERROR));
    }

    // --- what agents tell ---

    /** An agent tells how far a partition is; the answer says how far to go. Empty for news of a try that is over. */
    synchronized Optional<Share> progress(SessionId session, String agent, Progress news) {
        var partition = partitionOfOpen.get(news.getIndex());
        if (partition == null || atSites.contains(partition)) return Optional.of(stop(news));
        var known = workers.get(partition);
        if (known != null && known.chain == news.getIndex() && news.getAttempt() < known.attempt)
            return Optional.empty();
        var now = time.instant();
        keep(partition, news.getCheckpoint());
        workers.put(partition, new Worker(session, news.getIndex(), news.getAttempt()));
        agentOf.put(partition, agent);
        boolean isNew = known == null || known.chain != news.getIndex() || known.attempt != news.getAttempt();
        var turn = turn(partition, agent, news, isNew, now);
        apply(turn);
        sample(partition, now);
        var share = share(news, turn.answer());
        return Optional.of(news.hasTold() ? share : withCheckpoint(share, partition));
    }

    private void keep(int partition, ByteString checkpoint) {
        if (checkpoint.isEmpty() || checkpoint.size() > MOST_CHECKPOINT) return;
        var before = checkpoints.put(partition, checkpoint);
        checkpointBytes += checkpoint.size() - (before == null ? 0 : before.size());
        if (checkpointBytes > MOST_CHECKPOINTS) forget(partition);
    }

    private void forget(int partition) {
        var gone = checkpoints.remove(partition);
        if (gone != null) checkpointBytes -= gone.size();
    }

    /** Its try is over, so that nobody else can count these iterations; in a plain split they are nobody else's. */
    private void bequeath(ByteString kept) {
        if (!plan.isBalanced() || count(kept) == 0 || checkpointBytes + kept.size() > MOST_CHECKPOINTS) return;
        bequeathed.add(kept);
        checkpointBytes += kept.size();
    }

    private void inherit(int partition) {
        if (checkpoints.containsKey(partition) || bequeathed.isEmpty()) return;
        checkpoints.put(partition, bequeathed.removeFirst());
        note("partition %d goes on from what a failed one has kept".formatted(partition));
    }

    private Share withCheckpoint(Share share, int partition) {
        var kept = checkpoints.get(partition);
        return kept == null ? share : share.toBuilder().setCheckpoint(kept).build();
    }

    private Turn turn(int partition, String agent, Progress news, boolean isNew, Instant now) {
        if (!news.hasTold()) return begin(partition, agent, now);
        if (isNew) {
            job = JobBalancer.resumed(
                    JobBalancer.begun(job, startedBefore.orElse(now)),
                    partition,
                    agent,
                    news.getIterations(),
                    news.getTold(),
                    news.getMostTold(),
                    now);
        }
        return JobBalancer.report(job, partition, news.getIterations(), now);
    }

    /** A process that begins has done nothing, unless it goes on from what an earlier one has kept. */
    private Turn begin(int partition, String agent, Instant now) {
        inherit(partition);
        var begun = JobBalancer.start(job, partition, agent, Duration.ZERO, now);
        long kept = count(checkpoints.get(partition));
        if (kept == 0 || !(begun.answer() instanceof Answer.Share)) return begun;
        apply(begun);
        return JobBalancer.report(job, partition, kept, now);
    }

    private static long count(@Nullable ByteString checkpoint) {
        if (checkpoint == null) return 0;
        var line = checkpoint
                .substring(0, Math.min(checkpoint.size(), 40))
                .toStringUtf8()
                .lines()
                .findFirst()
                .orElse("")
                .strip();
        return line.matches("[0-9]{1,18}") ? Long.parseLong(line) : 0;
    }

    private Share share(Progress news, Answer answer) {
        return switch (answer) {
            case Answer.Share(long count, Duration estimate, String _) ->
                Share.newBuilder()
                        .setAttempt(attempt(news))
                        .setCount(count)
                        .setReportMillis(interval(estimate).toMillis())
                        .build();
            case Answer.Noted _, Answer.Refused _ -> stop(news);
        };
    }

    /** Towards the end it is told more often, so that all end together. */
    private Duration interval(Duration estimate) {
        var every = plan.goal().reportEvery();
        if (!plan.isBalanced() || estimate.isZero()) return every;
        var soon = estimate.dividedBy(REPORTS_TO_THE_END);
        var shortest = shortestInterval();
        if (soon.compareTo(shortest) < 0) soon = shortest;
        return soon.compareTo(every) < 0 ? soon : every;
    }

    /** Many must not all speak at once in the end, when each has to be thought about longest. */
    private Duration shortestInterval() {
        var all = Duration.ofNanos(job.running() * (1_000_000_000L / MOST_REPORTS_PER_SECOND));
        return all.compareTo(SHORTEST_INTERVAL) < 0 ? SHORTEST_INTERVAL : all;
    }

    /** Its own count: there is nothing more for it to do. */
    private Share stop(Progress news) {
        return Share.newBuilder()
                .setAttempt(attempt(news))
                .setCount(news.getIterations())
                .setReportMillis(plan.goal().reportEvery().toMillis())
                .build();
    }

    private static Attempt attempt(Progress news) {
        return Attempt.newBuilder()
                .setRun(news.getRun())
                .setIndex(news.getIndex())
                .setAttempt(news.getAttempt())
                .build();
    }

    // --- what time brings ---

    /** Looks after those that say nothing, and lets go of those that are not needed. */
    synchronized void tick() {
        if (!takenUp) return;
        var now = time.instant();
        apply(JobBalancer.tick(job, now));
        letGo(now);
    }

    private void letGo(Instant now) {
        if (!takenUp || !plan.hasAgents()) return;
        partitionOfOpen.forEach((chain, partition) -> {
            if (!isUnwanted(partition, now) || !cancelled.add(chain)) return;
            if (atSites.contains(partition)) givenAway.add(chain);
            around.cancel(new ChainId(run, chain));
        });
    }

    private boolean isUnwanted(int partition, Instant now) {
        var state = job.partitions().get(partition).state();
        if (state instanceof PartitionState.Withdrawn || atSites.contains(partition)) return true;
        if (completeSince.isEmpty()) return false;
        boolean works = state instanceof PartitionState.Running;
        return !works || completeSince.get().plus(farewell()).isBefore(now);
    }

    private Duration farewell() {
        var twice = plan.goal().reportEvery().multipliedBy(2);
        return twice.compareTo(SHORTEST_FAREWELL) < 0 ? SHORTEST_FAREWELL : twice;
    }

    /** Changes the job from outside of the engine; for partitions that are no chains. */
    public synchronized Turn change(Step step) {
        var turn = step.take(job, time.instant());
        apply(turn);
        return turn;
    }

    /**
     * Takes over what is known from elsewhere, before anybody else sees the job.
     *
     * @param now the partitions that foreign sites have
     * @param once those that they have or had
     */
    public synchronized void restore(UnaryOperator<Job> step, Set<Integer> now, Set<Integer> once) {
        job = step.apply(job);
        atSites.addAll(now);
        wereAtSites.addAll(once);
    }

    // --- partitions at foreign sites ---

    /** A foreign site may have this partition, if nobody has begun it: agents keep off it from now on. False if somebody has. */
    public synchronized boolean giveToSite(int partition) {
        if (atSites.contains(partition)) return true;
        if (!(job.partitions().get(partition).state() instanceof PartitionState.Queued)) return false;
        atSites.add(partition);
        if (openPartitions.contains(partition)) {
            int chain = Objects.requireNonNull(chainOf.get(partition));
            givenAway.add(chain);
            if (cancelled.add(chain)) around.cancel(new ChainId(run, chain));
        }
        return true;
    }

    /** The site has not begun it, so that anybody may have it again. */
    public synchronized void takeBack(int partition) {
        boolean waits = job.partitions().get(partition).state() instanceof PartitionState.Queued;
        if (waits && atSites.remove(partition)) around.stir(run);
    }

    /** Whether it is a foreign site that does this partition, or may begin it. */
    public synchronized boolean isAtSite(int partition) {
        return !plan.hasAgents() || atSites.contains(partition);
    }

    public synchronized Job job() {
        return job;
    }

    private void apply(Turn turn) {
        job = turn.job();
        for (var decision : turn.decisions()) {
            note(decision.sentence());
            switch (decision) {
                case Decision.Queue more -> {
                    unkept.addAll(more.partitions());
                    more.partitions().forEach(atSites::remove);
                    around.stir(run);
                }
                case Decision.Complete _ -> complete();
                case Decision.Withdraw fewer -> {
                    unkept.addAll(fewer.partitions());
                    letGo(time.instant());
                }
                case Decision.GiveUp lost -> sample(lost.partition(), time.instant());
                case Decision.WelcomeBack _ -> {}
            }
        }
    }

    private void complete() {
        completeSince = Optional.of(time.instant());
        for (var each : workers.entrySet()) {
            var worker = each.getValue();
            if (!partitionOfOpen.containsKey(worker.chain)) continue;
            around.tell(
                    worker.session,
                    Share.newBuilder()
                            .setAttempt(Attempt.newBuilder()
                                    .setRun(run.number())
                                    .setIndex(worker.chain)
                                    .setAttempt(worker.attempt))
                            .setCount(0)
                            .setReportMillis(SHORTEST_INTERVAL.toMillis())
                            .build());
        }
        letGo(time.instant());
        around.stir(run);
    }

    private void stirIfQueued() {
        if (job.queued() > 0) around.stir(run);
    }

    /** What happened before a restart was noted then. */
    private void note(String sentence) {
        if (!takenUp) return;
        events.add(new JobView.Event(time.instant(), sentence));
        if (events.size() > MOST_EVENTS) events.removeFirst();
        eventsUnkept = true;
    }

    /** Notes how a partition stands now, for its history. */
    public void noteSample(int partition) {
        sample(partition, time.instant());
    }

    private synchronized void sample(int partition, Instant now) {
        if (!takenUp || partition >= job.partitions().size()) return;
        var part = part(partition, 0);
        trails.computeIfAbsent(partition, _ -> new Trail())
                .add(
                        new JobView.Sample(now, part.done(), part.share(), part.speed()),
                        Trail.most(job.partitions().size()));
        unkept.add(partition);
    }

    // --- what is remembered ---

    /** It is new: there is nothing to be recalled. */
    synchronized LiveJob fresh() {
        recalled = true;
        return this;
    }

    /** Whether it knows again what it had kept before a restart. */
    synchronized boolean hasRecalled() {
        return recalled;
    }

    /** Takes up what it had kept before a restart. */
    synchronized void recall(Course course) {
        if (recalled) return;
        recalled = true;
        int most = Trail.most(job.partitions().size());
        course.parts()
                .forEach((partition, kept) ->
                        trails.computeIfAbsent(partition, _ -> new Trail()).recall(Course.samples(kept), most));
        var since = List.copyOf(events);
        events.clear();
        events.addAll(course.events());
        events.addAll(since);
        while (events.size() > MOST_EVENTS) events.removeFirst();
    }

    /** The same for a job that has ended: nobody will say more about its partitions. */
    synchronized void recallEnded(Course course) {
        recall(course);
        remembered = course.parts();
        int known = remembered.keySet().stream()
                .mapToInt(partition -> partition + 1)
                .max()
                .orElse(0);
        job = JobBalancer.enlarged(job, known, time.instant());
        remembered.forEach((partition, last) -> {
            if (last.getState().equals("STORED")) recallStored(partition, last);
        });
    }

    /** What a foreign site has stored is in no chain. */
    private void recallStored(int partition, PartitionCourse last) {
        job = JobBalancer.stored(job, partition, last.getIterations(), last.getSpeed(), time.instant())
                .job();
        agentOf.putIfAbsent(partition, last.getSite());
    }

    /** What is new to be kept, at most so many pieces; empty if nothing is. They count as kept. */
    synchronized SortedMap<Integer, Payload> takeUnkept(int most) {
        var pieces = new TreeMap<Integer, Payload>();
        if (!recalled) return pieces;
        if (eventsUnkept) pieces.put(Course.EVENTS, Course.piece(events));
        eventsUnkept = false;
        for (var next = unkept.iterator(); next.hasNext() && pieces.size() < most; next.remove()) {
            int partition = next.next();
            pieces.put(Course.piece(partition), Course.piece(part(partition, Trail.MOST)));
        }
        return pieces;
    }

    /** These could not be kept after all. */
    synchronized void stillUnkept(Set<Integer> pieces) {
        for (int piece : pieces) {
            if (piece == Course.EVENTS) eventsUnkept = true;
            else unkept.add(piece - 1);
        }
    }

    // --- what people see ---

    public JobView view() {
        return view(Trail.MOST);
    }

    /** @param mostSamples so many steps of the history of each partition, evenly chosen */
    public synchronized JobView view(int mostSamples) {
        var parts = new ArrayList<JobView.PartView>();
        for (var each : job.partitions()) parts.add(part(each.index(), mostSamples));
        return new JobView(
                plan.goal(),
                job.began().or(() -> startedBefore),
                isComplete(),
                job.stored(),
                Outlook.of(job, time.instant()),
                plan.document().getForeignId(),
                parts,
                List.copyOf(events));
    }

    private JobView.PartView part(int index, int mostSamples) {
        var part = job.partitions().get(index);
        var trail = trails.get(index);
        var history = trail == null ? List.<JobView.Sample>of() : trail.samples(mostSamples);
        // Those of a run that this one retries are chains of that run.
        int chain = atSites.contains(index) ? -1 : Math.max(-1, chainOf.getOrDefault(index, -1));
        var site = part.site().isEmpty() ? agentOf.getOrDefault(index, "") : part.site();
        return switch (part.state()) {
            case PartitionState.Queued _ ->
                remembered.containsKey(index)
                        ? ended(index, chain, history)
                        : new JobView.PartView(index, chain, site, "QUEUED", 0, 0, 0, history);
            case PartitionState.Running running ->
                new JobView.PartView(
                        index,
                        chain,
                        site,
                        "RUNNING",
                        running.done(),
                        running.told(),
                        running.pace().perSecond(),
                        history);
            case PartitionState.Finished done ->
                new JobView.PartView(index, chain, site, "FINISHED", done.count(), done.count(), done.speed(), history);
            case PartitionState.Stored done ->
                new JobView.PartView(index, chain, site, "STORED", done.count(), done.count(), done.speed(), history);
            case PartitionState.Lost lost -> {
                long done = lost.was() instanceof PartitionState.Running running ? running.done() : 0;
                yield new JobView.PartView(index, chain, site, "LOST", done, 0, 0, history);
            }
            case PartitionState.Withdrawn _ ->
                remembered.containsKey(index)
                        ? ended(index, chain, history)
                        : new JobView.PartView(index, chain, site, "WITHDRAWN", 0, 0, 0, history);
        };
    }

    /** Of a job that has ended, as it was last known: what ran then was lost, and what waited was not needed. */
    private JobView.PartView ended(int index, int chain, List<JobView.Sample> history) {
        var last = Objects.requireNonNull(remembered.get(index));
        boolean worked = last.getIterations() > 0 || last.getState().equals("RUNNING");
        return new JobView.PartView(
                index, chain, last.getSite(), worked ? "LOST" : "WITHDRAWN", last.getIterations(), 0, 0, history);
    }
}
