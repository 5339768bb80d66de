package io.tidewheel.engine;

import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunState;

/** How a run stands now. {@code size} counts also the chains of an array that are not made yet. */
public record RunStatus(
        RunId id, Owner owner, String name, RunState state, long size, long running, LaneTotals totals) {}
