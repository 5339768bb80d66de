package io.tidewheel.engine;

import io.tidewheel.model.EndRequest;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.LaneTotals;
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
    final ChainMaker controller;
    RunSpec spec;
    RunState state;
    int made;
    boolean closed;
    boolean held;
    boolean hasStarted;
    EndRequest ending;
    Reason endReason;
    long logBytes;
    /** Nothing more is queued in the store: the sweep after an ending has seen the end. */
    boolean swept;

    /** How it goes on, if it is of a kind that grows and this server makes its chains. */
    @Nullable
    ControlledRun growing;
    /** How many of its chains were cancelled when its leases were last compared with the store. */
    long cancelledSeen;

    /** Another server makes its chains. */
    boolean growsElsewhere;

    /** Where its lanes stand among those of its owner, if somebody has said so: for lanes that come later. */
    LaneRank rank = LaneRank.NONE;

    final List<LiveLane> lanes = new ArrayList<>();
    final Map<SessionId, Score> scores = new HashMap<>();

    LiveRun(RunRecord record, ChainMaker controller) {
        this.id = record.id();
        this.created = record.created();
        this.controller = controller;
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
        return ending == EndRequest.NOT_ASKED ? controller.unmade(spec, made) : 0;
    }

    /** True if chains may come that nobody knows of yet, or have just been made. */
    boolean mayGrow() {
        var own = growing;
        return growsElsewhere || (own != null && !own.isDone());
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
        return new RunStatus(
                id, spec.owner(), spec.name(), state, made + controller.unmade(spec, made), running(), totals());
    }
}
