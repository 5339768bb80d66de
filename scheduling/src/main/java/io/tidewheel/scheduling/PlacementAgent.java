package io.tidewheel.scheduling;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Owner;
import io.tidewheel.model.SessionId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An agent as placement sees it: its free slots, and what is left of what it has. */
final class PlacementAgent {
    final SessionId id;
    final AgentKind kind;
    /** Slots that stand idle. */
    int slots;
    /** How many chains it takes beyond its free slots. */
    int prefetch;

    final int allSlots;
    /** The agent's place in the line of idle agents: the lower, the longer it is idle. */
    long turn;
    /** What is left of its amounts. */
    Amounts left;
    /** Chains that it holds of each owner and that are not known to be short. */
    final Map<Owner, Integer> slow = new HashMap<>();
    /** The lane for which it leaves room, because a chain of it needs more than is left; null if there is none. */
    @Nullable
    WaitingLane savesFor;

    /** The last round of placing in which it had nothing to take. */
    long passedIn;

    PlacementAgent(SessionId id, AgentKind kind, int allSlots) {
        this.id = id;
        this.kind = kind;
        this.left = kind.has.amounts();
        this.allSlots = allSlots;
    }

    boolean hasRoomFor(LaneQueue set) {
        return leftFor(set).covers(set.wanted.amounts());
    }

    /** What is left without what is saved for others. */
    Amounts leftFor(LaneQueue set) {
        return savesFor == null || savesFor.set == set ? left : left.minus(savesFor.set.wanted.amounts());
    }

    /** How many chains of the lane it takes while so many owners wait. An owner who waits alone may have all there is. */
    long roomFor(WaitingLane lane, int sharers) {
        if (sharers <= 1) return Long.MAX_VALUE;
        if (lane.isQuick()) return Math.max(1, prefetch / sharers);
        return Math.max(1L, allSlots / sharers) - slow.getOrDefault(lane.owner, 0);
    }
}
