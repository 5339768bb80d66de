package io.tidewheel.controllers.workflows;

import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.RunId;
import io.tidewheel.protocol.wire.WorkflowDocument;
import java.util.List;
import java.util.function.Consumer;

/** What was kept of workflow runs. It is asked while a controller is opened, and may wait for a database; never while the controller is at work. */
public interface EarlierRuns {
    /**
     * What a run was made of.
     *
     * @throws IllegalStateException if it cannot be read any more
     */
    WorkflowDocument document(RunId run);

    /**
     * Hands over all successful chains of a run in the order of their making.
     *
     * @throws IllegalStateException if the run is not there any more
     */
    void eachSucceeded(RunId run, Consumer<ChainRecord> taker);

    /** The successful chains of the given runs, of which the last is looked at first; what comes into being later is not seen. */
    EarlierChains chains(List<RunId> runs);
}
