package io.tidewheel.experiments.histories;

import io.tidewheel.experiments.histories.ChainOperation.Added;
import io.tidewheel.experiments.histories.ChainOperation.Cancelled;
import io.tidewheel.experiments.histories.ChainOperation.Claimed;
import io.tidewheel.experiments.histories.ChainOperation.Reported;
import io.tidewheel.experiments.histories.ChainOperation.Seen;
import io.tidewheel.model.ChainState;
import java.util.List;

/**
 * A chain that does one thing at a time: it is added once, an attempt belongs to one agent and is younger than all before it, a success counts
 * only from the agent that holds the attempt, and what has ended stays as it is. A lease may be lost at any time: whether for a good reason,
 * others judge.
 */
public final class ChainModel implements SequentialModel<ChainModel.State, ChainOperation> {
    /** Where a chain stands, as far as anybody can tell from outside. */
    public sealed interface State {
        record Absent() implements State {}

        /** Nobody holds it; so many attempts there were. */
        record Waiting(int attempts) implements State {}

        /** An agent holds it, which is not known if nobody but the store has said so. */
        record Held(int attempt, String agent) implements State {}

        /** @param attempts {@link #UNTOLD} until somebody is told */
        record Ended(ChainState how, int attempts) implements State {}
    }

    /** The number of attempts was not said. */
    public static final int UNTOLD = -1;

    private static final String UNKNOWN = "?";

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
        return new ChainModel(new State.Waiting(0), mayBeEnded);
    }

    @Override
    public State initial() {
        return initial;
    }

    @Override
    public List<State> after(State state, ChainOperation operation) {
        return switch (operation) {
            case Added _ -> List.of(state instanceof State.Absent ? new State.Waiting(0) : state);
            case Claimed claimed -> claimed(state, claimed);
            case Reported reported -> reported(state, reported);
            case Cancelled _ -> isOpen(state) ? List.of(new State.Ended(ChainState.CANCELLED, UNTOLD)) : List.of();
            case Seen seen -> seen(state, seen);
        };
    }

    private static List<State> claimed(State state, Claimed claimed) {
        var held = new State.Held(claimed.attempt(), claimed.agent());
        boolean isYounger = isOpen(state) && claimed.attempt() > attempts(state);
        boolean isSame = state.equals(held) || state.equals(new State.Held(claimed.attempt(), UNKNOWN));
        return isYounger || isSame ? List.of(held) : List.of();
    }

    private static List<State> reported(State state, Reported reported) {
        boolean counts = state.equals(new State.Held(reported.attempt(), reported.agent()));
        if (!counts) return List.of(state);
        // Its lease may just have been lost.
        var lost = new State.Waiting(reported.attempt());
        if (reported.success()) return List.of(new State.Ended(ChainState.SUCCEEDED, reported.attempt()), lost);
        return List.of(
                lost,
                new State.Ended(ChainState.FAILED, reported.attempt()),
                new State.Ended(ChainState.CANCELLED, reported.attempt()));
    }

    private List<State> seen(State state, Seen seen) {
        if (state instanceof State.Ended ended) return seen(ended, seen);
        if (!isOpen(state) || (seen.attempt() != UNTOLD && seen.attempt() < attempts(state))) return List.of();
        return switch (seen.state()) {
            case READY, DELAYED, HELD -> List.of(new State.Waiting(seen.attempt()));
            case RUNNING -> running(state, seen.attempt());
            case SUCCEEDED -> List.of();
            case FAILED, CANCELLED -> mayBeEnded ? List.of(new State.Ended(seen.state(), seen.attempt())) : List.of();
        };
    }

    private static List<State> seen(State.Ended ended, Seen seen) {
        if (ended.how() != seen.state()) return List.of();
        if (ended.attempts() == UNTOLD) return List.of(new State.Ended(ended.how(), seen.attempt()));
        return seen.attempt() == UNTOLD || seen.attempt() == ended.attempts() ? List.of(ended) : List.of();
    }

    private static List<State> running(State state, int attempt) {
        if (state instanceof State.Held held && held.attempt() == attempt) return List.of(state);
        return attempt > attempts(state) ? List.of(new State.Held(attempt, UNKNOWN)) : List.of();
    }

    private static boolean isOpen(State state) {
        return state instanceof State.Waiting || state instanceof State.Held;
    }

    private static int attempts(State state) {
        return switch (state) {
            case State.Absent _ -> 0;
            case State.Waiting waiting -> waiting.attempts();
            case State.Held held -> held.attempt();
            case State.Ended ended -> ended.attempts();
        };
    }
}
