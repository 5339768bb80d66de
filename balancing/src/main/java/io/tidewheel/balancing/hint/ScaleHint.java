package io.tidewheel.balancing.hint;

import java.time.Instant;

/** The hint that all sites are given. A value: each look gives the next one. */
public sealed interface ScaleHint permits TwoPhaseHint, DemandHint {
    /** Looks at what there is; the hint may change. */
    ScaleHint looked(SiteCapacity capacity, SiteDemand demand, Instant now);

    /** The hint after so many partitions were handed out. */
    ScaleHint dispatched(int partitions);

    /** The fraction of its slots that each site should have on, as text; negative if that is not known. */
    String requiredCapacity();

    /** For users: how it came about. */
    String why();
}
