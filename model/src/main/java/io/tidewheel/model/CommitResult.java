package io.tidewheel.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What became of a commit. */
public sealed interface CommitResult {
    /**
     * Everything is durable.
     *
     * @param claimed the chains really leased: fewer than asked for if another server was faster
     * @param totals the totals of every lane that was touched by new chains or finishes, as they are now
     */
    record Done(List<ClaimedChain> claimed, Map<LaneId, LaneTotals> totals) implements CommitResult {}

    /**
     * Nothing was changed, because somebody else was faster. That is no failure: what is named here is to be left out, and the rest can be
     * committed.
     *
     * @param superseded leases (from finishes and requeues) that are no longer current
     * @param overtaken runs to which another server has added chains or lanes, that it keeps or that it has ended: what is added to them, and
     *     their end, is to be thought over
     * @param gone runs that are not there: they were removed, or another run was made with their key
     */
    record Refused(Set<ChainId> superseded, Set<RunId> overtaken, Set<RunId> gone) implements CommitResult {
        public Refused {
            superseded = Collections.unmodifiableSet(new TreeSet<>(superseded));
            overtaken = Collections.unmodifiableSet(new TreeSet<>(overtaken));
            gone = Collections.unmodifiableSet(new TreeSet<>(gone));
        }

        /** Leases alone are no longer current. */
        public Refused(Set<ChainId> superseded) {
            this(superseded, Set.of(), Set.of());
        }

        public static Refused overtaken(Set<RunId> runs) {
            return new Refused(Set.of(), runs, Set.of());
        }

        public static Refused gone(Set<RunId> runs) {
            return new Refused(Set.of(), Set.of(), runs);
        }
    }
}
