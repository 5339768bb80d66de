package io.tidewheel.engine;

import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.ClaimedChain;
import io.tidewheel.model.Lease;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Store;
import io.tidewheel.model.Time;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.scheduling.LaneGrant;
import io.tidewheel.scheduling.Placement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns the decisions of the placement into leases: first the claims, which are committed, then what agents are told to do. */
final class LeaseGranter {
    private final Store store;
    private final Time time;
    private final EngineSettings settings;
    private final Placement placement;
    private final UnfinishedRuns runs;
    private final AgentSessions agents;
    private final EngineCounters counters;

    LeaseGranter(
            Store store,
            Time time,
            EngineSettings settings,
            Placement placement,
            UnfinishedRuns runs,
            AgentSessions agents,
            EngineCounters counters) {
        this.store = store;
        this.time = time;
        this.settings = settings;
        this.placement = placement;
        this.runs = runs;
        this.agents = agents;
        this.counters = counters;
    }

    /**
     * Chooses which chains go to which agents, and puts the claims into the turn. Answers how many chains of each lane were granted; whether
     * all of them are really ours is known after the commit.
     */
    Map<LiveLane, Integer> place(Turn turn) {
        long start = time.nanos();
        var grants = placement.place(settings.chainsPerTurn());
        var byLane = new LinkedHashMap<LiveLane, List<TurnChanges.Share>>();
        for (var grant : grants) {
            var session = agents.find(grant.agent());
            if (session != null) turn.served.add(session);
            byLane.computeIfAbsent(laneOf(grant), _ -> new ArrayList<>())
                    .add(new TurnChanges.Share(grant.agent(), grant.count()));
        }
        var granted = new LinkedHashMap<LiveLane, Integer>();
        byLane.forEach((lane, shares) -> {
            int count = 0;
            for (var share : shares) count += share.count();
            granted.put(lane, count);
            markStarted(turn, lane.run);
            if (lane.claimsAreDurable()) claim(turn, lane, shares, count);
            else leaseFromMemory(turn, lane, shares, count);
        });
        makeAheadWhereClaimsAreNotDurable(turn);
        if (!grants.isEmpty()) counters.placement.record(time.nanos() - start);
        int placed = 0;
        for (int count : granted.values()) placed += count;
        turn.moreToPlace = placed >= settings.chainsPerTurn();
        return granted;
    }

    private LiveLane laneOf(LaneGrant grant) {
        var lane = runs.lane(grant.lane());
        if (lane == null) throw new IllegalStateException("granted chains of the unknown lane " + grant.lane());
        return lane;
    }

    /** Writes down that work on a run has begun. */
    void markStarted(Turn turn, LiveRun run) {
        if (run.hasStarted) return;
        run.hasStarted = true;
        run.state = UnfinishedRuns.shownState(run);
        turn.changes
                .runUpdates()
                .add(TurnChanges.RunUpdate.of(run.id).withState(run.state).withStarted(turn.now));
        turn.touched.add(run);
    }

    /**
     * Claims chains in the commit of this turn; chains of an array that are still to be made are made before. Where other servers lease from
     * the array, more are always there than this one may lock with its next claim: whoever found none would have to make some, against one that does so all the
     * time.
     */
    private void claim(Turn turn, LiveLane lane, List<TurnChanges.Share> shares, int count) {
        int left = store.shared() ? count + settings.arrayBatch() : 0;
        if (lane.ready < count + left) {
            int missing = (int) (count + left - lane.ready);
            int make = (int) Math.min(lane.run.unmade(), Math.max(missing, settings.arrayBatch()));
            if (make > 0) {
                runs.make(turn, lane, lane.run.makeNext(make, turn.now));
                counters.chainsSubmitted.add(make);
            }
        }
        lane.ready -= count;
        turn.changes.claims().add(new TurnChanges.Claim(lane.id, shares, turn.now));
    }

    /** At-least-once: the store is only read; who runs what is known in memory alone. */
    private void leaseFromMemory(Turn turn, LiveLane lane, List<TurnChanges.Share> shares, int count) {
        var found = peek(turn, lane, shares.getFirst().session(), count);
        lane.ready -= count;
        var next = found.iterator();
        for (var share : shares) {
            for (int i = 0; i < share.count() && next.hasNext(); i++) {
                turn.leasedFromMemory.add(next.next().to(share.session()));
            }
        }
    }

