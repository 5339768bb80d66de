package io.tidewheel.server.jobs;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.balancing.BalancedJob;
import io.tidewheel.balancing.BalancerDecision;
import io.tidewheel.balancing.BalancerStep;
import io.tidewheel.balancing.JobBalancer;
import io.tidewheel.balancing.JobForecast;
import io.tidewheel.balancing.Partition;
import io.tidewheel.balancing.PartitionState;
import io.tidewheel.balancing.ShareAnswer;
import io.tidewheel.controllers.RunController;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunState;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.InnerJob;
import io.tidewheel.protocol.wire.PartitionHistory;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * One unfinished job. The engine asks it for chains and tells it their ends; agents tell it how far their partitions are; a timer lets it look
 * after those that say nothing. All come from threads of their own, and nobody waits here for anything but each other.
 */
public final class JobController implements RunController {
    private static final Duration SHORTEST_FAREWELL = Duration.ofSeconds(10);
    private static final int MOST_TOO_OLD = 3;

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
        BalancerStep take(BalancedJob job, Instant now);
    }

    /** Who was last heard to work on a partition. */
    private record Worker(SessionId session, int chain, int attempt) {}

    /** What is to be kept of it, in pieces as the store has them. */
    record Unkept(JobHistory.News news, SortedMap<Integer, Payload> pieces) {}

    /** The same of how its partitions stand. */
    record UnkeptStandings(List<Integer> partitions, SortedMap<Integer, Payload> pieces) {}

    private final RunId run;
    /** What it is called in the workflow that it is a part of; empty if it is a run of its own. */
    private final String action;

    private final CompiledJob plan;
    private final Time time;
    private final Around around;
    private final Optional<Instant> startedBefore;
    private BalancedJob job;
    private final PartitionChains chains = new PartitionChains();
    private final SitePartitions sites = new SitePartitions();
    private final MergeStep merge = new MergeStep();
    private final Map<Integer, String> agentOf = new HashMap<>();
    private final Map<Integer, Worker> workers = new HashMap<>();
    private final ShareInstructions shares;
    private final JobHistory history = new JobHistory();
    private final RememberedPartitions standings = new RememberedPartitions();
    private final PartitionCheckpoints checkpoints = new PartitionCheckpoints();
    /** How partitions stood when the job ended, of which their chains say nothing. */
    private Map<Integer, PartitionHistory> remembered = Map.of();

    private final Set<Integer> cancelled = new HashSet<>();
    private int tooOld;
    private boolean takenUp;
    private volatile boolean held;
    private volatile JobUrgency urgency = JobUrgency.USUAL;
    private Optional<RunController.RunOutcome> end = Optional.empty();
    private Optional<ChainState> closed = Optional.empty();
    private Optional<Instant> completeSince = Optional.empty();

    /**
     * @param startedBefore when it began, if a former life of the server knew it
     */
    JobController(RunId run, CompiledJob plan, Time time, Around around, Optional<Instant> startedBefore) {
        this(run, "", plan, time, around, startedBefore);
    }

    /** @param action what it is called in the workflow that it is a part of */
    JobController(
            RunId run, String action, CompiledJob plan, Time time, Around around, Optional<Instant> startedBefore) {
        this.run = run;
        this.action = action;
        this.plan = plan;
        this.time = time;
        this.around = around;
        this.shares = new ShareInstructions(plan);
        this.startedBefore = startedBefore;
        this.job = BalancedJob.planned(plan.goal(), time.instant());
    }

    public RunId run() {
        return run;
    }

    String action() {
        return action;
    }

    /** Of its chains that are its run's; -1 if there is none. */
    synchronized int firstChain() {
        return chains.first();
    }

    /** Whether its run is put aside, so that nothing of it may begin. */
    public boolean isHeld() {
        return held;
    }

    void setHeld(boolean now) {
        held = now;
    }

    /** How soon it is to be served; that may change while it runs. */
    public JobUrgency urgency() {
        return urgency;
    }

    JobController setUrgency(JobUrgency now) {
        urgency = now;
        return this;
    }

    /** Whether this chain is one of its partitions, and has not ended. */
    synchronized boolean hasOpen(int chain) {
        return chains.isOpen(chain);
    }

    public CompiledJob plan() {
        return plan;
    }

    // --- what the engine asks ---

    @Override
    public synchronized void adopt(int index, String parameter, Optional<Instant> began) {
        if (parameter.equals(CompiledJob.MERGE)) {
            merge.made(index);
            return;
        }
        int partition = Integer.parseInt(parameter);
        job = JobBalancer.enlarged(job, partition + 1, time.instant());
        chains.open(index, partition);
    }

    /** It runs as it was last known to; if nothing is known, its agent will say more. */
    @Override
    public synchronized void found(int index) {
        var partition = chains.partitionOf(index);
        if (partition.isEmpty() || sites.has(partition.get())) return;
        var now = time.instant();
        job = standings
                .of(partition.get(), index)
                .filter(known -> known.run().isPresent())
                .map(known -> JobBalancer.restored(job, known.part(), now))
                .orElseGet(() -> JobBalancer.resumed(job, partition.get(), "", 0, 0, 0, now));
    }

    @Override
    public synchronized List<NextChain> next(int firstIndex, int most, Instant now) {
        takeUp();
        var sprouts = new ArrayList<NextChain>();
        if (end.isPresent() || !plan.hasAgents()) return sprouts;
        if (isComplete()) {
            if (mayMerge()) merge(firstIndex).ifPresent(sprouts::add);
            return sprouts;
        }
        for (var part : job.partitions()) {
            if (sprouts.size() == most) break;
            boolean waits = part.state() instanceof PartitionState.Queued;
            if (!waits || chains.hasOpen(part.index()) || sites.has(part.index())) continue;
            chains.open(firstIndex + sprouts.size(), part.index());
            workers.remove(part.index());
            sprouts.add(new NextChain(
                    plan.lane(), new NewChain(Integer.toString(part.index()), plan.partition(part.index()))));
        }
        return sprouts;
    }

    /** The first question after a restart: everything that was durable is known now. */
    private void takeUp() {
        if (takenUp) return;
        takenUp = true;
        startedBefore.ifPresent(at -> job = JobBalancer.begun(job, at));
        standings.all().forEach(this::takeUp);
        if (isComplete()) completeSince = Optional.of(time.instant());
    }

    /** Of a partition that was lost or withdrawn no chain says so. */
    private void takeUp(RememberedPartition known) {
        int partition = known.part().index();
        if (known.part().state() instanceof PartitionState.Running || known.chain() != chains.chainOf(partition))
            return;
        job = JobBalancer.enlarged(job, partition + 1, time.instant());
        boolean waits = job.partitions().get(partition).state() instanceof PartitionState.Queued;
        if (waits && !chains.hasOpen(partition) && !sites.has(partition))
            job = JobBalancer.restored(job, known.part(), time.instant());
    }

    private boolean mayMerge() {
        return plan.hasMerge() && !merge.isMade() && chains.allEnded();
    }

    private Optional<NextChain> merge(int index) {
        if (merge.bytes() > MergeStep.MOST_BYTES) {
            fail(
                    Reason.ERROR,
                    "the results have %,d bytes together, and a merge step takes %,d: let the partitions write to a common disk"
                            .formatted(merge.bytes(), MergeStep.MOST_BYTES));
            return Optional.empty();
        }
        merge.made(index);
        return Optional.of(new NextChain(
                plan.lane(),
                new NewChain(CompiledJob.MERGE, plan.merge(JobManifest.of(run.number(), view()), merge.results()))));
    }

    private void fail(Reason reason, String why) {
        end = Optional.of(new RunController.RunOutcome(RunState.FAILED, reason));
        note(why);
    }

    @Override
    public synchronized void ended(int index, ChainState state, Payload report) {
        if (merge.isDoneBy(index)) {
            end = Optional.of(
                    state == ChainState.SUCCEEDED
                            ? new RunController.RunOutcome(RunState.SUCCEEDED, Reason.NONE)
                            : new RunController.RunOutcome(RunState.FAILED, Reason.EXIT_CODE));
            return;
        }
        int partition = chains.close(index);
        if (sites.isEndOfNothing(index, partition, state)) {
            stirIfQueued();
            return;
        }
        // A try that is over cannot count its iterations; in a plain split they are nobody else's.
        checkpoints.ended(partition, state == ChainState.FAILED && plan.isBalanced());
        var now = time.instant();
        switch (state) {
            case SUCCEEDED -> succeeded(partition, report, now);
            case CANCELLED -> cancelled(index, partition, now);
            default -> apply(JobBalancer.lose(job, partition, "its task failed", now));
        }
        if (completeSince.isEmpty()) stirIfQueued();
    }

    /** If it was not our own doing, its iterations may be nobody else's: then the job cannot be completed any more. */
    private void cancelled(int index, int partition, Instant now) {
        boolean hasBegun = job.began().isPresent() || startedBefore.isPresent();
        boolean othersCan = plan.isBalanced() && (hasBegun || !chains.allEnded());
        if (!othersCan && !cancelled.contains(index) && !isComplete()) {
            end = Optional.of(new RunController.RunOutcome(RunState.CANCELLED, Reason.CANCELLED));
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
        if (plan.hasMerge()) merge.add(partition, outcome.getResult());
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
    public synchronized RunController.RunOutcome outcome(LaneTotals totals) {
        return end.orElse(new RunController.RunOutcome(
                isComplete() ? RunState.SUCCEEDED : RunState.FAILED, isComplete() ? Reason.NONE : Reason.ERROR));
    }

    // --- what agents tell ---

    /** An agent tells how far a partition is; the answer says how far to go. Empty for news of a try that is over. */
    synchronized Optional<Share> progress(SessionId session, String agent, Progress news) {
        var open = chains.partitionOf(news.getIndex());
        if (open.isEmpty() || sites.has(open.get())) return Optional.of(shares.stop(news));
        int partition = open.get();
        var known = workers.get(partition);
        if (known != null && known.chain == news.getIndex() && news.getAttempt() < known.attempt)
            return Optional.empty();
        var now = time.instant();
        checkpoints.keep(partition, news.getCheckpoint());
        workers.put(partition, new Worker(session, news.getIndex(), news.getAttempt()));
        agentOf.put(partition, agent);
        boolean isNew = known == null || known.chain != news.getIndex() || known.attempt != news.getAttempt();
        var turn = turn(partition, agent, news, isNew, now);
        apply(turn);
        sample(partition, now);
        var share = shares.of(news, turn.answer(), job.running());
        return Optional.of(news.hasTold() ? share : withCheckpoint(share, partition));
    }

    private Share withCheckpoint(Share share, int partition) {
        return checkpoints
                .of(partition)
                .map(kept -> share.toBuilder().setCheckpoint(kept).build())
                .orElse(share);
    }

    private BalancerStep turn(int partition, String agent, Progress news, boolean isNew, Instant now) {
        if (!news.hasTold()) return begin(partition, agent, now);
        if (isNew) job = takenUp(partition, agent, news, now);
        return JobBalancer.report(job, partition, news.getIterations(), now);
    }

    /** A process goes on that began before a restart. If it was known, it is measured from its last word then, and not from now. */
    private BalancedJob takenUp(int partition, String agent, Progress news, Instant now) {
        var begun = JobBalancer.begun(job, startedBefore.orElse(now));
        boolean wasKnown = standings
                .of(partition, news.getIndex())
                .filter(known -> known.isOf(news.getIndex(), news.getAttempt()))
                .isPresent();
        standings.forget(partition);
        if (wasKnown) return JobBalancer.toldBefore(begun, partition, news.getTold(), news.getMostTold());
        return JobBalancer.resumed(
                begun, partition, agent, news.getIterations(), news.getTold(), news.getMostTold(), now);
    }

    /** A process that begins has done nothing, unless it goes on from what an earlier one has kept. */
    private BalancerStep begin(int partition, String agent, Instant now) {
        if (checkpoints.inherit(partition))
            note("partition %d goes on from what a failed one has kept".formatted(partition));
        var begun = JobBalancer.start(job, partition, agent, Duration.ZERO, now);
        long kept = checkpoints.count(partition);
        if (kept == 0 || !(begun.answer() instanceof ShareAnswer.Share)) return begun;
        apply(begun);
        return JobBalancer.report(job, partition, kept, now);
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
        chains.eachOpen((chain, partition) -> {
            if (!isUnwanted(partition, now) || !cancelled.add(chain)) return;
            if (sites.has(partition)) sites.takesFrom(chain);
            around.cancel(new ChainId(run, chain));
        });
    }

    private boolean isUnwanted(int partition, Instant now) {
        var state = job.partitions().get(partition).state();
        if (state instanceof PartitionState.Withdrawn || sites.has(partition)) return true;
        if (completeSince.isEmpty()) return false;
        boolean works = state instanceof PartitionState.Running;
        return !works || completeSince.get().plus(farewell()).isBefore(now);
    }

    private Duration farewell() {
        var twice = plan.goal().reportEvery().multipliedBy(2);
        return twice.compareTo(SHORTEST_FAREWELL) < 0 ? SHORTEST_FAREWELL : twice;
    }

    /** Changes the job from outside of the engine; for partitions that are no chains. */
    public synchronized BalancerStep change(Step step) {
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
    public synchronized void restore(UnaryOperator<BalancedJob> step, Set<Integer> now, Set<Integer> once) {
        job = step.apply(job);
        sites.restore(now, once);
        now.forEach(this::restoreAtSite);
    }

    /** If it is the same process that was last known: what that was told since is not certain, so it may honestly have done all. */
    private void restoreAtSite(int partition) {
        if (!(job.partitions().get(partition).state() instanceof PartitionState.Running begun)) return;
        standings.of(partition, RememberedPartition.AT_SITE).ifPresent(known -> {
            if (known.run().filter(ran -> !ran.since().isBefore(begun.since())).isEmpty()) return;
            job = JobBalancer.restored(job, known.part(), time.instant());
            var ran = known.run().orElseThrow();
            job = JobBalancer.toldBefore(job, partition, ran.told(), plan.goal().iterations());
        });
    }

    /** When its first partition began, if one did. */
    public synchronized Optional<Instant> began() {
        return job.began().or(() -> startedBefore);
    }

    // --- partitions at foreign sites ---

    /** A foreign site may have this partition, if nobody has begun it: agents keep off it from now on. False if somebody has. */
    public synchronized boolean giveToSite(int partition) {
        if (sites.has(partition)) return true;
        if (!(job.partitions().get(partition).state() instanceof PartitionState.Queued)) return false;
        sites.give(partition);
        if (chains.hasOpen(partition)) {
            int chain = chains.chainOf(partition);
            sites.takesFrom(chain);
            if (cancelled.add(chain)) around.cancel(new ChainId(run, chain));
        }
        return true;
    }

    /** The site has not begun it, so that anybody may have it again. */
    public synchronized void takeBack(int partition) {
        boolean waits = job.partitions().get(partition).state() instanceof PartitionState.Queued;
        if (waits && sites.takeBack(partition)) around.stir(run);
    }

    /** Whether it is a foreign site that does this partition, or may begin it. */
    public synchronized boolean isAtSite(int partition) {
        return !plan.hasAgents() || sites.has(partition);
    }

    public synchronized BalancedJob job() {
        return job;
    }

    private void apply(BalancerStep turn) {
        job = turn.job();
        for (var decision : turn.decisions()) {
            note(decision.sentence());
            switch (decision) {
                case BalancerDecision.Queue more -> {
                    stir(more.partitions());
                    sites.takeBack(more.partitions());
                    around.stir(run);
                }
                case BalancerDecision.Complete _ -> complete();
                case BalancerDecision.Withdraw fewer -> {
                    stir(fewer.partitions());
                    letGo(time.instant());
                }
                case BalancerDecision.GiveUp lost -> sample(lost.partition(), time.instant());
                case BalancerDecision.WelcomeBack _ -> {}
            }
        }
    }

    private void stir(List<Integer> partitions) {
        history.stir(partitions);
        standings.stir(partitions);
    }

    private void complete() {
        completeSince = Optional.of(time.instant());
        for (var each : workers.entrySet()) {
            var worker = each.getValue();
            if (!chains.isOpen(worker.chain)) continue;
            var attempt = Attempt.newBuilder()
                    .setRun(run.number())
                    .setIndex(worker.chain)
                    .setAttempt(worker.attempt);
            around.tell(worker.session, ShareInstructions.over(attempt.build()));
        }
        letGo(time.instant());
        around.stir(run);
    }

    private void stirIfQueued() {
        if (job.queued() > 0) around.stir(run);
    }

    /** What happened before a restart was noted then. */
    private void note(String sentence) {
        if (takenUp) history.note(time.instant(), sentence);
    }

    /** Notes how a partition stands now, for its history. */
    public void noteSample(int partition) {
        sample(partition, time.instant());
    }

    private synchronized void sample(int partition, Instant now) {
        if (!takenUp || partition >= job.partitions().size()) return;
        var part = part(partition, 0);
        standings.stir(partition);
        history.sample(
                partition,
                new JobView.Sample(now, part.done(), part.share(), part.speed()),
                job.partitions().size());
    }

    // --- what is remembered ---

    /** It is new: there is nothing to be recalled. */
    synchronized JobController fresh() {
        history.begin();
        return this;
    }

    /** Whether it knows again what it had kept before a restart. */
    synchronized boolean hasRecalled() {
        return history.hasRecalled();
    }

    /** Takes up what it had kept before a restart. */
    synchronized void recall(StoredJobHistory stored) {
        history.recall(stored, job.partitions().size());
    }

    /** The same for a job that has ended: nobody will say more about its partitions. */
    synchronized void recallEnded(StoredJobHistory stored) {
        recall(stored);
        remembered = stored.parts();
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
    private void recallStored(int partition, PartitionHistory last) {
        job = JobBalancer.stored(job, partition, last.getIterations(), last.getSpeed(), time.instant())
                .job();
        agentOf.putIfAbsent(partition, last.getSite());
    }

    /** It is over, and so is its part in the workflow. */
    synchronized void close(ChainState state) {
        closed = Optional.of(state);
        history.stir();
        history.stir(job.partitions().stream().map(Partition::index).toList());
    }

    /** How its partitions stood before a restart. To be called before anything else is known. */
    synchronized JobController recall(List<RememberedPartition> known) {
        standings.recall(known);
        return this;
    }

    /** How partitions stand that stand otherwise than was last written down, at most so many. They count as written. */
    synchronized UnkeptStandings takeStandings(int most) {
        var taken = standings.take(most);
        var pieces = new TreeMap<Integer, Payload>();
        for (int partition : taken) {
            int chain = shownChain(partition);
            // Those inside of a workflow are told apart by their chains.
            if (action.isEmpty() || chain >= 0)
                pieces.put(StoredJobHistory.standing(action.isEmpty() ? partition : chain), standing(partition, chain));
        }
        return new UnkeptStandings(taken, pieces);
    }

    private Payload standing(int partition, int chain) {
        var worker = workers.get(partition);
        int attempt = worker != null && worker.chain == chain ? worker.attempt : 0;
        return new RememberedPartition(chain, attempt, job.partitions().get(partition)).bytes();
    }

    synchronized void putBack(List<Integer> partitions) {
        standings.stir(partitions);
    }

    /** What is new to be kept, of at most so many partitions; no pieces if nothing is. It counts as kept. */
    synchronized Unkept takeUnkept(int most) {
        if (action.isEmpty()) {
            var news = history.take(most);
            return new Unkept(news, StoredJobHistory.pieces(news, history.events(), this::keptPart));
        }
        if (!InnerJobHistory.hasNumbers(chains.first())) return new Unkept(JobHistory.NOTHING, new TreeMap<>());
        var news = history.take(most);
        return new Unkept(news, InnerJobHistory.pieces(news, innerJob(), chains, this::keptPart));
    }

    private JobView.PartView keptPart(int partition) {
        return part(partition, PartitionSamples.MOST);
    }

    private InnerJob innerJob() {
        return InnerJob.newBuilder()
                .setAction(action)
                .setDocument(plan.document())
                .setState(closed.map(ChainState::name).orElse(""))
                .setBeganMillis(job.began()
                        .or(() -> startedBefore)
                        .map(Instant::toEpochMilli)
                        .orElse(0L))
                .setEvents(StoredJobHistory.wire(history.events()))
                .build();
    }

    /** It could not be kept after all. */
    synchronized void putBack(Unkept unkept) {
        history.putBack(unkept.news);
    }

    // --- what people see ---

    public JobView view() {
        return view(PartitionSamples.MOST);
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
                JobForecast.of(job, time.instant()),
                plan.document().getForeignId(),
                parts,
                history.events());
    }

    /** As a part of a workflow. */
    synchronized InnerJobView innerView(int mostSamples) {
        var view = view(mostSamples);
        var open = view.began().isPresent() ? "RUNNING" : "QUEUED";
        return new InnerJobView(action, closed.map(ChainState::name).orElse(open), view);
    }

    private JobView.PartView part(int index, int mostSamples) {
        var part = job.partitions().get(index);
        var site = part.site().isEmpty() ? agentOf.getOrDefault(index, "") : part.site();
        return PartitionViews.of(
                part,
                shownChain(index),
                site,
                history.history(index, mostSamples),
                Optional.ofNullable(remembered.get(index)));
    }

    /** Those of a run that this one retries are chains of that run. */
    private int shownChain(int partition) {
        return sites.has(partition) ? -1 : Math.max(-1, chains.chainOf(partition));
    }
}
