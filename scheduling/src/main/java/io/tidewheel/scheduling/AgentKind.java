package io.tidewheel.scheduling;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Owner;
import io.tidewheel.model.SessionId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Agents that are alike: they offer the same set, have the same amounts, and work for the same people. */
final class AgentKind {
    /** What an agent has, and whom it is for: agents that are alike in this are one kind. */
    record KindKey(FundedResources has, Optional<Owner> only) implements Comparable<KindKey> {
        @Override
        public int compareTo(KindKey other) {
            int byResources = has.compareTo(other.has);
            return byResources != 0 ? byResources : name().compareTo(other.name());
        }

        private String name() {
            return only.map(Owner::name).orElse("");
        }
    }

    final KindKey key;
    final FundedResources has;
    final Optional<Owner> only;
    /** What the agents of this kind can do, of all that lanes want. */
    final List<LaneQueue> sets = new ArrayList<>();
    /** Agents with free slots, the one that is idle longest first. */
    final TreeSet<PlacementAgent> idle = new TreeSet<>(Comparator.comparingLong((PlacementAgent agent) -> agent.turn)
            .thenComparingLong(agent -> agent.id.value()));
    /** Agents that take more work ahead of need. */
    final LinkedHashSet<PlacementAgent> spare = new LinkedHashSet<>();
    /** Agents with free slots to which others hand out work, with what is left of their amounts. */
    final Map<SessionId, Amounts> freeElsewhere = new HashMap<>();
    /** How many agents there are of the kind, and how many slots they have together. */
    int size;

    int slots;
    /** Whether the kind is listed as one with idle agents, and as one with agents that take work ahead of need. */
    boolean isIdle;

    boolean isSpare;

    AgentKind(KindKey key) {
        this.key = key;
        this.has = key.has();
        this.only = key.only();
    }

    boolean isFor(Owner owner) {
        return only.isEmpty() || only.get().equals(owner);
    }

    /** The agent that is idle longest among those that have enough left for something that waits. */
    @Nullable
    PlacementAgent firstWithRoom(long round) {
        for (var agent : idle) {
            if (agent.passedIn == round) continue;
            for (var set : sets) {
                if (set.hasWorkFor(this) && agent.left.covers(set.wanted.amounts())) return agent;
            }
        }
        return null;
    }

    boolean hasRoomFor(LaneQueue set) {
        return left().anyMatch(left -> left.covers(set.wanted.amounts()));
    }

    /** What is left of their amounts at the agents that have a free slot. */
    Stream<Amounts> left() {
        return Stream.concat(idle.stream().map(agent -> agent.left), freeElsewhere.values().stream());
    }

    /** How many owners wait for such an agent. */
    int owners() {
        if (only.isPresent()) return 1;
        var waiting = new HashSet<Owner>();
        for (var set : sets) waiting.addAll(set.queues.keySet());
        return waiting.size();
    }

    boolean hasWork() {
        for (var set : sets) if (set.hasWorkFor(this)) return true;
        return false;
    }
}
