package io.tidewheel.model;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** What became of a commit. */
public sealed interface CommitResult {
    /**
     * Everything is durable.
     *
     * @param claimed the chains really leased: fewer than asked for if another server was faster
     * @param totals the totals of every lane that was touched by new chains or finishes, as they are now
     */
    record Done(List<ClaimedChain> claimed, Map<LaneId, LaneTotals> totals) implements CommitResult {}

    /** Nothing was changed, because these leases (from finishes and requeues) are no longer current. */
    record Refused(Set<ChainId> superseded) implements CommitResult {}
}
