package io.tidewheel.experiments.histories;

import io.tidewheel.model.RunId;
import java.util.List;
import java.util.Optional;

/** An idempotency key: whoever submits with it is told the same run. An operation is the run that somebody was told. */
public final class KeyModel implements SequentialModel<Optional<RunId>, RunId> {
    @Override
    public Optional<RunId> initial() {
        return Optional.empty();
    }

    @Override
    public List<Optional<RunId>> after(Optional<RunId> state, RunId told) {
        return state.isEmpty() || state.get().equals(told) ? List.of(Optional.of(told)) : List.of();
    }
}
