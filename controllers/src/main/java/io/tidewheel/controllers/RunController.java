package io.tidewheel.controllers;

import io.tidewheel.model.ChainState;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RemainingWork;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What makes the chains of one run, step by step, and says how the run ends. It is told how chains end and answers which ones come next. It
 * keeps nothing durable of its own: what the chains made so far say, in the order of their making, and what it asked to be kept of its course is
 * enough to bring it back to where it was. The engine calls it, one call at a time, and must not be made to wait. What else it is told comes in as a
 * {@link ControllerInput}; if something else yet lets it go on, the engine is told so ({@code Engine.stir}).
 */
public interface RunController {
    /** A chain that can be made now, and the lane it goes to: alike lanes are one. */
    record NextChain(LaneSpec lane, NewChain chain) {}

    /** How the run has ended, and why if not well. */
    record RunOutcome(RunState state, Reason reason) {}

    /**
     * How many chains are known to come that need not exist before somebody is about to take them. They are asked for little by little then,
     * and what becomes of them changes nothing about those that follow: the engine tells neither {@link #adopt} nor {@link #ended} of them.
     */
    default long toCome(int made) {
        return 0;
    }

    /** Chains that can be made now, at most so many. They count as made, at consecutive indexes from {@code firstIndex} on. */
    List<NextChain> next(int firstIndex, int most, Instant now);

    /**
     * Takes over a chain that was made in a former life of the server. Called in the order of indexes, before anything else.
     *
     * @param began when its first attempt did, if there was one
     */
    void adopt(int index, String parameter, Optional<Instant> began);

    /** A chain that was taken over is being run by somebody. */
    default void found(int index) {}

    void ended(int index, ChainState state, Payload report);

    /** What is left to do, as far as it is known. Asked often: it costs something only if something has happened. */
    default RemainingWork outlook() {
        return RemainingWork.NONE;
    }

    /** True if nothing can come any more but what is known to come, whatever becomes of the chains that are open. */
    boolean isExhausted();

    /** How the run ends of which all chains have ended, as counted, and nothing more comes. Nobody has asked for its end. */
    RunOutcome outcome(LaneTotals totals);

    // --- for those to whom more happens than ends of chains

    /** Whether time alone may change something. */
    default boolean isTimed() {
        return false;
    }

    /** Looks after what only time brings. Called about once a second as long as {@link #isTimed} says so. */
    default void tick() {}

    /** What it wants done since it was asked last. Asked whenever it was told something. */
    default ControllerEffects takeEffects() {
        return ControllerEffects.NONE;
    }

    /**
     * What is new about how the run went, in numbered pieces that are kept with it; it counts as kept. A piece takes the place of an older one with its
     * number.
     */
    default SortedMap<Integer, Payload> takeCourse(HistoryDepth depth) {
        return Collections.emptySortedMap();
    }

    /** Opens the controllers of runs whose chains depend on each other. */
    @FunctionalInterface
    interface ControllerSource {
        /** For a server that knows no such kind. */
        ControllerSource NONE = (_, spec, _) -> {
            throw new IllegalArgumentException("this server does not know runs of the kind " + spec.kind());
        };

        /**
         * Opens a run, from the beginning.
         *
         * @throws RuntimeException if the document makes no sense to this version: the run is failed then
         */
        RunController open(RunId run, RunSpec spec, Payload document);

        /** An engine begins: there is no run yet, whatever there was before. */
        default void begin() {}

        /** A turn begins: this is the moment of all that controllers are told in it. */
        default void turn(Instant now) {}

        /** The chains of a run are made here from now on; the run is brought back to where it was. */
        default void entered(RunId run, RunController controller) {}

        /**
         * Nothing more is asked of a controller.
         *
         * @param ended whether its run has ended; else another server makes its chains now
         */
        default void left(RunId run, RunController controller, boolean ended) {}
    }
}
