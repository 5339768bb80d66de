package io.tidewheel.engine;

import io.tidewheel.model.EndRequest;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import java.util.ArrayList;
import java.util.List;

/** Tasks: chains come from the submitter, or one for each value of an array, made when they are about to be leased. */
final class TasksController implements ChainMaker {
    static final TasksController INSTANCE = new TasksController();

    @Override
    public long unmade(RunSpec spec, int made) {
        return spec.array().map(array -> (long) array.count() - made).orElse(0L);
    }

    @Override
    public List<NewChain> make(RunSpec spec, int made, int count) {
        var array = spec.array().orElseThrow();
        var chains = new ArrayList<NewChain>(count);
        for (int i = made; i < made + count; i++) chains.add(new NewChain(Long.toString(array.value(i)), Payload.NONE));
        return chains;
    }

    @Override
    public RunState outcome(LaneTotals totals, EndRequest ending, Reason endReason) {
        if (ending != EndRequest.NOT_ASKED && endReason == Reason.CANCELLED) return RunState.CANCELLED;
        if (ending != EndRequest.NOT_ASKED || totals.failed() > 0) return RunState.FAILED;
        return totals.cancelled() > 0 ? RunState.CANCELLED : RunState.SUCCEEDED;
    }
}
