package io.tidewheel.engine;

import io.tidewheel.controllers.RunController;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An unfinished run, as the engine keeps it in memory. */
final class LiveRun {
    /** Successes and failures of a run on one agent. */
    static final class Score {
        long successes;
        long failures;
    }

    final RunId id;
    final Instant created;
    RunSpec spec;
    RunState state;
    int made;
    boolean closed;
    boolean held;
    /** All of its chains came with it, so that nobody can add any. */
    boolean isWhole;

    boolean hasStarted;
    EndRequest ending;
    Reason endReason;
    long logBytes;
    /** Only {@link RunPhases} changes it. */
    RunPhase phase = new RunPhase.Going();

    /** What makes its chains; nothing if another server makes them. */
    @Nullable
    RunController controller;

    /** The chains of the run that are open, if its controller is told how they end. */
    @Nullable
    ControlledRun growing;

    /** How many of its chains were cancelled when its leases were last compared with the store. */
    long cancelledSeen;

    /** Where the run's lanes stand among those of its owner, if that was said: for lanes that come later. */
    LaneRank rank = LaneRank.NONE;

    final List<LiveLane> lanes = new ArrayList<>();
    final Map<SessionId, Score> scores = new HashMap<>();

    LiveRun(RunRecord record) {
        this.id = record.id();
        this.created = record.created();
        this.spec = record.spec();
        this.state = record.state();
        this.made = record.made();
        this.closed = record.closed();
        this.held = record.held();
        this.hasStarted = record.started().isPresent();
        this.ending = record.ending();
        this.endReason = record.endReason();
        this.logBytes = record.logBytes();
        this.cancelledSeen = record.totals().cancelled();
    }

    boolean mayStartWork() {
        return !held && ending == EndRequest.NOT_ASKED && !state.isFinal();
    }

    long unmade() {
        return ending == EndRequest.NOT_ASKED ? toCome() : 0;
    }

    private long toCome() {
        return controller == null ? 0 : controller.toCome(made);
    }

    /** The next of the chains that are known to come; there are so many. */
    List<NewChain> makeNext(int count, Instant now) {
        if (controller == null) throw new IllegalStateException("another server makes the chains of run " + id);
        var chains = new ArrayList<NewChain>(count);
        for (var next : controller.next(made, count, now)) chains.add(next.chain());
        return chains;
    }

    /** True if another server makes its chains. */
    boolean isControlledElsewhere() {
        return controller == null;
    }

    /** True if chains may come that nobody knows of yet, or have just been made. */
    boolean mayGrow() {
        return controller == null || (growing != null && !growing.isDone());
    }

    /** How it ends, now that nothing is left to do: as it was asked to, or else as its controller says. */
    RunController.RunOutcome outcome() {
        if (ending != EndRequest.NOT_ASKED) {
            var state = endReason == Reason.CANCELLED ? RunState.CANCELLED : RunState.FAILED;
            return new RunController.RunOutcome(state, endReason);
        }
        if (controller == null) throw new IllegalStateException("another server says how run " + id + " ends");
        return controller.outcome(totals());
    }

    long running() {
        long running = 0;
        for (var lane : lanes) running += lane.running;
        return running;
    }

    LaneTotals totals() {
        var totals = LaneTotals.ZERO;
        for (var lane : lanes) totals = totals.plus(lane.totals);
        return totals;
    }

    Score score(SessionId agent) {
        return scores.computeIfAbsent(agent, _ -> new Score());
    }

    RunStatus status() {
        return new RunStatus(id, spec.owner(), spec.name(), state, made + toCome(), running(), totals());
    }
}
