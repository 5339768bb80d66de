package io.tidewheel.experiments.histories;

import io.tidewheel.model.ChainState;

/** What is asked and told of one chain. */
public sealed interface ChainOperation {
    /** A client adds it, for the first time or again. */
    record Added() implements ChainOperation {}

    /** An agent is handed an attempt. */
    record Claimed(int attempt, String agent) implements ChainOperation {}

    /** An agent reports how an attempt has ended. Whether that counts it is not told. */
    record Reported(int attempt, String agent, boolean success) implements ChainOperation {}

    /** A client cancels it, and is told that it is cancelled. */
    record Cancelled() implements ChainOperation {}

    /** Somebody is shown where it stands. */
    record Seen(ChainState state, int attempt) implements ChainOperation {}
}
