package io.tidewheel.engine;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
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

    LaneRank rank = LaneRank.NONE;

    /** Only for {@link Delivery#AT_LEAST_ONCE}: where to look for the next ready chain, and who runs what. */
    int nextIndex;

    final Map<ChainId, LiveSession> inFlight = new HashMap<>();

    private final boolean shared;

    /** @param shared other servers lease from the same store, so that a claim must be in it to be seen by them */
    LiveLane(LaneId id, LiveRun run, LaneSpec spec, LaneTotals totals, long ready, boolean shared) {
        this.id = id;
        this.run = run;
        this.spec = spec;
        this.totals = totals;
        this.ready = ready;
        this.shared = shared;
    }

    boolean claimsAreDurable() {
        return shared || spec.delivery() != Delivery.AT_LEAST_ONCE;
    }

    LaneRecord record() {
        return new LaneRecord(id, spec, totals);
    }
}
