package io.tidewheel.scheduling;

import io.tidewheel.model.AgentRecord;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.OfferedResources;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.SessionId;
import io.tidewheel.scheduling.AgentKind.KindKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Decides which agent gets chains of which lane. It is told what waits and who is free, and keeps indexes of both, so that a decision costs
 * the same whatever the backlog and the number of agents.
 *
 * <p>An agent gets, among the capability sets it offers fully: work of the owner who has least running, and of two who have equally much
 * that of the one of whom something ended longer ago; of this owner's work the highest priority, then the set with most remaining chains, then the
 * most specific set; within these, lanes in the order in which they came. A priority is its owner's own affair: whoever could go before
 * others by a number of his choice would let them wait for ever. Among agents with free slots the one that is idle longest comes first. Free
 * slots are filled one chain at a time; only when no free slot is left that could take it does more work go out ahead of need (prefetch).
 *
 * <p>An agent that is reserved for an owner gets work of that owner alone, and of it first what has the least {@linkplain LaneRank rank}, if
 * somebody has given ranks; without them nothing is different.
 *
 * <p>Chains that need amounts (cores, memory, gpus) go only to agents that have as much left, those that run and those that wait there taken
 * together. If the owner whose turn it is needs more than is left, the agent saves for it: what others get must leave room for it, so that
 * many small ones cannot keep a large one out for ever. A lane is saved for on one agent at a time.
 *
 * <p>What goes ahead of need waits behind what the agent holds, so while several owners wait, only chains known to be short go in numbers;
 * of all others an owner has at most its share of the slots there. Nobody then waits behind more than short work and one chain per slot.
 *
 * <p>Deterministic; no clock, no threads. One thread uses it.
 */
public final class Placement {
    /** Chains that take longer than this are counted as if they took this long. */
    private static final Duration LONG = Duration.ofHours(1);

    private final Map<LaneId, WaitingLane> lanes = new HashMap<>();
    private final OfferIndex index = new OfferIndex();
    private final WaitExplainer explainer = new WaitExplainer(index);
    /** Kinds of agents of which one stands idle, and kinds of which one takes work ahead of need. A decision looks at no others. */
    private final TreeSet<AgentKind> idleKinds = new TreeSet<>(Comparator.comparing(kind -> kind.key));

    private final TreeSet<AgentKind> spareKinds = new TreeSet<>(Comparator.comparing(kind -> kind.key));
    private final Map<SessionId, PlacementAgent> agents = new HashMap<>();
    /** Agents that others hand out work to, or that are expected back: only what is said of offers and of waiting counts them. */
    private final Map<SessionId, AgentKind> elsewhere = new HashMap<>();

    private final Map<Owner, OwnerUse> owners = new HashMap<>();
    private long nextTurn;
    private long nextPlace;
    private long nextServed;
    private long round;

    // --- what waits ---

    /** Tells of a lane; nothing of it waits yet. Lanes of one owner and priority are served in the order of these calls. */
    public void addLane(LaneId id, Owner owner, Capabilities requires, Amounts needs, int priority) {
        addLane(id, owner, requires, needs, priority, LaneFunding.NOBODY);
    }

    /** @param payer the run, if it has a budget of its own: then its chains go only where it pays, or where nothing costs anything */
    public void addLane(LaneId id, Owner owner, Capabilities requires, Amounts needs, int priority, LaneFunding payer) {
        var set = index.queue(new FundedResources(requires, needs, payer));
        // Who comes anew stands behind those who have waited for longer, so that coming again and again is of no use.
        var use = owners.computeIfAbsent(owner, _ -> new OwnerUse(nextServed));
        use.lanes++;
        var before = lanes.putIfAbsent(id, new WaitingLane(id, owner, use, set, priority));
        if (before != null) throw new IllegalStateException("lane " + id + " is known already");
        set.lanes++;
    }

    /** Says how many chains of a lane may be leased now. */
    public void ready(LaneId id, long count) {
        var lane = lane(id);
        if (count < 0) throw new IllegalArgumentException("lane %s cannot have %d ready chains".formatted(id, count));
        if (count == lane.ready) return;
        if (lane.ready == 0) enqueue(lane);
        lane.set.remaining += count - lane.ready;
        lane.ready = count;
        if (count == 0) leave(lane);
    }

    public void priority(LaneId id, int priority) {
        var lane = lane(id);
        if (lane.ready > 0) lane.set.dequeue(lane);
        lane.priority = priority;
        if (lane.ready > 0) enqueue(lane);
    }

    /** Where a lane stands among those of its owner, for agents that are the owner's own. */
    public void rank(LaneId id, LaneRank rank) {
        var lane = lane(id);
        if (lane.rank.equals(rank)) return;
        if (lane.ready > 0) lane.set.leaveOwn(lane);
        lane.rank = rank;
        if (lane.ready > 0) lane.set.joinOwn(lane);
    }

