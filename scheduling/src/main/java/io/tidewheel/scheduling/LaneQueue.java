package io.tidewheel.scheduling;

import io.tidewheel.model.Owner;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The lanes that want the same: those of each owner by priority and then in the order in which they came, and a second time by rank. */
final class LaneQueue {
    private static final Comparator<WaitingLane> FIRST_COME =
            Comparator.comparingInt((WaitingLane lane) -> -lane.priority).thenComparingLong(lane -> lane.place);
    private static final Comparator<WaitingLane> OWN =
            Comparator.comparing((WaitingLane lane) -> lane.rank).thenComparing(FIRST_COME);
    private static final Comparator<WaitingLane> TURN = WaitingLane.SHARE.thenComparing(FIRST_COME);

    final FundedResources wanted;
    final Map<Owner, NavigableSet<WaitingLane>> queues = new LinkedHashMap<>();
    /** The same lanes by rank, for agents that work for one owner alone. */
    private final Map<Owner, NavigableSet<WaitingLane>> own = new HashMap<>();
    /** How many chains of all these lanes are ready. */
    long remaining;
    /** How many lanes want this, ready or not. */
    int lanes;

    LaneQueue(FundedResources wanted) {
        this.wanted = wanted;
    }

    void enqueue(WaitingLane lane) {
        queues.computeIfAbsent(lane.owner, _ -> new TreeSet<>(FIRST_COME)).add(lane);
        joinOwn(lane);
    }

    void dequeue(WaitingLane lane) {
        leaveOwn(lane);
        remove(queues, lane);
    }

    void joinOwn(WaitingLane lane) {
        own.computeIfAbsent(lane.owner, _ -> new TreeSet<>(OWN)).add(lane);
    }

    void leaveOwn(WaitingLane lane) {
        remove(own, lane);
    }

    private static void remove(Map<Owner, NavigableSet<WaitingLane>> from, WaitingLane lane) {
        var lanesOfOwner = from.get(lane.owner);
        if (lanesOfOwner == null) return;
        lanesOfOwner.remove(lane);
        if (lanesOfOwner.isEmpty()) from.remove(lane.owner);
    }

    boolean hasWorkFor(AgentKind kind) {
        return kind.only.isEmpty() ? remaining > 0 : own.containsKey(kind.only.get());
    }

    /**
     * The first lane of the owner whose turn it is, among the owners of whom the agent takes more. For an agent that works for one owner alone
     * it is that owner's lane of the least rank.
     */
    @Nullable
    WaitingLane head(PlacementAgent agent, int sharers) {
        if (agent.kind.only.isPresent()) {
            var mine = own.get(agent.kind.only.get());
            return mine == null ? null : mine.first();
        }
        WaitingLane best = null;
        for (var queue : queues.values()) {
            var lane = queue.first();
            if (agent.roomFor(lane, sharers) > 0 && (best == null || TURN.compare(lane, best) < 0)) best = lane;
        }
        return best;
    }
}
