package io.tidewheel.engine;

import io.tidewheel.model.EndRequest;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import java.util.List;

/** Turns a run of one kind, step by step, into chains, and says how it ends. Pure. */
interface ChainMaker {
    static ChainMaker of(RunKind kind) {
        return switch (kind) {
            case TASKS -> TasksController.INSTANCE;
            // Their chains come from their controller; nothing is known to come beforehand.
            case JOB, WORKFLOW -> TasksController.INSTANCE;
        };
    }

    /** How many chains are known to come but do not exist yet. */
    long unmade(RunSpec spec, int made);

    /** The next chains, from index {@code made} on. */
    List<NewChain> make(RunSpec spec, int made, int count);

    /** The final state of a run of which nothing is left to do. */
    RunState outcome(LaneTotals totals, EndRequest ending, Reason endReason);
}
