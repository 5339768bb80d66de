package io.tidewheel.controllers.workflows;

import io.tidewheel.controllers.ControllerEffects;
import io.tidewheel.controllers.HistoryDepth;
import io.tidewheel.controllers.ReportedOutcome;
import io.tidewheel.controllers.RunController;
import io.tidewheel.controllers.jobs.GatheredEffects;
import io.tidewheel.controllers.jobs.JobController;
import io.tidewheel.controllers.jobs.JobControllers;
import io.tidewheel.controllers.jobs.JobHolder;
import io.tidewheel.controllers.jobs.KeptHistory;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RemainingWork;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunState;
import io.tidewheel.workflow.chains.ChainPlanner;
import io.tidewheel.workflow.chains.PlannedChain;
import io.tidewheel.workflow.chains.WorkflowOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A workflow as a run that grows: a chain is known by its actions, one a line, and what it made is in its report. The chains of a job inside
 * of it are known by the job's action and their partition.
 */
final class WorkflowController implements RunController, JobHolder {
    /** A chain that is to be made, and what is to be run, once it is known. */
    private static final class Planned {
        final PlannedChain chain;
        final String kind;
        Optional<Payload> body = Optional.empty();

        Planned(PlannedChain chain) {
            this.chain = chain;
            this.kind = chain.kind();
        }

        Capabilities requires() {
            return chain.requires();
        }

        String kind() {
            return kind;
        }
    }

    private static final Comparator<Planned> BY_LANE =
            Comparator.comparing(Planned::requires).thenComparing(Planned::kind);
    /** What is no chain of this run has a number below; -1 stands for none. */
    private static final int FIRST_INHERITED = -2;

    private static final int MOST_TRIED = 100;

    private RunId run;
    private final ChainPlanner planner;
    private final ChainAdaptation steps;
    private final Optional<SiteChecks> checks;
    private final ChainWork work;
    private final JobControllers jobs;
    private final Map<Integer, String> keys = new HashMap<>();
    /** What is left, if nothing has happened since it was looked at. */
    private @Nullable RemainingWork remaining;

    /** Chains of which it is not known yet what earlier runs have for them. They count as begun, but are not made. */
    private final List<Planned> unanswered = new ArrayList<>();

    private final Map<String, WorkflowJob> open = new LinkedHashMap<>();
    /** Chains of jobs from a former life, until all that was durable is known: a job's end depends on all of its chains. */
    private final Map<String, List<Adopted>> adopted = new LinkedHashMap<>();

    /** Jobs that have ended, until what is to be remembered of them is kept. */
    private final List<JobController> leaving = new ArrayList<>();

    /** What was kept of the jobs of a former life, as long as some of them are to be opened again. */
    private @Nullable KeptHistory kept;

    private final GatheredEffects effects = new GatheredEffects();
    private int inherited = FIRST_INHERITED;
    /** How many pieces of the course tell of actions that plug-ins took out. */
    private int lossPieces;

    /** A partition's chain that was taken over, and what was told of it since. */
    private static final class Adopted {
        final int index;
        final int partition;
        final Optional<Instant> began;
        boolean found;
        Optional<ChainState> state = Optional.empty();
        Payload report = Payload.NONE;

        Adopted(int index, int partition, Optional<Instant> began) {
            this.index = index;
            this.partition = partition;
            this.began = began;
        }
    }

    /**
     * @param steps hands out what the planner makes
     * @param checks those that the planner asks, if there are any
     */
    WorkflowController(
            RunId run,
            ChainPlanner planner,
            ChainAdaptation steps,
            Optional<SiteChecks> checks,
            ChainWork work,
            JobControllers jobs) {
        this.run = run;
        this.planner = planner;
        this.steps = steps;
        this.checks = checks;
        this.work = work;
        this.jobs = jobs;
    }

    /** The same for the run that it becomes, which has its number only when it is accepted. Before anything is asked for. */
    WorkflowController of(RunId number) {
        run = number;
        return this;
    }

    /** A chain of a run that this one retries: it counts as done. To be called in the order of their making, before anything else. */
    void inherit(String parameter, Payload report) {
        int index = inherited--;
        adopt(index, parameter, Optional.empty());
        ended(index, ChainState.SUCCEEDED, report);
    }

    /** What plug-ins took out of chains in a former life, as it was kept. Before anything is asked for. */
    WorkflowController recall(SortedMap<Integer, Payload> course) {
        var pieces = ActionLosses.pieces(course);
        planner.giveUp(ActionLosses.read(pieces));
        lossPieces = pieces.size();
        return this;
    }

    private static List<String> actions(String parameter) {
        return List.of(parameter.split("\n", -1));
    }

