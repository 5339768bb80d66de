package io.tidewheel.engine;

import io.tidewheel.controllers.HistoryDepth;
import io.tidewheel.controllers.RunController;
import io.tidewheel.controllers.tasks.TasksController;
import io.tidewheel.model.Actor;
import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.CountedNoun;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRecord;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.Money;
import io.tidewheel.model.MovedChain;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.OpenRun;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunState;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.Store;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.TurnChanges.RunUpdate;
import io.tidewheel.scheduling.LaneFunding;
import io.tidewheel.scheduling.Placement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The unfinished runs: submission, change, and how they come to an end. */
final class UnfinishedRuns {
    private static final int SWEEP = 5_000;
    private static final int MOST_MADE_AT_ONCE = 100_000;
    /** A server that has said nothing for so long is given up. */
    static final Duration SERVER_SILENCE = Duration.ofSeconds(5);

    private record Deadline(Instant at, RunId run) {}

    private record Key(Owner owner, String key) {}

    private final Store store;
    private final Placement placement;
    private final EngineSettings settings;
    private final EngineCounters counters;
    private final Map<RunId, LiveRun> live = new TreeMap<>();
    private final PriorityQueue<Deadline> deadlines =
            new PriorityQueue<>(Comparator.comparing(Deadline::at).thenComparing(Deadline::run));
    private final RunPhases phases = new RunPhases();
    private final ControlledRuns controlled;
    /** Arrays whose chains must be in the store before they can be leased. */
    private final Set<LiveRun> madeAhead = new LinkedHashSet<>();

    private final RankedRuns ranked;
    /** Keys of runs accepted in this turn, which the store does not know yet. */
    private final Map<Key, AcceptedRun> keysOfTurn = new HashMap<>();

    UnfinishedRuns(
            Store store,
            ServerNumber self,
            RunController.ControllerSource source,
            Placement placement,
            EngineSettings settings,
            EngineCounters counters) {
        this.store = store;
        this.settings = settings;
        this.placement = placement;
        this.counters = counters;
        this.ranked = new RankedRuns(this, placement);
        this.controlled = new ControlledRuns(this, store, self, source, counters);
    }

    ControlledRuns controlled() {
        return controlled;
    }

    RankedRuns ranked() {
        return ranked;
    }

    Collection<LiveRun> all() {
        return live.values();
    }

    @Nullable
    LiveRun find(RunId id) {
        return live.get(id);
    }

    @Nullable
    LiveLane lane(LaneId id) {
        var run = live.get(id.run());
        return run == null || id.number() >= run.lanes.size() ? null : run.lanes.get(id.number());
    }

    /** Arrays whose chains must be in the store before they can be leased. Some may be made completely by now. */
    Set<LiveRun> arraysMadeAhead() {
        return madeAhead;
    }

    boolean hasWorkOfItsOwn() {
        return phases.hasWork() || controlled.isStirred();
    }

    Optional<Instant> nextDeadline() {
        return Optional.ofNullable(deadlines.peek()).map(Deadline::at);
    }

    /** Takes a run from the store into memory, or brings what memory says of it up to date. */
    void load(OpenRun open) {
        var known = live.get(open.run().id());
        if (known == null) enter(open.run(), open.ready());
        else refresh(known, open);
    }

    private void enter(RunRecord record, Map<LaneId, Long> ready) {
        var run = register(new LiveRun(record));
        boolean areTasks = record.spec().kind() == RunKind.TASKS;
        if (areTasks) {
            run.controller = new TasksController(
                    record.spec().array(), record.lanes().getFirst().spec());
        }
        for (var lane : record.lanes()) {
            addLane(run, stored(run, lane, ready));
        }
        if (!areTasks) controlled.takeUp(run);
        if (run.ending != EndRequest.NOT_ASKED) phases.endAsked(run);
        noteIfComplete(run);
    }

    private LiveLane stored(LiveRun run, LaneRecord lane, Map<LaneId, Long> ready) {
        return new LiveLane(
                lane.id(), run, lane.spec(), lane.totals(), ready.getOrDefault(lane.id(), 0L), store.shared());
    }

    /** A run comes into memory. */
    LiveRun register(LiveRun run) {
        live.put(run.id, run);
        run.spec.deadline().ifPresent(at -> deadlines.add(new Deadline(at, run.id)));
        return run;
    }

