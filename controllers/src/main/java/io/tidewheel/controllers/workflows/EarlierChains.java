package io.tidewheel.controllers.workflows;

import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.RunId;
import java.util.Optional;

/** The successful chains of earlier runs, found by their actions. Nobody waits here: an answer that takes a database comes later. */
public interface EarlierChains {
    /** What is said of a chain that was looked for. */
    sealed interface ChainAnswer {
        /** The chain is there, with its body and its report, or it is certain that there is none. */
        record Known(Optional<ChainRecord> chain) implements ChainAnswer {}

        /** The chain cannot be read, for this reason. */
        record Unreadable(String why) implements ChainAnswer {}
    }

    /**
     * Empty if it is not known yet: the asker is stirred when it is, and gets the answer if it asks again.
     *
     * @param actions as the parameter of a chain has them
     */
    Optional<ChainAnswer> find(RunId asker, String actions);
}
