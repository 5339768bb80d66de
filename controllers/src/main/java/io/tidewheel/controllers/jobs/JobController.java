package io.tidewheel.controllers.jobs;

import io.tidewheel.balancing.BalancedJob;
import io.tidewheel.balancing.BalancerDecision;
import io.tidewheel.balancing.BalancerStep;
import io.tidewheel.balancing.JobBalancer;
import io.tidewheel.balancing.PartitionState;
import io.tidewheel.balancing.ShareAnswer;
import io.tidewheel.controllers.ControllerEffects;
import io.tidewheel.controllers.HistoryDepth;
import io.tidewheel.controllers.ReportedOutcome;
import io.tidewheel.controllers.RunController;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunState;
import io.tidewheel.model.SessionId;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.PartitionHistory;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Share;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Predicate;

/**
 * One unfinished job: how many partitions there are, what each is told, what counts, and when it is over. It is a run of its own or, with the same code,
 * a part of a workflow. The engine asks it for chains and tells it their ends; what agents and foreign sites tell comes in as inputs.
 */
public final class JobController implements RunController, JobHolder {
    private static final int MOST_TOO_OLD = 3;

    /** Something that happens to a job at a moment. */
    @FunctionalInterface
    public interface Step {
        BalancerStep take(BalancedJob job, Instant now);
    }

    private final RunId run;
    /** What it is called in the workflow that it is a part of; empty if it is a run of its own. */
    private final String action;

    private final CompiledJob plan;
    private final InstantSource time;
    private final Optional<Instant> startedBefore;
    private BalancedJob job;
    private final PartitionChains chains = new PartitionChains();
    private final SitePartitions sites = new SitePartitions();
    private final MergeStep merge = new MergeStep();
    private final Map<Integer, PartitionWorker> workers = new HashMap<>();
    private final ShareInstructions shares;
    private final JobHistory history = new JobHistory();
    private final JobPicture picture;
    private final JobRecorder course;
    private final PartitionCheckpoints checkpoints = new PartitionCheckpoints();
    private final GatheredEffects effects = new GatheredEffects();

    private final Set<Integer> cancelled = new HashSet<>();
    private int tooOld;
    private boolean takenUp;
    private Optional<RunController.RunOutcome> end = Optional.empty();
    private Optional<Instant> completeSince = Optional.empty();

    /**
     * @param action what it is called in the workflow that it is a part of; empty if it is a run of its own
     * @param time the moment of the turn
     * @param startedBefore when it began, if a former life of the server knew it
     */
    JobController(RunId run, String action, CompiledJob plan, InstantSource time, Optional<Instant> startedBefore) {
        this.run = run;
        this.action = action;
        this.plan = plan;
        this.time = time;
        this.shares = new ShareInstructions(plan);
        this.startedBefore = startedBefore;
        this.job = BalancedJob.planned(plan.goal(), time.instant());
        this.picture = new JobPicture(plan, chains, sites, history);
        this.course = new JobRecorder(action, plan, chains, sites, workers, history, picture);
    }

    public RunId run() {
        return run;
    }

    /** What it is called in the workflow that it is a part of; empty if it is a run of its own. */
    public String action() {
        return action;
    }

    public CompiledJob plan() {
        return plan;
    }

    @Override
    public Collection<JobController> jobs() {
        return List.of(this);
    }

    @Override
    public Optional<JobController> jobOf(int chain) {
        return chains.isKnown(chain) ? Optional.of(this) : Optional.empty();
    }

    /** Whether this chain is one of its partitions, and has not ended. */
    public boolean hasOpen(int chain) {
        return chains.isOpen(chain);
    }

    // --- what was kept before a restart ---

    /** Takes up what was kept of it. To be called before anything else is known. */
    JobController recall(List<RememberedPartition> known, StoredJobHistory kept) {
        course.standings().recall(known);
        history.recall(kept, job.partitions().size());
        for (var each : known) if (action.isEmpty()) restoreAtSite(each);
        return this;
    }

    /** Takes up again a partition that a site has or has done: no chain tells of it. It may have done all that the site was ever told. */
    private void restoreAtSite(RememberedPartition known) {
        sites.restore(known);
        if (!known.isHeldBySite()) return;
        int partition = known.part().index();
        job = JobBalancer.restored(job, known.part(), time.instant());
        if (known.part().state() instanceof PartitionState.Running ran)
            job = JobBalancer.toldBefore(job, partition, ran.told(), plan.goal().iterations());
    }