    // --- what is taken over

    @Override
    public void adopt(int index, String parameter, Optional<Instant> began) {
        if (AnsweredChains.isExtra(parameter)) {
            keys.put(index, parameter);
            planner.adoptExtra(parameter);
            return;
        }
        var part = PartitionName.of(parameter).filter(maybe -> planner.isJob(maybe.job()));
        if (part.isEmpty()) {
            keys.put(index, planner.adopt(actions(parameter)));
            return;
        }
        var job = part.get().job();
        keys.put(index, job);
        adopted.computeIfAbsent(job, key -> {
                    planner.adopt(List.of(key));
                    return new ArrayList<>();
                })
                .add(new Adopted(index, part.get().number(), began));
    }

    @Override
    public void found(int index) {
        var key = keyOf(index);
        ofAdopted(key, index).ifPresent(chain -> chain.found = true);
        var job = open.get(key);
        if (job != null) job.found(index);
    }

    private Optional<Adopted> ofAdopted(String key, int index) {
        // The newest is the one that is spoken of.
        for (var chain : adopted.getOrDefault(key, List.of()).reversed())
            if (chain.index == index) return Optional.of(chain);
        return Optional.empty();
    }

    /** Lets jobs go on that were begun before, and ends those that are over. What follows may let others go on. */
    private void settle() {
        boolean more = !adopted.isEmpty() || !open.isEmpty();
        while (more) {
            more = false;
            for (var key : List.copyOf(adopted.keySet())) more |= reopen(key);
            for (var job : List.copyOf(open.values())) more |= job.isOver() && close(job);
        }
        if (adopted.isEmpty()) kept = null;
    }

    private boolean reopen(String key) {
        var planned = planner.adoptedJob(key);
        var chains = adopted.get(key);
        if (planned.isEmpty() || chains == null) return false;
        adopted.remove(key);
        var job = WorkflowJob.reopen(run, planned.get(), work, jobs, began(chains), keptCourse());
        open.put(key, job);
        for (var chain : chains) {
            job.adopt(chain.index, chain.partition, chain.began);
            if (chain.found) job.found(chain.index);
            chain.state.ifPresent(state -> job.ended(chain.index, state, chain.report));
        }
        return true;
    }

    private KeptHistory keptCourse() {
        var known = kept;
        if (known != null) return known;
        var read = jobs.kept(run);
        kept = read;
        return read;
    }

    private static Optional<Instant> began(List<Adopted> chains) {
        var first = chains.stream().filter(chain -> chain.index >= 0).findFirst();
        return first.flatMap(chain -> chain.began);
    }

    private boolean close(WorkflowJob job) {
        var end = job.end();
        open.remove(job.key());
        effects.add(job.takeEffects());
        leaving.add(job.live());
        switch (end) {
            case SUCCEEDED -> planner.succeeded(job.key(), job.found());
            case CANCELLED -> planner.cancelled(job.key());
            default -> planner.failed(job.key());
        }
        return true;
    }

    // --- its jobs

    @Override
    public Collection<JobController> jobs() {
        return open.values().stream().map(WorkflowJob::live).toList();
    }

    @Override
    public Optional<JobController> jobOf(int chain) {
        return jobs().stream().filter(job -> job.hasOpen(chain)).findFirst();
    }

    @Override
    public Collection<JobController> leaving() {
        return List.copyOf(leaving);
    }

    @Override
    public boolean isTimed() {
        return !open.isEmpty() || !leaving.isEmpty();
    }

    @Override
    public void tick() {
        for (var job : open.values()) job.live().tick();
    }

    @Override
    public ControllerEffects takeEffects() {
        for (var job : open.values()) effects.add(job.takeEffects());
        return effects.take();
    }

    @Override
    public SortedMap<Integer, Payload> takeCourse(HistoryDepth depth) {
        var pieces = new TreeMap<Integer, Payload>();
        var losses = planner.takeLosses();
        if (!losses.isEmpty()) pieces.put(ActionLosses.piece(lossPieces++), ActionLosses.bytes(losses));
        for (var job : open.values()) pieces.putAll(job.live().takeCourse(depth));
        if (depth == HistoryDepth.DECISIVE) return pieces;
        for (var job : leaving) pieces.putAll(job.takeCourse(HistoryDepth.WHOLE));
        leaving.clear();
        return pieces;
    }

    // --- what goes on