    /** The lane begins to wait, behind all that wait already. */
    private void enqueue(WaitingLane lane) {
        lane.place = nextPlace++;
        lane.set.enqueue(lane);
    }

    /** Chains of the lane's owner that run more (or fewer) than before, for fair share. */
    public void running(LaneId id, int difference) {
        lane(id).use.running += difference;
    }

    /**
     * A chain of the lane has ended, after so long: its owner has been served, and it is known whether more of it may wait at agents ahead of
     * need. What comes back without having run is no service, and costs no turn.
     */
    public void ended(LaneId id, Duration time) {
        var lane = lane(id);
        lane.use.served = ++nextServed;
        lane.took(time.compareTo(LONG) < 0 ? time.toNanos() : LONG.toNanos());
    }

    /** True if a chain of the lane may take a slot for long: it is not known to be short. */
    public boolean isSlow(LaneId id) {
        return !lane(id).isQuick();
    }

    public void removeLane(LaneId id) {
        ready(id, 0);
        var lane = lane(id);
        lanes.remove(id);
        if (--lane.use.lanes == 0) owners.remove(lane.owner);
        if (--lane.set.lanes == 0) index.remove(lane.set);
    }

    // --- who is free ---

    public void addAgent(SessionId id, Capabilities offers, Amounts has, int allSlots) {
        addAgent(id, offers, has, allSlots, Optional.empty());
    }

    /** @param only whose work alone the agent does */
    public void addAgent(SessionId id, Capabilities offers, Amounts has, int allSlots, Optional<Owner> only) {
        addAgent(id, offers, has, allSlots, only, LaneFunding.EVERYBODY);
    }

    /** @param funding which of the runs that have a budget of their own may use it */
    public void addAgent(
            SessionId id, Capabilities offers, Amounts has, int allSlots, Optional<Owner> only, LaneFunding funding) {
        var kind = index.kind(new KindKey(new FundedResources(offers, has, funding), only));
        if (agents.putIfAbsent(id, new PlacementAgent(id, kind, allSlots)) != null) {
            throw new IllegalStateException("agent " + id + " is known already");
        }
        kind.size++;
        kind.slots += allSlots;
    }

    /** An agent is still finding out whether it offers these, too. Until it knows, nobody is told that they are not to be had. */
    public void mayOffer(SessionId id, Capabilities more) {
        index.mayOffer(id, agent(id).kind.has, more);
    }

    /** Says how many slots of an agent stand idle and how many chains it takes beyond them, while none of its amounts are in use. */
    public void free(SessionId id, int slots, int spare) {
        free(id, slots, spare, Amounts.NONE);
    }

    /** Says the same of an agent of which amounts are in use, and which holds no chains that may take long. */
    public void free(SessionId id, int slots, int spare, Amounts used) {
        free(id, slots, spare, used, Map.of());
    }

    /**
     * Says how many slots of an agent stand idle, how many chains it takes beyond them, and what amounts are in use.
     *
     * @param slow chains that it holds of each owner and that are not known to be short
     */
    public void free(SessionId id, int slots, int spare, Amounts used, Map<Owner, Integer> slow) {
        var agent = agent(id);
        agent.slow.clear();
        agent.slow.putAll(slow);
        agent.left = agent.kind.has.amounts().minus(used);
        boolean becomesIdle = agent.slots == 0 && slots > 0;
        agent.kind.idle.remove(agent);
        agent.kind.spare.remove(agent);
        if (becomesIdle) agent.turn = nextTurn++;
        agent.slots = Math.max(0, slots);
        agent.prefetch = Math.max(0, spare);
        if (agent.slots > 0) agent.kind.idle.add(agent);
        if (agent.prefetch > 0) agent.kind.spare.add(agent);
        list(agent.kind);
    }

    /** The agent takes no work for now, and nobody should wait for what it has. */
    public void pause(SessionId id) {
        free(id, 0, 0);
        stopSaving(agent(id));
    }

    public void removeAgent(SessionId id) {
        var agent = agents.remove(id);
        if (agent == null) return;
        index.decided(id);
        stopSaving(agent);
        agent.kind.idle.remove(agent);
        agent.kind.spare.remove(agent);
        agent.kind.slots -= agent.allSlots;
        list(agent.kind);
        if (--agent.kind.size == 0) index.remove(agent.kind);
    }

    // --- who is elsewhere ---

    /** Tells of an agent to which somebody else hands out work, or that is expected to come back. */
    public void addElsewhere(AgentRecord agent) {
        var has = new FundedResources(agent.offers(), agent.has(), LaneFunding.EVERYBODY);
        var kind = index.kind(new KindKey(has, agent.only()));
        elsewhere.put(agent.session(), kind);
        kind.size++;
        kind.slots += agent.slots();
        if (agent.undecided().size() > 0 && !agents.containsKey(agent.session()))
            index.mayOffer(agent.session(), has, agent.undecided());
    }

