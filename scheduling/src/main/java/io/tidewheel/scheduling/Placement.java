package io.tidewheel.scheduling;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.OfferedResources;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
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
    /** Shorter chains than this are fetched ahead in numbers whoever else waits: the next owner's turn is near all the same. */
    private static final long QUICK_NANOS = 100_000_000;

    /** Longer is no different. */
    private static final Duration LONG = Duration.ofHours(1);

    private final Map<LaneId, Lane> lanes = new HashMap<>();
    private final Map<Equipment, SetQueue> sets = new TreeMap<>();
    private final Map<Stand, AgentClass> classes = new TreeMap<>();
    /** Kinds of agents of which one stands idle, or takes work ahead of need: a decision looks at no others. */
    private final TreeSet<AgentClass> idleKinds = new TreeSet<>(Comparator.comparing(kind -> kind.stand));

    private final TreeSet<AgentClass> spareKinds = new TreeSet<>(Comparator.comparing(kind -> kind.stand));
    private final Map<SessionId, Agent> agents = new HashMap<>();
    /** What agents may come to offer in a moment, together with what they have. */
    private final Map<SessionId, OfferedResources> undecided = new LinkedHashMap<>();

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
        var set = sets.computeIfAbsent(new Equipment(requires, needs, payer), this::newSet);
        // Who comes anew stands behind those who have waited for longer, so that coming again and again is of no use.
        var use = owners.computeIfAbsent(owner, _ -> new OwnerUse(nextServed));
        use.lanes++;
        var before = lanes.putIfAbsent(id, new Lane(id, owner, use, set, priority));
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

    /** Behind all that wait already. */
    private void enqueue(Lane lane) {
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
        if (--lane.set.lanes == 0) {
            sets.remove(lane.set.wanted);
            classes.values().forEach(kind -> kind.sets.remove(lane.set));
        }
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
        var kind = classes.computeIfAbsent(new Stand(new Equipment(offers, has, funding), only), this::newClass);
        if (agents.putIfAbsent(id, new Agent(id, kind, allSlots)) != null) {
            throw new IllegalStateException("agent " + id + " is known already");
        }
        kind.size++;
        kind.slots += allSlots;
    }

    /** An agent is still finding out whether it offers these, too. Until it knows, nobody is told that they are not to be had. */
    public void mayOffer(SessionId id, Capabilities more) {
        var has = agent(id).kind.has;
        var names = new ArrayList<>(has.capabilities.names());
        names.addAll(more.names());
        undecided.put(id, new OfferedResources(Capabilities.of(names), has.amounts));
    }

    /** As below, for an agent on which no amounts are in use. */
    public void free(SessionId id, int slots, int spare) {
        free(id, slots, spare, Amounts.NONE);
    }

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
        agent.left = agent.kind.has.amounts.minus(used);
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
        undecided.remove(id);
        stopSaving(agent);
        agent.kind.idle.remove(agent);
        agent.kind.spare.remove(agent);
        agent.kind.slots -= agent.allSlots;
        list(agent.kind);
        if (--agent.kind.size == 0) classes.remove(agent.kind.stand);
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

    /** True if somebody present offers the set, or may in a moment, and has these amounts, in use or not. */
    public boolean isOffered(Capabilities requires, Amounts needs) {
        var wanted = new Equipment(requires, needs, LaneFunding.NOBODY);
        return classes.keySet().stream().anyMatch(stand -> stand.has.covers(wanted)) || mayBeOffered(requires, needs);
    }

    private boolean mayBeOffered(Capabilities requires, Amounts needs) {
        var need = new RequiredResources(requires, needs);
        return undecided.values().stream().anyMatch(offer -> offer.covers(need));
    }

    /** True if the agent offers the set and has as much left as is needed and saved for nobody. */
    public boolean hasRoomFor(SessionId id, LaneId lane) {
        var agent = agents.get(id);
        var set = lane(lane).set;
        return agent != null && agent.kind.has.covers(set.wanted) && agent.hasRoomFor(set);
    }

    /** What those who are present offer, or may in a moment, each combination once. */
    public List<OfferedResources> offered() {
        var sure =
                classes.keySet().stream().map(stand -> new OfferedResources(stand.has.capabilities, stand.has.amounts));
        return Stream.concat(sure, undecided.values().stream()).distinct().toList();
    }

    public WhyWaiting explain(LaneId id) {
        var lane = lane(id);
        var suitable = classes.values().stream()
                .filter(kind -> kind.has.covers(lane.set.wanted) && kind.isFor(lane.owner))
                .toList();
        var requires = lane.set.wanted.capabilities;
        if (suitable.isEmpty()) {
            boolean isUnpaid = classes.values().stream()
                    .anyMatch(kind -> kind.has.holds(lane.set.wanted) && kind.isFor(lane.owner));
            if (isUnpaid) return new WhyWaiting.NotPaidFor();
            if (mayBeOffered(requires, lane.set.wanted.amounts)) return new WhyWaiting.BeingFoundOut(requires);
            var capable = classes.values().stream()
                    .filter(kind -> kind.has.capabilities.covers(requires) && kind.isFor(lane.owner))
                    .toList();
            if (!capable.isEmpty()) return noneHas(lane.set.wanted, capable);
            int present = classes.values().stream()
                    .filter(kind -> kind.isFor(lane.owner))
                    .mapToInt(kind -> kind.size)
                    .sum();
            return new WhyWaiting.NoAgentOffers(requires, nearestMissing(requires), present);
        }
        if (suitable.stream().anyMatch(kind -> kind.hasRoomFor(lane.set))) return new WhyWaiting.AboutToStart();
        int count = suitable.stream().mapToInt(kind -> kind.size).sum();
        var needs = lane.set.wanted.amounts;
        var tooLittle = least(
                needs, suitable.stream().flatMap(kind -> kind.idle.stream()).map(agent -> agent.left));
        if (tooLittle.isPresent()) return new WhyWaiting.AmountsInUse(needs, tooLittle.get(), count);
        return new WhyWaiting.SuitableAgentsBusy(count, slotsOf(suitable), ahead(lane));
    }

    private static WhyWaiting noneHas(Equipment wanted, List<AgentClass> capable) {
        var lacks = least(wanted.amounts, capable.stream().map(kind -> kind.has.amounts));
        return new WhyWaiting.NoAgentHas(
                wanted.amounts,
                lacks.orElse(wanted.amounts),
                wanted.capabilities,
                capable.stream().mapToLong(kind -> kind.size).sum());
    }

    /** What is missing where least is missing. */
    private static Optional<Amounts> least(Amounts needs, Stream<Amounts> there) {
        return there.map(needs::beyond)
                .min(Comparator.comparingInt(Amounts::parts).thenComparing(missing -> missing));
    }

    /** What waits for each capability set, in the order of the sets' names: sets nobody offers included. */
    public Map<Capabilities, Long> demand() {
        var demand = new TreeMap<Capabilities, Long>();
        sets.forEach((wanted, set) -> {
            if (set.remaining > 0) demand.merge(wanted.capabilities, set.remaining, Long::sum);
        });
        return demand;
    }

    /** The same, apart for what needs other amounts of cores, memory or gpus. */
    public Map<RequiredResources, Long> needs() {
        var needs = new TreeMap<RequiredResources, Long>();
        sets.forEach((wanted, set) -> {
            if (set.remaining > 0)
                needs.merge(new RequiredResources(wanted.capabilities, wanted.amounts), set.remaining, Long::sum);
        });
        return needs;
    }

    // --- inside ---

    private record GrantKey(LaneId lane, SessionId agent) {}

    /** Capabilities and amounts: what a lane's chains want, or what an agent has; and who pays for it. */
    private record Equipment(Capabilities capabilities, Amounts amounts, LaneFunding funding)
            implements Comparable<Equipment> {
        boolean covers(Equipment wanted) {
            return holds(wanted) && funding.covers(wanted.funding);
        }

        boolean holds(Equipment wanted) {
            return amounts.covers(wanted.amounts) && capabilities.covers(wanted.capabilities);
        }

        @Override
        public int compareTo(Equipment other) {
            int byName = capabilities.compareTo(other.capabilities);
            if (byName != 0) return byName;
            int byAmounts = amounts.compareTo(other.amounts);
            return byAmounts != 0 ? byAmounts : funding.compareTo(other.funding);
        }
    }

    /** What an agent has, and whom it is for: agents that are alike in this are one kind. */
    private record Stand(Equipment has, Optional<Owner> only) implements Comparable<Stand> {
        @Override
        public int compareTo(Stand other) {
            int byEquipment = has.compareTo(other.has);
            return byEquipment != 0 ? byEquipment : name().compareTo(other.name());
        }

        private String name() {
            return only.map(Owner::name).orElse("");
        }
    }

    private @Nullable Agent longestIdleWithWork() {
        Agent best = null;
        for (var kind : idleKinds) {
            if (!kind.hasWork()) continue;
            var candidate = kind.firstWithRoom(round);
            if (candidate != null && (best == null || candidate.turn < best.turn)) best = candidate;
        }
        return best;
    }

    /** The lane whose turn it is among those that the agent has room for; it saves for the one before if that needs more than is left. */
    private static @Nullable Lane bestLane(Agent agent, int sharers) {
        stopSaving(agent);
        var first = bestLane(agent, sharers, true);
        if (first == null || agent.hasRoomFor(first.set)) return first;
        first.savedAt = agent;
        agent.savesFor = first;
        return bestLane(agent, sharers, false);
    }

    private static @Nullable Lane bestLane(Agent agent, int sharers, boolean maySave) {
        var order = agent.kind.only.isPresent() ? BY_RANK : ORDER;
        Lane best = null;
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

    private static void stopSaving(Agent agent) {
        if (agent.savesFor == null) return;
        agent.savesFor.savedAt = null;
        agent.savesFor = null;
    }

    private static final Comparator<Lane> SHARE =
            Comparator.comparingLong((Lane lane) -> lane.use.running).thenComparingLong(lane -> lane.use.served);

    private static final Comparator<Lane> ORDER = SHARE.thenComparingInt(lane -> -lane.priority)
            .thenComparingLong(lane -> -lane.set.remaining)
            .thenComparingInt(lane -> -lane.set.wanted.capabilities.size())
            .thenComparing(lane -> lane.id);

    private static final Comparator<Lane> BY_RANK =
            Comparator.comparing((Lane lane) -> lane.rank).thenComparing(ORDER);

    private void take(Lane lane, Agent agent, int count) {
        lane.use.running += count;
        lane.ready -= count;
        lane.set.remaining -= count;
        agent.left = agent.left.minus(lane.set.wanted.amounts.times(count));
        if (!lane.isQuick()) agent.slow.merge(lane.owner, count, Integer::sum);
        if (agent.savesFor == lane) stopSaving(agent);
        if (lane.ready == 0) leave(lane);
    }

    /** Nothing of it waits any more. */
    private static void leave(Lane lane) {
        lane.set.dequeue(lane);
        if (lane.savedAt != null) stopSaving(lane.savedAt);
    }

    /** An agent with several free slots goes to the end of the line after each, so that work is spread evenly. */
    private void occupy(Agent agent) {
        agent.kind.idle.remove(agent);
        agent.slots--;
        agent.turn = nextTurn++;
        if (agent.slots > 0) agent.kind.idle.add(agent);
        list(agent.kind);
    }

    /** Keeps the kinds that have somebody to offer, after a change of who is idle. */
    private void list(AgentClass kind) {
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

    /** In rounds: each agent with room gets its part of what is ready, then those with room left share what remains. */
    private int prefetch(AgentClass kind, int most, Map<GrantKey, Integer> grants) {
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

    /** Returns how many went out to the agent. */
    private int prefetch(Agent agent, int most, int sharers, int waiting, Map<GrantKey, Integer> grants) {
        var lane = bestLane(agent, sharers);
        if (lane == null) return 0;
        long fairPart = (lane.ready + waiting - 1) / waiting;
        long room =
                Math.min(agent.roomFor(lane, sharers), agent.leftFor(lane.set).fits(lane.set.wanted.amounts));
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

    /** What its owner has before it, and as much of every other owner, since they take turns. */
    private long ahead(Lane lane) {
        long own = 0;
        var others = new HashMap<Owner, Long>();
        for (var set : sets.values()) {
            for (var queue : set.queues.entrySet()) {
                if (!queue.getKey().equals(lane.owner)) {
                    others.merge(queue.getKey(), readyIn(queue.getValue()), Long::sum);
                } else {
                    own += readyIn(queue.getValue().headSet(lane));
                }
            }
        }
        long ahead = own;
        for (long ready : others.values()) ahead += Math.min(ready, own + 1);
        return ahead;
    }

    private static long readyIn(Collection<Lane> lanes) {
        return lanes.stream().mapToLong(lane -> lane.ready).sum();
    }

    private static int slotsOf(List<AgentClass> kinds) {
        return kinds.stream().mapToInt(kind -> kind.slots).sum();
    }

    private Capabilities nearestMissing(Capabilities requires) {
        Capabilities nearest = requires;
        for (var stand : classes.keySet()) {
            var missing = Capabilities.of(requires.names().stream()
                    .filter(name -> !stand.has.capabilities.names().contains(name))
                    .toList());
            if (missing.size() < nearest.size()) nearest = missing;
        }
        return nearest;
    }

    private SetQueue newSet(Equipment wanted) {
        var set = new SetQueue(wanted);
        for (var kind : classes.values()) {
            if (kind.has.covers(wanted)) kind.sets.add(set);
        }
        return set;
    }

    private AgentClass newClass(Stand stand) {
        var kind = new AgentClass(stand);
        for (var set : sets.values()) {
            if (kind.has.covers(set.wanted)) kind.sets.add(set);
        }
        return kind;
    }

    private Lane lane(LaneId id) {
        var lane = lanes.get(id);
        if (lane == null) throw new IllegalStateException("unknown lane " + id);
        return lane;
    }

    private Agent agent(SessionId id) {
        var agent = agents.get(id);
        if (agent == null) throw new IllegalStateException("unknown agent " + id);
        return agent;
    }

    private static final class OwnerUse {
        long running;
        int lanes;
        /** When something of it ended last, or it came: how much had ended until then. */
        long served;

        OwnerUse(long served) {
            this.served = served;
        }
    }

    private static final class Lane {
        final LaneId id;
        final Owner owner;
        final OwnerUse use;
        final SetQueue set;
        int priority;
        LaneRank rank = LaneRank.NONE;
        /** Its number among all that began to wait. */
        long place;

        long ready;
        /** The agent that leaves room for it, if one does. */
        @Nullable
        Agent savedAt;

        /** How long its chains took of late; 0 = none has ended yet. */
        private long meanNanos;

        Lane(LaneId id, Owner owner, OwnerUse use, SetQueue set, int priority) {
            this.id = id;
            this.owner = owner;
            this.use = use;
            this.set = set;
            this.priority = priority;
        }

        void took(long nanos) {
            long counted = Math.max(1, nanos);
            meanNanos = meanNanos == 0 ? counted : Math.max(1, meanNanos + (counted - meanNanos) / 4);
        }

        boolean isQuick() {
            return meanNanos != 0 && meanNanos < QUICK_NANOS;
        }
    }

    /** The lanes that require the same set: for each owner by priority, then first come, and beside that by rank. */
    private static final class SetQueue {
        private static final Comparator<Lane> FIRST_COME =
                Comparator.comparingInt((Lane lane) -> -lane.priority).thenComparingLong(lane -> lane.place);
        private static final Comparator<Lane> OWN =
                Comparator.comparing((Lane lane) -> lane.rank).thenComparing(FIRST_COME);
        private static final Comparator<Lane> TURN = SHARE.thenComparing(FIRST_COME);

        final Equipment wanted;
        final Map<Owner, NavigableSet<Lane>> queues = new LinkedHashMap<>();
        private final Map<Owner, NavigableSet<Lane>> own = new HashMap<>();
        long remaining;
        int lanes;

        SetQueue(Equipment wanted) {
            this.wanted = wanted;
        }

        void enqueue(Lane lane) {
            queues.computeIfAbsent(lane.owner, _ -> new TreeSet<>(FIRST_COME)).add(lane);
            joinOwn(lane);
        }

        void dequeue(Lane lane) {
            leaveOwn(lane);
            remove(queues, lane);
        }

        void joinOwn(Lane lane) {
            own.computeIfAbsent(lane.owner, _ -> new TreeSet<>(OWN)).add(lane);
        }

        void leaveOwn(Lane lane) {
            remove(own, lane);
        }

        private static void remove(Map<Owner, NavigableSet<Lane>> from, Lane lane) {
            var lanesOfOwner = from.get(lane.owner);
            if (lanesOfOwner == null) return;
            lanesOfOwner.remove(lane);
            if (lanesOfOwner.isEmpty()) from.remove(lane.owner);
        }

        boolean hasWorkFor(AgentClass kind) {
            return kind.only.isEmpty() ? remaining > 0 : own.containsKey(kind.only.get());
        }

        /**
         * The first lane of the owner whose turn it is, among those of whom the agent takes more; for an agent that is somebody's, that of the
         * least rank of that owner.
         */
        @Nullable
        Lane head(Agent agent, int sharers) {
            if (agent.kind.only.isPresent()) {
                var mine = own.get(agent.kind.only.get());
                return mine == null ? null : mine.first();
            }
            Lane best = null;
            for (var queue : queues.values()) {
                var lane = queue.first();
                if (agent.roomFor(lane, sharers) > 0 && (best == null || TURN.compare(lane, best) < 0)) best = lane;
            }
            return best;
        }
    }

    /** Agents that offer the same set, have the same amounts, and are for the same people. */
    private static final class AgentClass {
        final Stand stand;
        final Equipment has;
        final Optional<Owner> only;
        final List<SetQueue> sets = new ArrayList<>();
        final TreeSet<Agent> idle = new TreeSet<>(
                Comparator.comparingLong((Agent agent) -> agent.turn).thenComparingLong(agent -> agent.id.value()));
        final LinkedHashSet<Agent> spare = new LinkedHashSet<>();
        int size;
        int slots;
        boolean isIdle;
        boolean isSpare;

        AgentClass(Stand stand) {
            this.stand = stand;
            this.has = stand.has;
            this.only = stand.only;
        }

        boolean isFor(Owner owner) {
            return only.isEmpty() || only.get().equals(owner);
        }

        /** The agent that is idle longest among those that have enough left for something that waits. */
        @Nullable
        Agent firstWithRoom(long round) {
            for (var agent : idle) {
                if (agent.passedIn == round) continue;
                for (var set : sets) {
                    if (set.hasWorkFor(this) && agent.left.covers(set.wanted.amounts)) return agent;
                }
            }
            return null;
        }

        boolean hasRoomFor(SetQueue set) {
            return idle.stream().anyMatch(agent -> agent.left.covers(set.wanted.amounts));
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

    private static final class Agent {
        final SessionId id;
        final AgentClass kind;
        int slots;
        int prefetch;
        final int allSlots;
        long turn;
        Amounts left;
        /** Chains that it holds of each owner and that are not known to be short. */
        final Map<Owner, Integer> slow = new HashMap<>();
        /** Whose chains need more than is left, and get it as soon as it is. */
        @Nullable
        Lane savesFor;

        /** The last round of placing in which it had nothing to take. */
        long passedIn;

        Agent(SessionId id, AgentClass kind, int allSlots) {
            this.id = id;
            this.kind = kind;
            this.left = kind.has.amounts;
            this.allSlots = allSlots;
        }

        boolean hasRoomFor(SetQueue set) {
            return leftFor(set).covers(set.wanted.amounts);
        }

        /** What is left without what is saved for others. */
        Amounts leftFor(SetQueue set) {
            return savesFor == null || savesFor.set == set ? left : left.minus(savesFor.set.wanted.amounts);
        }

        /** How many chains of the lane it takes while so many owners wait; alone, an owner may have all there is. */
        long roomFor(Lane lane, int sharers) {
            if (sharers <= 1) return Long.MAX_VALUE;
            if (lane.isQuick()) return Math.max(1, prefetch / sharers);
            return Math.max(1L, allSlots / sharers) - slow.getOrDefault(lane.owner, 0);
        }
    }
}
