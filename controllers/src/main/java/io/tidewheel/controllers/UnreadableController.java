package io.tidewheel.controllers;

import io.tidewheel.model.ChainState;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Stands in for the controller of a run whose document makes no sense to this version: it makes nothing, and the run fails. */
public record UnreadableController() implements RunController {
    @Override
    public List<NextChain> next(int firstIndex, int most, Instant now) {
        return List.of();
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
        return new RunOutcome(RunState.FAILED, Reason.UNREADABLE);
    }
}