    /** Says whether such an agent has a free slot, and what is left of what it has. */
    public void freeElsewhere(SessionId id, boolean isFree, Amounts left) {
        var kind = Objects.requireNonNull(elsewhere.get(id), () -> "agent " + id + " is not known elsewhere");
        if (isFree) kind.freeElsewhere.put(id, left);
        else kind.freeElsewhere.remove(id);
    }

    public void removeElsewhere(AgentRecord agent) {
        var kind = elsewhere.remove(agent.session());
        if (kind == null) return;
        if (!agents.containsKey(agent.session())) index.decided(agent.session());
        kind.freeElsewhere.remove(agent.session());
        kind.slots -= agent.slots();
        if (--kind.size == 0) index.remove(kind);
    }

    /** True if somebody waits for the agent who has less running than the owner of the lane would have without one chain of it. */
    public boolean isOwedTo(SessionId id, LaneId lane) {
        var kind = agent(id).kind;
        if (kind.only.isPresent()) return false;
        long without = lane(lane).use.running - 1;
        for (var set : kind.sets) {
            for (var queue : set.queues.values()) if (queue.first().use.running < without) return true;
        }
        return false;
    }

    public boolean knows(SessionId id) {
        return agents.containsKey(id);
    }

    // --- the decision ---

    /** Hands out at most {@code most} chains. What is granted counts as no longer ready, its owner's use and the agent's slots as taken. */
    public List<LaneGrant> place(int most) {
        var grants = new LinkedHashMap<GrantKey, Integer>();
        int left = most;
        round++;
        while (left > 0) {
            var agent = longestIdleWithWork();
            if (agent == null) break;
            var lane = bestLane(agent, 1);
            if (lane == null) {
                agent.passedIn = round; // it saves for somebody, and has nothing for others
                continue;
            }
            take(lane, agent, 1);
            occupy(agent);
            grants.merge(new GrantKey(lane.id, agent.id), 1, Integer::sum);
            left--;
        }
        if (left > 0) {
            for (var kind : List.copyOf(spareKinds)) left = prefetch(kind, left, grants);
        }
        var list = new ArrayList<LaneGrant>(grants.size());
        grants.forEach((key, count) -> list.add(new LaneGrant(key.lane, key.agent, count)));
        return list;
    }

    /** True if an agent stands idle and nothing that waits suits it. */
    public boolean hasIdleAgents() {
        return !idleKinds.isEmpty();
    }

    /** Agents with free slots for which nothing waits, longest idle first within each kind. */
    public List<SessionId> idleAgents() {
        var idle = new ArrayList<SessionId>();
        for (var kind : idleKinds) kind.idle.forEach(agent -> idle.add(agent.id));
        return idle;
    }

    public int idleSlots(SessionId id) {
        return agent(id).slots;
    }

    /** True if the agent offers the set and has as much left as is needed and saved for nobody. */
    public boolean hasRoomFor(SessionId id, LaneId lane) {
        var agent = agents.get(id);
        var set = lane(lane).set;
        return agent != null && agent.kind.has.covers(set.wanted) && agent.hasRoomFor(set);
    }

    /** True if somebody present offers the set, or may in a moment, and has these amounts, in use or not. */
    public boolean isOffered(Capabilities requires, Amounts needs) {
        return index.isOffered(requires, needs);
    }

    /** What those who are present offer, or may in a moment, each combination once. */
    public List<OfferedResources> offered() {
        return index.offered();
    }

    /** Why chains of a lane wait, or that they are about to start. */
    public WhyWaiting explain(LaneId id) {
        return explainer.explain(lane(id));
    }

    /** What waits for each capability set, in the order of the sets' names: sets nobody offers included. */
    public Map<Capabilities, Long> demand() {
        return index.demand();
    }

    /** What waits for each capability set and each combination of amounts, in their order: what nobody offers included. */
    public Map<RequiredResources, Long> needs() {
        return index.needs();
    }

    // --- inside ---

    private record GrantKey(LaneId lane, SessionId agent) {}

    private @Nullable PlacementAgent longestIdleWithWork() {
        PlacementAgent best = null;
        for (var kind : idleKinds) {
            if (!kind.hasWork()) continue;
            var candidate = kind.firstWithRoom(round);
            if (candidate != null && (best == null || candidate.turn < best.turn)) best = candidate;
        }
        return best;
    }