    /** The same for a job that has ended: nobody will say more about its partitions. */
    void recallEnded(StoredJobHistory kept) {
        picture.remember(kept.parts());
        int known = kept.parts().keySet().stream()
                .mapToInt(partition -> partition + 1)
                .max()
                .orElse(0);
        job = JobBalancer.enlarged(job, known, time.instant());
        kept.parts().forEach((partition, last) -> {
            if (last.getState().equals("STORED")) recallStored(partition, last);
        });
    }

    /** What a foreign site has stored is in no chain. */
    private void recallStored(int partition, PartitionHistory last) {
        job = JobBalancer.stored(job, partition, last.getIterations(), last.getSpeed(), time.instant())
                .job();
    }

    // --- what the engine asks ---

    @Override
    public void adopt(int index, String parameter, Optional<Instant> began) {
        if (parameter.equals(CompiledJob.MERGE)) {
            merge.made(index);
            return;
        }
        int partition = Integer.parseInt(parameter);
        job = JobBalancer.enlarged(job, partition + 1, time.instant());
        chains.open(index, partition);
    }

    /** The chain is found with an agent: its partition runs as it was last known to; if nothing is known, the agent will say more. */
    @Override
    public void found(int index) {
        var partition = chains.partitionOf(index);
        if (partition.isEmpty() || sites.has(partition.get())) return;
        var now = time.instant();
        job = course.standings()
                .of(partition.get(), index)
                .filter(known -> known.run().isPresent())
                .map(known -> JobBalancer.restored(job, known.part(), now))
                .orElseGet(() -> JobBalancer.resumed(job, partition.get(), "", 0, 0, 0, now));
    }

    @Override
    public List<NextChain> next(int firstIndex, int most, Instant now) {
        takeUp();
        var nextChains = new ArrayList<NextChain>();
        if (end.isPresent() || !plan.hasAgents()) return nextChains;
        if (isComplete()) {
            if (mayMerge()) merge(firstIndex).ifPresent(nextChains::add);
            return nextChains;
        }
        for (var part : job.partitions()) {
            if (nextChains.size() == most) break;
            boolean waits = part.state() instanceof PartitionState.Queued;
            if (!waits || chains.hasOpen(part.index()) || sites.has(part.index())) continue;
            chains.open(firstIndex + nextChains.size(), part.index());
            workers.remove(part.index());
            nextChains.add(new NextChain(
                    plan.lane(), new NewChain(Integer.toString(part.index()), plan.partition(part.index()))));
        }
        return nextChains;
    }

    /** The first question after a restart: everything that was durable is known now. */
    private void takeUp() {
        if (takenUp) return;
        takenUp = true;
        startedBefore.ifPresent(at -> job = JobBalancer.begun(job, at));
        course.standings().all().forEach(this::takeUp);
        if (isComplete()) completeSince = Optional.of(time.instant());
        job = JobBalancer.inherited(job, time.instant());
    }

