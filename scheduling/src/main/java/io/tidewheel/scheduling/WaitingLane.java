package io.tidewheel.scheduling;

import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.Owner;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** A lane as placement sees it: how many of its chains are ready, and where it stands among others. */
final class WaitingLane {
    /** The fair order of lanes: first the owner who has least running, then the one of whom something ended longer ago. */
    static final Comparator<WaitingLane> SHARE =
            Comparator.comparingLong((WaitingLane lane) -> lane.use.running).thenComparingLong(lane -> lane.use.served);

    /** Which lane an agent takes next if it works for everybody. */
    static final Comparator<WaitingLane> ORDER = SHARE.thenComparingInt(lane -> -lane.priority)
            .thenComparingLong(lane -> -lane.set.remaining)
            .thenComparingInt(lane -> -lane.set.wanted.capabilities().size())
            .thenComparing(lane -> lane.id);

    /** Which lane an agent takes next if it works for one owner alone. */
    static final Comparator<WaitingLane> BY_RANK =
            Comparator.comparing((WaitingLane lane) -> lane.rank).thenComparing(ORDER);

    /** Shorter chains than this are fetched ahead in numbers whoever else waits: the next owner's turn is near all the same. */
    private static final long QUICK_NANOS = 100_000_000;

    final LaneId id;
    final Owner owner;
    final OwnerUse use;
    final LaneQueue set;
    int priority;
    LaneRank rank = LaneRank.NONE;
    /** The lane's number among all that began to wait. */
    long place;

    long ready;
    /** The agent that leaves room for it, if one does. */
    @Nullable
    PlacementAgent savedAt;

    /** How long its chains took of late; 0 as long as none has ended. */
    private long meanNanos;

    WaitingLane(LaneId id, Owner owner, OwnerUse use, LaneQueue set, int priority) {
        this.id = id;
        this.owner = owner;
        this.use = use;
        this.set = set;
        this.priority = priority;
    }

    /** A chain of the lane took so long. */
    void took(long nanos) {
        long counted = Math.max(1, nanos);
        meanNanos = meanNanos == 0 ? counted : Math.max(1, meanNanos + (counted - meanNanos) / 4);
    }

    /** True if its chains are known to be short. */
    boolean isQuick() {
        return meanNanos != 0 && meanNanos < QUICK_NANOS;
    }
}