    private void refresh(LiveRun run, OpenRun open) {
        var record = open.run();
        boolean endingIsNew = run.ending == EndRequest.NOT_ASKED && record.ending() != EndRequest.NOT_ASKED;
        run.closed = record.closed();
        run.held = record.held();
        run.made = record.made();
        run.ending = record.ending();
        run.endReason = record.endReason();
        run.state = record.state();
        run.spec = run.spec.with(SubmissionField.BUDGET, record.spec().budget());
        if (run.spec.priority() != record.spec().priority())
            setPriority(run, record.spec().priority());
        for (var lane : record.lanes()) {
            if (lane.id().number() >= run.lanes.size()) {
                addLane(run, stored(run, lane, open.ready()));
                continue;
            }
            var mine = run.lanes.get(lane.id().number());
            mine.totals = lane.totals();
            // What is leased from memory alone still counts as ready in the store.
            mine.ready = open.ready().getOrDefault(lane.id(), 0L) - mine.inFlight.size();
            mine.nextIndex = 0;
        }
        controlled.catchUp(run);
        if (endingIsNew) phases.endAsked(run);
        offer(run);
        noteIfComplete(run);
    }

    private void addLane(LiveRun run, LiveLane lane) {
        run.lanes.add(lane);
        if (!lane.claimsAreDurable() && run.unmade() > 0) madeAhead.add(run);
        placement.addLane(
                lane.id,
                run.spec.owner(),
                lane.spec.requires(),
                lane.spec.needs(),
                lane.spec.priority(),
                run.spec.budget().isPresent() ? LaneFunding.by(List.of(run.id)) : LaneFunding.NOBODY);
        ranked.rank(lane, run.rank);
        offer(lane);
    }

    private void dropLane(LaneId id) {
        var run = live.get(id.run());
        if (run == null || run.lanes.size() != id.number() + 1) return;
        run.lanes.removeLast();
        placement.removeLane(id);
    }

    // --- requests ---

    AcceptedRun submit(Turn turn, NewRun submission) {
        var spec = submission.spec();
        if (submission.key().isPresent()) {
            var known = byKey(spec.owner(), submission.key().get());
            // It may be one of this turn, of which only the commit shows whether another server was faster.
            known.ifPresent(run -> turn.concern(run.run()));
            if (known.isPresent()) return known.get();
        }
        requireOffered(submission.strict());
        var id = store.reserveRuns(1).getFirst();
        boolean closed = submission.closed() || spec.array().isPresent();
        turn.changes
                .runs()
                .add(new TurnChanges.NewRun(id, spec, submission.key(), turn.now, closed, submission.held()));
        if (!submission.document().isEmpty())
            turn.changes.documents().add(new TurnChanges.Document(id, submission.document()));
        var record = recordOf(id, submission, closed, turn.now);
        var run = submission.controller().isPresent()
                ? controlled.enter(turn, record, submission.controller().get())
                : enterTasks(turn, record, submission.lane());
        run.isWhole = submission.closed() && spec.array().isEmpty();
        turn.touched.add(run);
        audit(turn, submission.who(), "submit", run, spec.name());
        if (!submission.chains().isEmpty()) addChains(turn, run, submission.chains());
        counters.runsSubmitted.increment();
        var accepted = new AcceptedRun(id, run.made, false);
        submission
                .key()
                .ifPresent(key -> keysOfTurn.put(new Key(spec.owner(), key), new AcceptedRun(id, run.made, true)));
        return accepted;
    }

    private void requireOffered(List<RequiredResources> needs) {
        var missing = needs.stream().filter(need -> !isOffered(need)).toList();
        if (!missing.isEmpty()) throw Refusal.unplaceable(missing);
    }

    private boolean isOffered(RequiredResources need) {
        return placement.isOffered(need.requires(), need.amounts())
                || settings.comesOnDemand(need.requires(), need.amounts());
    }

    private static RunRecord recordOf(RunId id, NewRun submission, boolean closed, Instant now) {
        return new RunRecord(
                id,
                submission.spec(),
                submission.held() ? RunState.HELD : RunState.QUEUED,
                now,
                Optional.empty(),
                Optional.empty(),
                0,
                closed,
                submission.held(),
                EndRequest.NOT_ASKED,
                Reason.NONE,
                0,
                List.of());
    }

    private LiveRun enterTasks(Turn turn, RunRecord record, LaneSpec spec) {
        var run = register(new LiveRun(record));
        run.controller = new TasksController(record.spec().array(), spec);
        addLane(turn, run, new LaneId(run.id, 0), spec);
        return run;
    }