    @Override
    public List<NextChain> next(int firstIndex, int most, Instant now) {
        remaining = null;
        settle();
        var nextChains = new ArrayList<NextChain>();
        for (var job : open.values()) grow(job, firstIndex, most, now, nextChains);
        addKnown(firstIndex, most, now, nextChains);
        while (nextChains.size() + unanswered.size() < most) {
            var chains = new ArrayList<Planned>();
            for (var chain : steps.next(run, most - nextChains.size() - unanswered.size()))
                chains.add(new Planned(chain));
            if (chains.isEmpty()) break;
            chains.sort(BY_LANE); // neighbours in one lane are leased together
            for (var planned : chains) {
                if (planned.chain.job().isPresent()) begin(planned.chain);
                else unanswered.add(planned);
            }
            addKnown(firstIndex, most, now, nextChains);
            for (var planned : chains) {
                var job = open.get(planned.chain.key());
                if (job != null) grow(job, firstIndex, most, now, nextChains);
            }
        }
        checks.ifPresent(asked -> asked.send(run));
        return nextChains;
    }

    /** Adds the chains of which it is known what earlier runs have for them; those that plug-ins have seen together all at once. */
    private void addKnown(int firstIndex, int most, Instant now, List<NextChain> nextChains) {
        boolean all = true;
        for (var planned : unanswered) {
            if (planned.body.isEmpty()) planned.body = work.body(run, planned.chain, now);
            all &= planned.body.isPresent();
        }
        if (steps.isActive() && (!all || unanswered.size() > most - nextChains.size())) return;
        unanswered.removeIf(planned -> nextChains.size() < most && add(planned, firstIndex, nextChains));
    }

    private boolean add(Planned planned, int firstIndex, List<NextChain> nextChains) {
        if (planned.body.isEmpty()) return false;
        var chain = planned.chain;
        keys.put(firstIndex + nextChains.size(), chain.key());
        nextChains.add(new NextChain(
                work.lane(chain, planned.kind), new NewChain(String.join("\n", chain.actions()), planned.body.get())));
        return true;
    }

    private void begin(PlannedChain chain) {
        open.put(chain.key(), WorkflowJob.begin(run, chain, work, jobs));
    }

    private void grow(WorkflowJob job, int firstIndex, int most, Instant now, List<NextChain> nextChains) {
        for (var next : job.next(firstIndex + nextChains.size(), most - nextChains.size(), now)) {
            keys.put(firstIndex + nextChains.size(), job.key());
            nextChains.add(next);
        }
    }

    @Override
    public void ended(int index, ChainState state, Payload report) {
        remaining = null;
        steps.ended();
        var key = keyOf(index);
        keys.remove(index);
        var job = open.get(key);
        var before = ofAdopted(key, index);
        if (job != null) {
            job.ended(index, state, report);
        } else if (before.isPresent()) {
            before.get().state = Optional.of(state);
            before.get().report = report;
        } else {
            end(key, state, report);
        }
    }

    private void end(String key, ChainState state, Payload report) {
        switch (state) {
            case SUCCEEDED -> planner.succeeded(key, work.found(ReportedOutcome.read(report)));
            case CANCELLED -> planner.cancelled(key);
            default -> planner.failed(key);
        }
    }

    private String keyOf(int index) {
        var key = keys.get(index);
        if (key == null) throw new IllegalStateException("chain %d was never made".formatted(index));
        return key;
    }

    @Override
    public RemainingWork outlook() {
        var known = remaining;
        if (known != null) return known;
        var now = planner.outlook();
        remaining = now;
        return now;
    }

    @Override
    public boolean isExhausted() {
        settle();
        return planner.isFinished() && steps.isIdle();
    }

    /** Actions that were never done, with what they waited for or what did not fit: some of them. For a run that has ended. */
    List<WorkflowOutcome.LeftOver> leftOver() {
        settle();
        // What can be begun is tried, for only then is seen whether its inputs fit.
        var begun = planner.next(MOST_TRIED);
        var undone = new ArrayList<>(planner.outcome().examples());
        for (var chain : begun)
            undone.add(new WorkflowOutcome.LeftOver(chain.key(), "the run ended before it was begun"));
        return undone;
    }

    @Override
    public RunController.RunOutcome outcome(LaneTotals totals) {
        var outcome = planner.outcome();
        return switch (outcome.status()) {
            case SUCCESS -> new RunController.RunOutcome(RunState.SUCCEEDED, Reason.NONE);
            case PARTIAL_SUCCESS -> new RunController.RunOutcome(RunState.FAILED, Reason.PARTIAL);
            case ERROR ->
                new RunController.RunOutcome(
                        RunState.FAILED, outcome.leftOver() > 0 ? Reason.LEFT_OVER : Reason.EXIT_CODE);
            case CANCELLED -> new RunController.RunOutcome(RunState.CANCELLED, Reason.CANCELLED);
        };
    }
}
