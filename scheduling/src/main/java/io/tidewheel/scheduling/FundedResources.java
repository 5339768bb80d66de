package io.tidewheel.scheduling;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;

/** Capabilities and amounts, and who pays for them: what the chains of a lane want, or what an agent has. */
record FundedResources(Capabilities capabilities, Amounts amounts, LaneFunding funding)
        implements Comparable<FundedResources> {
    /** True if whoever has this may do work that wants the other. */
    boolean covers(FundedResources wanted) {
        return holds(wanted) && funding.covers(wanted.funding);
    }

    /** The same, whoever pays. */
    boolean holds(FundedResources wanted) {
        return amounts.covers(wanted.amounts) && capabilities.covers(wanted.capabilities);
    }

    @Override
    public int compareTo(FundedResources other) {
        int byName = capabilities.compareTo(other.capabilities);
        if (byName != 0) return byName;
        int byAmounts = amounts.compareTo(other.amounts);
        return byAmounts != 0 ? byAmounts : funding.compareTo(other.funding);
    }
}