    /** At most so many ready chains that nobody has. */
    private List<ClaimedChain> peek(Turn turn, LiveLane lane, SessionId session, int count) {
        var found = new ArrayList<ClaimedChain>(count);
        while (found.size() < count) {
            var page = store.peek(lane.id, lane.nextIndex, Math.max(256, count), session, turn.now);
            for (var chain : page) {
                if (found.size() == count) break;
                lane.nextIndex = chain.index() + 1;
                boolean taken = lane.inFlight.containsKey(chain.chain()) || turn.settling.contains(chain.chain());
                if (!taken) found.add(chain);
            }
            if (page.isEmpty()) break;
        }
        return found;
    }

    /** Makes chains of arrays that are leased from memory: those must be in the store before they can be granted. */
    private void makeAheadWhereClaimsAreNotDurable(Turn turn) {
        for (var run : runs.arraysMadeAhead()) {
            var lane = run.lanes.getFirst();
            if (lane.ready >= settings.chainsPerTurn() / 2 || !run.mayStartWork()) continue;
            int make = (int) Math.min(run.unmade(), Math.max(settings.chainsPerTurn(), settings.arrayBatch()));
            if (make == 0) continue;
            runs.make(turn, lane, run.makeNext(make, turn.now));
            counters.chainsSubmitted.add(make);
        }
    }

    /** Hands out what was really claimed. Fewer than granted means that another server won some: memory is corrected from the store. */
    void lease(Turn turn, Map<LiveLane, Integer> granted, List<ClaimedChain> claimed) {
        var missing = new LinkedHashMap<>(granted);
        var before = new HashMap<LiveSession, Integer>();
        turn.served.forEach(session -> before.put(session, session.leases.size()));
        for (var chain : turn.leasedFromMemory) lease(turn, chain, false, missing);
        for (var chain : claimed) lease(turn, chain, true, missing);
        missing.forEach((lane, count) -> {
            if (count > 0) {
                if (lane.claimsAreDurable()) counters.claimsMissed.add(count);
                placement.running(lane.id, -count);
                turn.recount.add(lane.id.run());
                turn.cameAwayEmpty = true;
            }
        });
        if (!turn.cameAwayEmpty) return;
        before.forEach((session, held) -> {
            if (session.leases.size() == held) agents.cameAwayEmpty(turn, session);
        });
    }

    private void lease(Turn turn, ClaimedChain chain, boolean durable, Map<LiveLane, Integer> missing) {
        var lane = runs.lane(chain.lane());
        var session = agents.find(chain.session());
        if (lane == null || session == null)
            throw new IllegalStateException("claimed %s for nobody".formatted(chain.chain()));
        missing.merge(lane, -1, Integer::sum);
        var lease = new Lease(
                chain.chain(),
                lane.id,
                chain.attempt(),
                chain.failures(),
                chain.losses(),
                chain.session(),
                chain.firstClaimed(),
                durable);
        agents.leases().hold(session, new LiveLease(lease, lane, turn.nanos));
        session.assign(assignment(turn, lane, chain));
        session.triesInVain = 0;
        counters.leasesGranted.increment();
        if (chain.attempt() == 1)
            counters.wait.record(Duration.between(chain.added(), turn.now).toNanos());
    }

    private static Assignment assignment(Turn turn, LiveLane lane, ClaimedChain chain) {
        return new Assignment(
                lane.record(),
                lane.run.spec.kind(),
                lane.run.spec.name(),
                lane.run.spec.owner().name(),
                chain.chain(),
                chain.attempt(),
                chain.parameter(),
                chain.body(),
                timeLeft(turn, lane, chain));
    }

    /** A deadline that has passed leaves a millisecond: the agent then reports it, as it would report one that passes while it runs. */
    private static Duration timeLeft(Turn turn, LiveLane lane, ClaimedChain chain) {
        var deadline = lane.spec.limits().deadline();
        if (deadline.equals(ChainTimeLimits.NO_LIMIT)) return Duration.ZERO;
        var left = Duration.between(turn.now, chain.firstClaimed().plus(deadline));
        return left.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : left;
    }
}
