package io.tidewheel.controllers.workflows;

import io.tidewheel.controllers.RunController;
import io.tidewheel.model.ChainState;

/** An iterative job inside of a workflow, whose partitions are chains of the workflow's run. */
public interface JobNode {
    /** Makes the chains of its partitions, which are called by their numbers, and is told of their ends. */
    RunController partitions();

    /** Whether enough iterations are done. */
    boolean isComplete();

    /** So many iterations are done whose results are kept. */
    long stored();

    /** It has its first chains, so that it may be known to those who ask later. */
    void begun();

    /** It has failed too often: a chain of it is not wanted any more. */
    void letGo(int index);

    /** It is over; nothing more is asked of it. */
    void close(ChainState state);
}
