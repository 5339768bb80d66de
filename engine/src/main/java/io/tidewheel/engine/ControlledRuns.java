package io.tidewheel.engine;

import io.tidewheel.controllers.ControllerInput;
import io.tidewheel.controllers.HistoryDepth;
import io.tidewheel.controllers.NewController;
import io.tidewheel.controllers.RunController;
import io.tidewheel.controllers.UnreadableController;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.RemainingWork;
import io.tidewheel.model.RunClaim;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.Store;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.TurnChanges;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The runs whose controllers are told how chains end: which server makes their chains, and when there are some to be made. */
final class ControlledRuns {
    private final UnfinishedRuns runs;
    private final Store store;
    private final ServerNumber self;
    private final RunController.ControllerSource source;
    private final EngineCounters counters;
    /** Runs that may have chains to be made. */
    private final Set<LiveRun> stirred = new LinkedHashSet<>();
    /** Runs in which time alone may change something. */
    private final Set<LiveRun> timed = new LinkedHashSet<>();

    ControlledRuns(
            UnfinishedRuns runs,
            Store store,
            ServerNumber self,
            RunController.ControllerSource source,
            EngineCounters counters) {
        this.runs = runs;
        this.store = store;
        this.self = self;
        this.source = source;
        this.counters = counters;
    }

    /** True if there may be chains to be made. */
    boolean isStirred() {
        return !stirred.isEmpty();
    }

    /** The runs in which time alone may change something. */
    Collection<LiveRun> timed() {
        return timed;
    }

    /** The run has left memory: it has ended. */
    void leave(LiveRun run) {
        letGo(run, true);
    }

    private void letGo(LiveRun run, boolean ended) {
        stirred.remove(run);
        timed.remove(run);
        var controller = run.controller;
        if (run.growing != null && controller != null) source.left(run.id, controller, ended);
    }

    /** A run is new, with a controller of its own. */
    LiveRun enter(Turn turn, RunRecord record, NewController opened) {
        turn.changes.documents().add(new TurnChanges.Document(record.id(), opened.document()));
        var controller = opened.opening().apply(record.id());
        var run = runs.register(new LiveRun(record));
        run.controller = controller;
        run.growing = new ControlledRun(controller);
        stirred.add(run);
        source.entered(run.id, controller);
        return run;
    }

    /** Goes on with a run of a former life of a server, unless another server does. */
    void takeUp(LiveRun run) {
        letGo(run, false);
        run.controller = null;
        run.growing = null;
        if (store.keep(run.id, self, UnfinishedRuns.SERVER_SILENCE) == RunClaim.THEIRS) return;
        var controller = open(run);
        run.controller = controller;
        run.growing = ControlledRun.restored(controller, run, store);
        stirred.add(run);
        source.entered(run.id, controller);
    }

    private RunController open(LiveRun run) {
        try {
            return source.open(run.id, run.spec, store.document(run.id));
        } catch (StoreFailure broken) {
            throw broken;
        } catch (RuntimeException unreadable) {
            counters.bugs.increment();
            return new UnreadableController();
        }
    }

    /** Says again that this server makes the chains, or finds out that it does not any more. */
    private void keep(LiveRun run) {
        if (runs.find(run.id) != run) return;
        var claim = store.keep(run.id, self, UnfinishedRuns.SERVER_SILENCE);
        boolean asBefore = claim == (run.isControlledElsewhere() ? RunClaim.THEIRS : RunClaim.OURS);
        if (asBefore) return;
        reopen(run);
    }

    /** Begins anew with what the store says of a run, if it is still made here. */
    void reopen(LiveRun run) {
        if (runs.find(run.id) != run) return;
        takeUp(run);
        runs.goOnEnding(run);
        runs.noteIfComplete(run);
    }

    /** Called now and then: runs whose server is gone are taken up. */
    void keepAll(Turn turn) {
        var notStored = notStored(turn);
        for (var run : List.copyOf(runs.all())) {
            if (run.spec.kind() != RunKind.TASKS && !notStored.contains(run.id)) keep(run);
        }
    }

    /** Runs that are recorded with this turn. */
    private static Set<RunId> notStored(Turn turn) {
        var notStored = new HashSet<RunId>();
        for (var document : turn.changes.documents()) notStored.add(document.run());
        return notStored;
    }

    /** Lets another server make the chains of all runs: each takes up what nobody keeps. Called while memory and store agree. */
    void giveAway(Turn turn) {
        var notStored = notStored(turn);
        for (var run : List.copyOf(runs.all())) {
            if (run.growing == null || notStored.contains(run.id)) continue;
            letGo(run, false);
            run.controller = null;
            run.growing = null;
            store.release(run.id, self);
        }
    }

    /** Other servers may have ended chains of a run whose chains are made here. */
    void catchUp(LiveRun run) {
        var growing = run.growing;
        if (growing == null || !store.shared()) return;
        for (var chain : store.ended(run.id, growing.open()))
            growing.ended(chain.id().index(), chain.state(), chain.report());
        stirred.add(run);
    }