    /** Takes up again a partition that was lost or withdrawn, of which no chain tells. */
    private void takeUp(RememberedPartition known) {
        int partition = known.part().index();
        boolean isToRestore = known.part().state() instanceof PartitionState.Lost
                || known.part().state() instanceof PartitionState.Withdrawn;
        if (!isToRestore || known.chain() != chains.chainOf(partition)) return;
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
                new NewChain(CompiledJob.MERGE, plan.merge(JobManifest.of(run.number(), view(0)), merge.results()))));
    }

    private void fail(Reason reason, String why) {
        end = Optional.of(new RunController.RunOutcome(RunState.FAILED, reason));
        note(why);
    }

    @Override
    public void ended(int index, ChainState state, Payload report) {
        if (merge.isDoneBy(index)) {
            end = Optional.of(
                    state == ChainState.SUCCEEDED
                            ? new RunController.RunOutcome(RunState.SUCCEEDED, Reason.NONE)
                            : new RunController.RunOutcome(RunState.FAILED, Reason.EXIT_CODE));
            return;
        }
        int partition = chains.close(index);
        if (sites.isEndOfNothing(index, partition, state, !takenUp)) {
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
        var outcome = ReportedOutcome.read(report);
        picture.doneBy(partition, outcome.getAgent());
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

    private boolean isComplete() {
        return job.isComplete();
    }

    @Override
    public boolean isExhausted() {
        if (end.isPresent()) return true;
        return isComplete() && !plan.hasMerge();
    }

    @Override
    public RunController.RunOutcome outcome(LaneTotals totals) {
        return end.orElse(new RunController.RunOutcome(
                isComplete() ? RunState.SUCCEEDED : RunState.FAILED, isComplete() ? Reason.NONE : Reason.ERROR));
    }

    // --- what agents tell ---

    /** An agent tells how far a partition is, and learns how far to go. It has the lease, perhaps of an earlier try with which it has come back. */
    Share progress(SessionId session, String agent, Progress news) {
        var open = chains.partitionOf(news.getIndex());
        if (open.isEmpty() || sites.has(open.get())) return shares.stop(news);
        int partition = open.get();
        var known = workers.get(partition);
        var now = time.instant();
        checkpoints.keep(partition, news.getCheckpoint());
        workers.put(partition, new PartitionWorker(session, news.getIndex(), news.getAttempt()));
        picture.doneBy(partition, agent);
        boolean isNew = known == null || known.chain() != news.getIndex() || known.attempt() != news.getAttempt();
        var turn = turn(partition, agent, news, isNew, now);
        apply(turn);
        sample(partition, now);
        var share = shares.of(news, turn.answer(), job.running());
        return news.hasTold() ? share : withCheckpoint(share, partition);
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
        var before = course.standings()
                .of(partition, news.getIndex())
                .filter(known -> known.isOf(news.getIndex(), news.getAttempt())
                        && known.run().isPresent());
        course.standings().forget(partition);
        if (before.isPresent()) {
            // Its chain may have waited when it was taken over, and its agent has come back with it since.
            boolean waits = job.partitions().get(partition).state() instanceof PartitionState.Queued;
            var back = waits ? JobBalancer.restored(begun, before.get().part(), now) : begun;
            return JobBalancer.toldBefore(back, partition, news.getTold(), news.getMostTold());
        }
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

    @Override
    public boolean isTimed() {
        return true;
    }

    /** Looks after those that say nothing, and lets go of those that are not needed. */
    @Override
    public void tick() {
        if (!takenUp) return;
        var now = time.instant();
        apply(JobBalancer.tick(job, now));
        letGo(now);
    }

    @Override
    public ControllerEffects takeEffects() {
        return effects.take();
    }

    @Override
    public SortedMap<Integer, Payload> takeCourse(HistoryDepth depth) {
        return course.take(depth, job, began());
    }

    private void letGo(Instant now) {
        if (!takenUp || !plan.hasAgents()) return;
        chains.eachOpen((chain, partition) -> {
            if (!isUnwanted(partition, now) || !cancelled.add(chain)) return;
            if (sites.has(partition)) sites.takesFrom(chain);
            effects.release(chain, Reason.WITHDRAWN);
        });
    }

    private boolean isUnwanted(int partition, Instant now) {
        var state = job.partitions().get(partition).state();
        if (state instanceof PartitionState.Withdrawn || sites.has(partition)) return true;
        if (completeSince.isEmpty()) return false;
        boolean works = state instanceof PartitionState.Running;
        return !works || completeSince.get().plus(plan.farewell()).isBefore(now);
    }

    // --- partitions at foreign sites ---

    /** Something happens to a partition at a site. If it stands otherwise then, that is durable before anybody is told. */
    public BalancerStep change(int partition, Step step) {
        var before = stateOf(partition);
        var turn = step.take(job, time.instant());
        apply(turn);
        sample(partition, time.instant());
        if (!before.equals(stateOf(partition))) course.standings().decide(partition);
        return turn;
    }

    /** A partition at a site was told another number than ours. */
    public void toldInstead(int partition, ShareAnswer.Share share) {
        apply(JobBalancer.toldInstead(job, partition, share));
        course.standings().stir(partition);
    }

    private Optional<Class<?>> stateOf(int partition) {
        return partition < job.partitions().size()
                ? Optional.of(job.partitions().get(partition).state().getClass())
                : Optional.empty();
    }

    /** When its first partition began, if one did. */
    public Optional<Instant> began() {
        return job.began().or(() -> startedBefore);
    }

    /** A foreign site may have this partition, if nobody has begun it: agents keep off it from now on. False if somebody has. */
    public boolean giveToSite(int partition) {
        if (sites.has(partition)) return true;
        if (!(job.partitions().get(partition).state() instanceof PartitionState.Queued)) return false;
        sites.give(partition);
        if (chains.hasOpen(partition)) {
            int chain = chains.chainOf(partition);
            sites.takesFrom(chain);
            if (cancelled.add(chain)) effects.release(chain, Reason.WITHDRAWN);
        }
        return true;
    }

    /** Offers a partition to a site. False if somebody has begun it. */
    public boolean offer(int partition, SiteOffer offer) {
        if (!giveToSite(partition)) return false;
        sites.offer(partition, offer);
        course.standings().decide(partition);
        return true;
    }

    /** Which site may begin a partition. */
    public Optional<SiteOffer> offerOf(int partition) {
        return sites.offerOf(partition);
    }

    /** How many partitions sites may begin. */
    public int offers() {
        return sites.offers();
    }

    /** The site has begun it, or begins it now. */
    public void takeOffer(int partition) {
        effects.start();
        sites.endOffer(partition);
    }

    /** What was offered and not begun may be had by anybody. True if there was such an offer. */
    public boolean voidOffers(Predicate<SiteOffer> which) {
        var free = sites.offered(which);
        for (int partition : free) {
            sites.endOffer(partition);
            boolean waits = job.partitions().get(partition).state() instanceof PartitionState.Queued;
            if (waits && sites.takeBack(partition)) effects.wake();
            course.standings().stir(partition);
        }
        return !free.isEmpty();
    }

    /** Whether it is a foreign site that does this partition, or may begin it. */
    public boolean isAtSite(int partition) {
        return !plan.hasAgents() || sites.has(partition);
    }

    public BalancedJob job() {
        return job;
    }

    private void apply(BalancerStep turn) {
        job = turn.job();
        for (var decision : turn.decisions()) {
            note(decision.sentence());
            switch (decision) {
                case BalancerDecision.Queue more -> {
                    course.stir(more.partitions());
                    sites.takeBack(more.partitions());
                    effects.wake();
                }
                case BalancerDecision.Complete _ -> complete();
                case BalancerDecision.Withdraw fewer -> {
                    course.stir(fewer.partitions());
                    letGo(time.instant());
                }
                case BalancerDecision.GiveUp lost -> sample(lost.partition(), time.instant());
                case BalancerDecision.WelcomeBack _ -> {}
            }
        }
    }

    private void complete() {
        completeSince = Optional.of(time.instant());
        for (var each : workers.entrySet()) {
            var worker = each.getValue();
            if (!chains.isOpen(worker.chain())) continue;
            var attempt = Attempt.newBuilder()
                    .setRun(run.number())
                    .setIndex(worker.chain())
                    .setAttempt(worker.attempt());
            effects.tell(worker.session(), ShareInstructions.over(attempt.build()));
        }
        letGo(time.instant());
        effects.wake();
    }

    private void stirIfQueued() {
        if (job.queued() > 0) effects.wake();
    }

    /** What happened before a restart was noted then. */
    private void note(String sentence) {
        if (takenUp) history.note(time.instant(), sentence);
    }

    private void sample(int partition, Instant now) {
        if (takenUp && partition < job.partitions().size()) course.sample(job, partition, now);
    }

    /** The job has its first chains, so that it may be known to those who ask. To be called for a job inside of a workflow. */
    public void begun() {
        course.begun();
    }

    /** The job has ended with this state, and so has its part in the workflow. */
    public void close(ChainState state) {
        course.close(job, state);
    }

    // --- what people see ---

    /** @param mostSamples so many steps of the history of each partition, evenly chosen */
    public JobView view(int mostSamples) {
        return picture.view(job, began(), mostSamples, time.instant());
    }

    /** A partition of this job as it is shown. */
    public JobView.PartView partition(int index) {
        return picture.part(job, index, PartitionSamples.MOST);
    }

    /** The job as a part of a workflow is shown. */
    public InnerJobView innerView(int mostSamples) {
        var view = view(mostSamples);
        return new InnerJobView(action, course.state(view.began().isPresent()), view);
    }

    /** The index of the first chain of this job that belongs to its present run, and not to a run that it retries; -1 if there is none. */
    public int firstChain() {
        return chains.first();
    }
}