    /** A run gets a new lane. */
    void addLane(Turn turn, LiveRun run, LaneId id, LaneSpec spec) {
        turn.changes.lanes().add(new TurnChanges.NewLane(id, spec));
        addLane(run, new LiveLane(id, run, spec, LaneTotals.ZERO, 0, store.shared()));
    }

    /** The run that was accepted under a key, if there is one. */
    Optional<AcceptedRun> byKey(Owner owner, String key) {
        var inThisTurn = keysOfTurn.get(new Key(owner, key));
        if (inThisTurn != null) return Optional.of(inThisTurn);
        return store.runByKey(owner, key).map(id -> {
            if (!live.containsKey(id) && store.shared()) store.openRun(id).ifPresent(this::load);
            var run = live.get(id);
            return new AcceptedRun(id, run == null ? 0 : run.made, true);
        });
    }

    /** Adds chains from an index on; those that are there already are not added again. Returns how many the run has then. */
    int add(Turn turn, RunId id, int firstIndex, List<NewChain> chains, Actor actor) {
        var run = permitted(id, actor);
        int from = firstIndex < 0 ? run.made : firstIndex;
        int skip = run.made - from;
        if (skip >= chains.size()) return run.made;
        if (skip < 0) {
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "run %s has %s, so the next one has index %d, not %d: add them in order"
                            .formatted(id, CountedNoun.of(run.made, "task"), run.made, from));
        }
        if (run.closed)
            throw new Refusal(Refusal.Kind.CONFLICT, "run %s is closed, no more tasks can be added".formatted(id));
        if (run.ending != EndRequest.NOT_ASKED) {
            throw new Refusal(Refusal.Kind.CONFLICT, "run %s is being ended, no more tasks can be added".formatted(id));
        }
        if ((long) from + chains.size() > IndexRange.MAX_COUNT) {
            throw new Refusal(
                    Refusal.Kind.INVALID,
                    "run %s would have more than %,d tasks: use several runs".formatted(id, IndexRange.MAX_COUNT));
        }
        addChains(turn, run, chains.subList(skip, chains.size()));
        return run.made;
    }

    private void addChains(Turn turn, LiveRun run, List<NewChain> chains) {
        var lane = run.lanes.getFirst();
        make(turn, lane, chains);
        counters.chainsSubmitted.add(chains.size());
        offer(lane);
    }

    /** Records new chains; they are ready at once, or after the commit if leasing them reads the store. */
    void make(Turn turn, LiveLane lane, List<NewChain> chains) {
        if (store.shared() && lane.run.growing == null) turn.changes.expect(lane.run.id, lane.run.made);
        turn.concern(lane.run.id);
        turn.changes.chains().add(new TurnChanges.NewChains(lane.id, lane.run.made, chains, turn.now));
        lane.run.made += chains.size();
        turn.touched.add(lane.run);
        if (lane.claimsAreDurable()) lane.ready += chains.size();
        else turn.afterwards(() -> addReady(lane, chains.size()));
    }

    void addReady(LiveLane lane, long count) {
        lane.ready += count;
        if (lane(lane.id) == lane) offer(lane);
    }

    void close(Turn turn, RunId id, Actor actor) {
        var known = live.get(id);
        if (known == null && store.openRun(id).isEmpty()) return; // finished: there is nothing to close any more
        var run = permitted(id, actor);
        if (run.closed) return;
        run.closed = true;
        turn.changes.runUpdates().add(RunUpdate.of(id).withClosed());
        turn.touched.add(run);
    }

    void hold(Turn turn, RunId id, boolean held, Actor actor) {
        var run = permitted(id, actor);
        if (run.held == held) return;
        run.held = held;
        run.state = shownState(run);
        turn.changes.runUpdates().add(RunUpdate.of(id).withHeld(held).withState(run.state));
        audit(turn, actor.who(), held ? "hold" : "release", run, "");
        turn.touched.add(run);
        offer(run);
    }

    void reprioritise(Turn turn, RunId id, int priority, Actor actor) {
        var run = permitted(id, actor);
        setPriority(run, priority);
        turn.changes.runUpdates().add(RunUpdate.of(id).withPriority(priority));
        audit(turn, actor.who(), "priority", run, Integer.toString(priority));
        turn.touched.add(run);
    }

    /** Changes the budget of a run that has one. The work of other runs may be at places where nobody has counted what it costs. */
    void setBudget(Turn turn, RunId id, Money budget, Actor actor) {
        var run = permitted(id, actor);
        if (run.spec.budget().isEmpty()) {
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "run %s was submitted without a budget of its own, and cannot be given one any more: cancel it and submit it again with one"
                            .formatted(id));
        }
        run.spec = run.spec.with(SubmissionField.BUDGET, budget);
        turn.changes.runUpdates().add(RunUpdate.of(id).withBudget(budget));
        audit(turn, actor.who(), "budget", run, budget.toString());
        turn.touched.add(run);
    }

    private void setPriority(LiveRun run, int priority) {
        run.spec = run.spec.with(SubmissionField.PRIORITY, (long) priority);
        for (var lane : run.lanes) {
            lane.spec = lane.spec.withPriority(priority);
            placement.priority(lane.id, priority);
        }
        if (run.growing != null) run.growing.repriced(run);
    }

    /** Asks a run to end. Asking again, or less strictly than before, changes nothing. True if something is new. */
    boolean end(Turn turn, RunId id, EndRequest how, Reason why, Actor actor) {
        var run = permitted(id, actor);
        if (how.compareTo(run.ending) <= 0) return false;
        if (run.ending == EndRequest.NOT_ASKED) run.endReason = why;
        run.ending = how;
        run.state = RunState.CANCELLING;
        turn.changes
                .runUpdates()
                .add(RunUpdate.of(id).withEnding(how, run.endReason).withState(run.state));
        audit(turn, actor.who(), how == EndRequest.KILL ? "kill" : "cancel", run, run.endReason.name());
        turn.touched.add(run);
        offer(run);
        turn.afterwards(() -> phases.endAsked(run));
        return true;
    }

    /** A chain of an array that has not been made is made now, with those before it, so that there is something to end. */
    void makeUpTo(Turn turn, ChainId chain, Actor actor) {
        var run = permitted(chain.run(), actor);
        if (chain.index() < run.made) return;
        long missing = chain.index() + 1L - run.made;
        if (missing > run.unmade()) {
            throw new Refusal(Refusal.Kind.NOT_FOUND, "run %s has no task %d".formatted(chain.run(), chain.index()));
        }
        if (missing > MOST_MADE_AT_ONCE) {
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "task %d of run %s is not made yet, and %,d before it are not either: cancel the run, or wait until they come up"
                            .formatted(chain.index(), chain.run(), missing - 1));
        }
        make(turn, run.lanes.getFirst(), run.makeNext((int) missing, turn.now));
        counters.chainsSubmitted.add(missing);
    }

    LiveRun permitted(RunId id, Actor actor) {
        var run = live.get(id);
        if (run == null && store.shared()) {
            store.openRun(id).ifPresent(this::load);
            run = live.get(id);
        }
        if (run == null || (actor.only().isPresent() && !actor.only().get().equals(run.spec.owner()))) {
            throw new Refusal(Refusal.Kind.NOT_FOUND, "there is no unfinished run " + id);
        }
        return run;
    }

    // --- what happens by itself ---

    /** Ends queued chains of runs that are being ended. Called before anything else in a turn: the store is up to date then. */
    void sweep(Turn turn) {
        keysOfTurn.clear();
        for (var run : phases.sweeping()) {
            var state = endState(run);
            var moved = store.endQueued(run.id, state, run.endReason, turn.now, SWEEP);
            moved.forEach(chain -> countEnded(turn, run, chain, state));
            if (moved.size() < SWEEP) {
                phases.swept(run);
                noteIfComplete(run);
            }
            turn.touched.add(run);
        }
    }

    private void countEnded(Turn turn, LiveRun run, MovedChain moved, ChainState state) {
        var lane = run.lanes.get(moved.lane().number());
        lane.totals =
                lane.totals.plus(state == ChainState.FAILED ? new LaneTotals(0, 0, 1, 0) : new LaneTotals(0, 0, 0, 1));
        lane.ready = Math.max(0, lane.ready - 1);
        (state == ChainState.FAILED ? counters.chainsFailed : counters.chainsCancelled).increment();
        turn.ended(run.id, new EndedChain(moved.index(), state, run.endReason, 0, 0, Payload.NONE));
    }

    /** The state in which chains end that a run's ending reaches. */
    static ChainState endState(LiveRun run) {
        return run.endReason == Reason.DEADLINE ? ChainState.FAILED : ChainState.CANCELLED;
    }

    /** Records the end of runs of which nothing is left. */
    void finishComplete(Turn turn) {
        for (var run : phases.complete()) {
            // It may have changed since it was seen to be complete; and who makes its chains alone writes its end.
            if (run.isControlledElsewhere() || !isComplete(run)) {
                phases.goesOn(run);
                continue;
            }
            if (run.growing != null) turn.changes.kept().add(run.id);
            else if (store.shared() && !run.isWhole) turn.changes.expect(run.id, run.made);
            var outcome = run.outcome();
            var update = RunUpdate.of(run.id).withFinished(turn.now).withState(outcome.state());
            if (outcome.reason() != run.endReason) update = update.withEnding(run.ending, outcome.reason());
            run.state = outcome.state();
            run.endReason = outcome.reason();
            controlled.remember(turn, run, HistoryDepth.WHOLE);
            turn.changes.runUpdates().add(update);
            turn.touched.add(run);
            turn.afterwards(() -> {
                if (!turn.overtaken.containsKey(run.id)) leave(run);
            });
            phases.finished(run);
        }
    }

    /**
     * Another server was faster: what was to be added to a run was not, and its end was not written. Memory forgets it, and learns from the
     * store at the beginning of the next turn how the run stands.
     */
    void giveWay(Turn turn) {
        turn.lanesDropped.reversed().forEach(this::dropLane);
        turn.overtaken.forEach((id, made) -> {
            var run = live.get(id);
            if (run == null) return;
            if (made < run.made) run.made = made;
            if (run.phase instanceof RunPhase.Finished) {
                phases.goesOn(run);
                run.state = shownState(run);
            }
            goOnEnding(run);
            if (run.growing != null) turn.next(_ -> controlled.reopen(run));
        });
    }

    /** A run leaves memory. It may have left before our own last step was done, if another server has finished it. */
    private void leave(LiveRun run) {
        if (!live.remove(run.id, run)) return;
        phases.finished(run);
        madeAhead.remove(run);
        ranked.leave(run);
        controlled.leave(run);
        run.lanes.forEach(lane -> placement.removeLane(lane.id));
    }

    /** Forgets a run that another server has finished. */
    void forget(RunId id) {
        var run = live.get(id);
        if (run != null && run.running() == 0) leave(run);
    }

    List<LiveRun> passDeadlines(Turn turn) {
        var passed = new ArrayList<LiveRun>();
        while (!deadlines.isEmpty() && !deadlines.peek().at().isAfter(turn.now)) {
            var run = live.get(deadlines.remove().run());
            if (run != null && run.ending == EndRequest.NOT_ASKED) passed.add(run);
        }
        return passed;
    }

    /** Takes over what the store says after a commit. */
    void count(Map<LaneId, LaneTotals> totals) {
        totals.forEach((id, now) -> {
            var lane = lane(id);
            if (lane == null) return;
            lane.totals = now;
            noteIfComplete(lane.run);
        });
    }

    /** Chains may have been made since its queued chains were ended. */
    void goOnEnding(LiveRun run) {
        if (run.ending != EndRequest.NOT_ASKED) phases.endAsked(run);
    }

    /** Notes a run of which nothing is left to do, so that its end is written in the next turn. */
    void noteIfComplete(LiveRun run) {
        if (isComplete(run)) phases.nothingLeft(run);
    }

    private static boolean isComplete(LiveRun run) {
        if (run.state.isFinal() || (run.lanes.isEmpty() && run.growing == null)) return false;
        boolean nothingToCome =
                run.ending != EndRequest.NOT_ASKED || (run.closed && run.unmade() == 0 && !run.mayGrow());
        return nothingToCome && run.lanes.stream().allMatch(lane -> lane.totals.open() == 0);
    }

    /** Tells the placement what may be leased. */
    void offer(LiveRun run) {
        if (live.get(run.id) == run) run.lanes.forEach(this::offer);
    }

    void offer(LiveLane lane) {
        placement.ready(lane.id, lane.run.mayStartWork() ? leasable(lane) : 0);
    }

    static long leasable(LiveLane lane) {
        long unmade = lane.claimsAreDurable() && lane.id.number() == 0 ? lane.run.unmade() : 0;
        return Math.max(0, lane.ready) + unmade;
    }

    static RunState shownState(LiveRun run) {
        if (run.ending != EndRequest.NOT_ASKED) return RunState.CANCELLING;
        if (run.held) return RunState.HELD;
        return run.hasStarted ? RunState.RUNNING : RunState.QUEUED;
    }

    private static void audit(Turn turn, String who, String action, LiveRun run, String detail) {
        turn.concern(run.id);
        turn.changes.audit().add(new AuditEntry(turn.now, who, action, "run " + run.id, detail));
    }
}