    /** The lane whose turn it is among those that the agent has room for. If the lane whose turn it really is needs more than is left, the agent saves for it. */
    private static @Nullable WaitingLane bestLane(PlacementAgent agent, int sharers) {
        stopSaving(agent);
        var first = bestLane(agent, sharers, true);
        if (first == null || agent.hasRoomFor(first.set)) return first;
        first.savedAt = agent;
        agent.savesFor = first;
        return bestLane(agent, sharers, false);
    }

    private static @Nullable WaitingLane bestLane(PlacementAgent agent, int sharers, boolean maySave) {
        var order = agent.kind.only.isPresent() ? WaitingLane.BY_RANK : WaitingLane.ORDER;
        WaitingLane best = null;
        for (var set : agent.kind.sets) {
            if (!set.hasWorkFor(agent.kind)) continue;
            boolean fits = agent.hasRoomFor(set);
            if (!fits && !maySave) continue;
            var candidate = set.head(agent, sharers);
            if (candidate == null || (!fits && candidate.savedAt != null)) continue;
            if (best == null || order.compare(candidate, best) < 0) best = candidate;
        }
        return best;
    }

    private static void stopSaving(PlacementAgent agent) {
        if (agent.savesFor == null) return;
        agent.savesFor.savedAt = null;
        agent.savesFor = null;
    }

    private void take(WaitingLane lane, PlacementAgent agent, int count) {
        lane.use.running += count;
        lane.ready -= count;
        lane.set.remaining -= count;
        agent.left = agent.left.minus(lane.set.wanted.amounts().times(count));
        if (!lane.isQuick()) agent.slow.merge(lane.owner, count, Integer::sum);
        if (agent.savesFor == lane) stopSaving(agent);
        if (lane.ready == 0) leave(lane);
    }

    /** Nothing of the lane waits any more. */
    private static void leave(WaitingLane lane) {
        lane.set.dequeue(lane);
        if (lane.savedAt != null) stopSaving(lane.savedAt);
    }

    /** A slot of the agent is taken. If it has more, it goes to the end of the line, so that work is spread evenly. */
    private void occupy(PlacementAgent agent) {
        agent.kind.idle.remove(agent);
        agent.slots--;
        agent.turn = nextTurn++;
        if (agent.slots > 0) agent.kind.idle.add(agent);
        list(agent.kind);
    }

    /** Notes whether the kind has idle agents and agents that take work ahead of need, after a change of either. */
    private void list(AgentKind kind) {
        boolean hasIdle = !kind.idle.isEmpty();
        if (hasIdle != kind.isIdle) {
            kind.isIdle = hasIdle;
            if (hasIdle) idleKinds.add(kind);
            else idleKinds.remove(kind);
        }
        boolean hasSpare = !kind.spare.isEmpty();
        if (hasSpare != kind.isSpare) {
            kind.isSpare = hasSpare;
            if (hasSpare) spareKinds.add(kind);
            else spareKinds.remove(kind);
        }
    }

    /** Hands out work ahead of need, in rounds: each agent with room gets its part of what is ready, then those with room left share the rest. */
    private int prefetch(AgentKind kind, int most, Map<GrantKey, Integer> grants) {
        int left = most;
        if (!kind.hasWork()) return left;
        int sharers = kind.owners();
        var round = List.copyOf(kind.spare);
        while (left > 0 && !round.isEmpty()) {
            int before = left;
            int waiting = round.size();
            for (var agent : round) {
                if (left == 0 || !kind.hasWork()) return left;
                left -= prefetch(agent, Math.min(left, agent.prefetch), sharers, waiting--, grants);
            }
            round = left < before ? List.copyOf(kind.spare) : List.of();
        }
        return left;
    }

    /** Gives an agent work of one lane ahead of need; returns how many chains. */
    private int prefetch(PlacementAgent agent, int most, int sharers, int waiting, Map<GrantKey, Integer> grants) {
        var lane = bestLane(agent, sharers);
        if (lane == null) return 0;
        long fairPart = (lane.ready + waiting - 1) / waiting;
        long room =
                Math.min(agent.roomFor(lane, sharers), agent.leftFor(lane.set).fits(lane.set.wanted.amounts()));
        int count = (int) Math.min(Math.min(fairPart, lane.ready), Math.min(most, room));
        take(lane, agent, count);
        agent.prefetch -= count;
        if (agent.prefetch == 0) {
            agent.kind.spare.remove(agent);
            list(agent.kind);
        }
        grants.merge(new GrantKey(lane.id, agent.id), count, Integer::sum);
        return count;
    }

    private WaitingLane lane(LaneId id) {
        var lane = lanes.get(id);
        if (lane == null) throw new IllegalStateException("unknown lane " + id);
        return lane;
    }

    private PlacementAgent agent(SessionId id) {
        var agent = agents.get(id);
        if (agent == null) throw new IllegalStateException("unknown agent " + id);
        return agent;
    }
}
