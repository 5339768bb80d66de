package io.tidewheel.controllers.tasks;

import io.tidewheel.controllers.RunController;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tasks: chains come from the submitter, or one for each value of an array, made when they are about to be leased. It remembers nothing of
 * the chains, however many there are: what comes next depends on nothing but how many were made.
 *
 * @param array the values of which chains are made; without it all chains come from the submitter
 * @param lane the one lane of the run
 */
public record TasksController(Optional<IndexRange> array, LaneSpec lane) implements RunController {
    @Override
    public long toCome(int made) {
        return array.map(values -> (long) values.count() - made).orElse(0L);
    }

    @Override
    public List<NextChain> next(int firstIndex, int most, Instant now) {
        int count = (int) Math.min(most, toCome(firstIndex));
        if (count <= 0) return List.of();
        var values = array.orElseThrow();
        var chains = new ArrayList<NextChain>(count);
        for (int i = firstIndex; i < firstIndex + count; i++)
            chains.add(new NextChain(lane, new NewChain(Long.toString(values.value(i)), Payload.NONE)));
        return chains;
    }

    @Override
    public void adopt(int index, String parameter, Optional<Instant> began) {}

    @Override
    public void ended(int index, ChainState state, Payload report) {}

    @Override
    public boolean isExhausted() {
        return true;
    }

    @Override
    public RunOutcome outcome(LaneTotals totals) {
        if (totals.failed() > 0) return new RunOutcome(RunState.FAILED, Reason.NONE);
        return new RunOutcome(totals.cancelled() > 0 ? RunState.CANCELLED : RunState.SUCCEEDED, Reason.NONE);
    }
}
