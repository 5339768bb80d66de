package io.tidewheel.experiments.histories;

import io.tidewheel.experiments.histories.ChainOperation.Added;
import io.tidewheel.experiments.histories.ChainOperation.Cancelled;
import io.tidewheel.experiments.histories.ChainOperation.Claimed;
import io.tidewheel.experiments.histories.ChainOperation.Reported;
import io.tidewheel.experiments.histories.ChainOperation.Seen;
import io.tidewheel.model.ChainState;
import java.util.List;

/**
 * A chain that does one thing at a time: it is added once; a new attempt is younger than those before it; a success counts once, and only of an
 * attempt that was handed out; an attempt that was reported is not running any more; and what has ended stays as it is. A lease may be lost at any
 * time, and its agent may come back and have it again: whether for a good reason, others judge.
 */
public final class ChainModel implements SequentialModel<ChainModel.State, ChainOperation> {
    /** Where a chain stands, as far as anybody can tell from outside. */
    public sealed interface State {
        record Absent() implements State {}

        /**
         * The chain waits or runs.
         *
         * @param attempts so many were handed out
         * @param over the last one whose end was reported; 0 if there is none
         */
        record Open(int attempts, int over) implements State {}

        /** @param attempts {@link #UNTOLD} until somebody is told */
        record Ended(ChainState how, int attempts) implements State {}
    }

    /** The number of attempts was not said. */
    public static final int UNTOLD = -1;

    private final State initial;
    private final boolean mayBeEnded;

    private ChainModel(State initial, boolean mayBeEnded) {
        this.initial = initial;
        this.mayBeEnded = mayBeEnded;
    }

    /** @param mayBeEnded whether something else than its own attempts may end it: its run is cancelled, or its agents die of it */
    public static ChainModel ofClient(boolean mayBeEnded) {
        return new ChainModel(new State.Absent(), mayBeEnded);
    }

    /** A chain that no client adds, but the controller of its run. */
    public static ChainModel ofController(boolean mayBeEnded) {
        return new ChainModel(new State.Open(0, 0), mayBeEnded);
    }

    @Override
    public State initial() {
        return initial;
    }

    @Override
    public List<State> after(State state, ChainOperation operation) {
        return switch (state) {
            case State.Absent _ -> absent(state, operation);
            case State.Open open -> open(open, operation);
            case State.Ended ended -> ended(ended, operation);
        };
    }

    private static List<State> absent(State state, ChainOperation operation) {
        return switch (operation) {
            case Added _ -> List.of(new State.Open(0, 0));
            case Reported _ -> List.of(state);
            case Claimed _, Cancelled _, Seen _ -> List.of();
        };
    }

    private List<State> open(State.Open open, ChainOperation operation) {
        return switch (operation) {
            case Added _ -> List.of(open);
            // The store may have shown it before.
            case Claimed claimed ->
                claimed.attempt() >= open.attempts()
                        ? List.of(new State.Open(claimed.attempt(), open.over()))
                        : List.of();
            case Reported reported -> reported(open, reported);
            case Cancelled _ -> List.of(new State.Ended(ChainState.CANCELLED, UNTOLD));
            case Seen seen -> seen(open, seen);
        };
    }

    /** The states after an attempt was reported; the lease may just have been lost, in which case the report was refused. */
    private static List<State> reported(State.Open open, Reported reported) {
        if (reported.attempt() > open.attempts()) return List.of(open);
        var refused = new State.Open(open.attempts(), Math.max(open.over(), reported.attempt()));
        if (reported.success()) return List.of(new State.Ended(ChainState.SUCCEEDED, reported.attempt()), refused);
        return List.of(
                refused,
                new State.Ended(ChainState.FAILED, reported.attempt()),
                new State.Ended(ChainState.CANCELLED, reported.attempt()));
    }

    private List<State> seen(State.Open open, Seen seen) {
        var shown = new State.Open(Math.max(open.attempts(), seen.attempt()), open.over());
        return switch (seen.state()) {
            case READY, DELAYED, HELD -> List.of(shown);
            case RUNNING -> seen.attempt() == open.over() ? List.of() : List.of(shown);
            case SUCCEEDED -> List.of();
            case FAILED, CANCELLED -> mayBeEnded ? List.of(new State.Ended(seen.state(), seen.attempt())) : List.of();
        };
    }

    private static List<State> ended(State.Ended ended, ChainOperation operation) {
        return switch (operation) {
            case Added _, Reported _ -> List.of(ended);
            case Claimed _, Cancelled _ -> List.of();
            case Seen seen -> seen(ended, seen);
        };
    }

    private static List<State> seen(State.Ended ended, Seen seen) {
        if (ended.how() != seen.state()) return List.of();
        if (ended.attempts() == UNTOLD) return List.of(new State.Ended(ended.how(), seen.attempt()));
        return seen.attempt() == UNTOLD || seen.attempt() == ended.attempts() ? List.of(ended) : List.of();
    }
}
