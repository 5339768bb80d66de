package io.tidewheel.engine;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRecord;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.LaneTotals;
import java.util.HashMap;
import java.util.Map;

/** A lane of an unfinished run, as the engine keeps it in memory. */
final class LiveLane {
    final LaneId id;
    final LiveRun run;
    LaneSpec spec;
    LaneTotals totals;
    /** Chains in the store that may be leased now. */
    long ready;

    long running;

    /** Only for {@link Delivery#AT_LEAST_ONCE}: where to look for the next ready chain, and who runs what. */
    int nextIndex;

    final Map<ChainId, LiveSession> inFlight = new HashMap<>();

    LiveLane(LaneId id, LiveRun run, LaneSpec spec, LaneTotals totals, long ready) {
        this.id = id;
        this.run = run;
        this.spec = spec;
        this.totals = totals;
        this.ready = ready;
    }

    boolean claimsAreDurable() {
        return spec.delivery() != Delivery.AT_LEAST_ONCE;
    }

    LaneRecord record() {
        return new LaneRecord(id, spec, totals);
    }
}