    /** Chains of a run have ended, durably. */
    void ended(RunId id, List<EndedChain> chains) {
        var run = runs.find(id);
        if (run == null || run.growing == null) return;
        for (var chain : chains) run.growing.ended(chain.index(), chain.state(), chain.report());
        stirred.add(run);
        runs.noteIfComplete(run);
    }

    /** How many runs there are whose chains this server makes. */
    int kept() {
        int kept = 0;
        for (var run : runs.all()) if (run.growing != null) kept++;
        return kept;
    }

    /** Chains may have to be made although none has ended. */
    void stir(RunId id) {
        var run = runs.find(id);
        if (run == null || run.growing == null) return;
        stirred.add(run);
        runs.noteIfComplete(run);
    }

    /** What is left of the runs whose chains are made here and which may go on, as far as their controllers know. */
    Map<RunId, RemainingWork> outlooks() {
        var outlooks = new LinkedHashMap<RunId, RemainingWork>();
        for (var run : runs.all()) {
            var growing = run.growing;
            if (growing == null || !run.mayStartWork()) continue;
            var remaining = growing.outlook();
            if (!remaining.isEmpty()) outlooks.put(run.id, remaining);
        }
        return outlooks;
    }

    /** Makes the chains that can be made. A run whose controller fails is ended; the others go on. */
    List<LiveRun> grow(Turn turn, ControllerDuties duties) {
        var failed = new ArrayList<LiveRun>();
        for (var run : List.copyOf(stirred)) {
            stirred.remove(run);
            var growing = run.growing;
            if (growing == null || run.ending != EndRequest.NOT_ASKED) continue;
            try {
                if (grow(turn, run, growing) == ControlledRun.AT_ONCE) stirred.add(run);
                carryOut(turn, run, duties);
            } catch (RuntimeException bug) {
                counters.bugs.increment();
                failed.add(run);
            }
            runs.noteIfComplete(run);
        }
        return failed;
    }

    // --- what controllers want done, and what is kept of them ---

    /** Answers an input, and does what controllers want done then. */
    <T> T take(Turn turn, ControllerInput<T> input, AgentSessions agents, ControllerDuties duties) {
        var seen = new InputTurn(turn, runs, agents);
        var answer = input.take(seen);
        seen.found().forEach(run -> carryOut(turn, run, duties));
        return answer;
    }

    /** Lets the controllers to which time brings something look after their runs. A run whose controller fails is ended; the others go on. */
    List<LiveRun> tick(Turn turn, ControllerDuties duties) {
        var failed = new ArrayList<LiveRun>();
        for (var run : List.copyOf(timed)) {
            var controller = run.controller;
            if (controller == null || run.ending != EndRequest.NOT_ASKED) continue;
            try {
                controller.tick();
                carryOut(turn, run, duties);
            } catch (RuntimeException bug) {
                counters.bugs.increment();
                failed.add(run);
            }
        }
        return failed;
    }

    private void carryOut(Turn turn, LiveRun run, ControllerDuties duties) {
        var controller = run.controller;
        if (controller == null) return;
        var wanted = controller.takeEffects();
        if (wanted.started()) duties.start(turn, run);
        if (wanted.wakes()) {
            stirred.add(run);
            runs.noteIfComplete(run);
        }
        wanted.releases().forEach(release -> duties.release(run, release));
        wanted.words().forEach(word -> turn.afterwards(() -> duties.tell(word)));
        remember(turn, run, HistoryDepth.DECISIVE);
        if (controller.isTimed()) timed.add(run);
        else timed.remove(run);
    }

    /**
     * Keeps what is new about the course of a run; answers how many pieces that were. Nothing is kept of a run whose controller is at
     * another server, since this one may have missed something.
     */
    int rememberAll(Turn turn, HistoryDepth depth) {
        int most = 0;
        for (var run : timed) most = Math.max(most, remember(turn, run, depth));
        return most;
    }

    /** What another server keeps, this one must not write: it may have missed something. */
    int remember(Turn turn, LiveRun run, HistoryDepth depth) {
        var controller = run.controller;
        if (controller == null) return 0;
        var pieces = controller.takeCourse(depth);
        if (pieces.isEmpty()) return 0;
        turn.changes.remember(run.id, pieces);
        turn.changes.kept().add(run.id);
        turn.concern(run.id);
        return pieces.size();
    }

    private int grow(Turn turn, LiveRun run, ControlledRun growing) {
        var batches = growing.next(run, turn.now);
        growing.takeNewLanes(run).forEach((id, spec) -> runs.addLane(turn, run, id, spec));
        int made = 0;
        for (var batch : batches) {
            var lane = run.lanes.get(batch.lane());
            runs.make(turn, lane, batch.chains());
            runs.offer(lane);
            made += batch.chains().size();
        }
        if (made > 0) turn.changes.kept().add(run.id);
        counters.chainsSubmitted.add(made);
        return made;
    }
}
