package io.tidewheel.engine;

/**
 * Where an unfinished run stands on its way to its end. This is apart from what its controller does: whatever the phase, there may be chains to
 * be made.
 */
sealed interface RunPhase {
    /** Nobody has asked it to end, as far as the store knows, and there is something to do or something may come. */
    record Going() implements RunPhase {}

    /** The store knows that it is to end. What waits there is ended next, in pieces. */
    record Sweeping() implements RunPhase {}

    /** The run is to end, and nothing of it waits in the store. Agents still hold chains of it. */
    record Emptying() implements RunPhase {}

    /**
     * Nothing is left to do, as far as memory knows. Its end is written in the next turn.
     *
     * @param sweepsFirst whether the store is to be looked through before that, since another server may have made chains meanwhile
     */
    record Complete(boolean sweepsFirst) implements RunPhase {}

    /** The end of the run is written in this turn, or another server has written it. */
    record Finished() implements RunPhase {}

    /** The store knows, perhaps not for the first time, that the run is to end. */
    default RunPhase endAsked() {
        return switch (this) {
            case Going _, Sweeping _, Emptying _ -> new Sweeping();
            case Complete _ -> new Complete(true);
            case Finished _ -> new Finished();
        };
    }

    /** Nothing waits in the store any more. */
    default RunPhase swept() {
        return switch (this) {
            case Sweeping _ -> new Emptying();
            case Complete _ -> new Complete(false);
            case Going _, Emptying _, Finished _ -> this;
        };
    }

    /** All chains have ended, and none will come. */
    default RunPhase nothingLeft() {
        return switch (this) {
            case Going _, Emptying _ -> new Complete(false);
            case Sweeping _ -> new Complete(true);
            case Complete _, Finished _ -> this;
        };
    }

    /** True if chains that wait in the store are to be ended. */
    default boolean sweeps() {
        return switch (this) {
            case Sweeping _ -> true;
            case Complete(var first) -> first;
            case Going _, Emptying _, Finished _ -> false;
        };
    }
}
