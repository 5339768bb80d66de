package io.tidewheel.engine;

import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.model.AgentRecord;
import io.tidewheel.model.AgentStanding;
import io.tidewheel.model.AgentState;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.ServerNumber;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What others are shown of agents and of what they hold. */
final class AgentViews {
    private static final int MOST_LANES = 10_000;

    private final Collection<LiveSession> sessions;

    /** What agents hold of a lane: what runs, by the names of the agents, and how much waits there for a slot. */
    private static final class HeldOfLane {
        static final HeldOfLane NOTHING = new HeldOfLane();

        final Map<String, SeenLane.OnAgent> running = new LinkedHashMap<>();
        long unstarted;
    }

    AgentViews(Collection<LiveSession> sessions) {
        this.sessions = sessions;
    }

    /** Everything that is leased. */
    List<HeldAttempt> leased() {
        return sessions.stream()
                .flatMap(session -> session.leases.values().stream())
                .map(lease -> new HeldAttempt(lease.lease.chain(), lease.lease.attempt()))
                .toList();
    }

    /**
     * What waits and what runs of each lane, of the oldest runs first, and not of more lanes than a limit. What waits at its agent for a slot
     * waits as well: it would be taken back for an agent that has one.
     */
    List<SeenLane> lanes(Turn turn, Collection<LiveRun> runs) {
        var held = heldByLane(turn);
        var lanes = new ArrayList<SeenLane>();
        for (var run : runs) {
            for (var lane : run.lanes) {
                var here = held.getOrDefault(lane.id, HeldOfLane.NOTHING);
                // What is not made yet of an array waits in its first lane.
                long unmade = lane.id.number() == 0 ? run.unmade() : 0;
                long ready = run.mayStartWork() ? lane.ready + unmade + here.unstarted : 0;
                if (ready == 0 && here.running.isEmpty()) continue;
                if (lanes.size() >= MOST_LANES) return lanes;
                lanes.add(seen(lane, ready, here));
            }
        }
        return lanes;
    }

    private Map<LaneId, HeldOfLane> heldByLane(Turn turn) {
        var held = new HashMap<LaneId, HeldOfLane>();
        for (var session : sessions) {
            int slots = session.slots();
            for (var lease : session.leases.values()) {
                var ofLane = held.computeIfAbsent(lease.lane.id, _ -> new HeldOfLane());
                if (slots-- <= 0 && !lease.started) {
                    ofLane.unstarted++;
                    continue;
                }
                var one = new SeenLane.OnAgent(session.name(), 1, since(turn, lease));
                ofLane.running.merge(session.name(), one, SeenLane.OnAgent::plus);
            }
        }
        return held;
    }

    private static SeenLane seen(LiveLane lane, long ready, HeldOfLane here) {
        var spec = lane.run.spec;
        return new SeenLane(
                lane.id,
                spec.owner(),
                spec.priority(),
                lane.run.created,
                spec.deadline(),
                lane.spec.requires(),
                lane.spec.needs(),
                AgentUsage.kind(lane),
                ready,
                List.copyOf(here.running.values()));
    }

    /** Two clocks never agree to the nanosecond: what has not changed should look the same, so it is whole milliseconds. */
    private static Instant since(Turn turn, LiveLease lease) {
        long began = lease.started ? lease.startedNanos : lease.sinceNanos;
        var exact = turn.now.minusNanos(Math.max(0, turn.nanos - began));
        return Instant.ofEpochMilli(exact.toEpochMilli());
    }

    /** The agents that are heard here, and those that are expected back. */
    List<AgentView> agents(Turn turn, ClusterAgents cluster) {
        var views = new ArrayList<AgentView>(sessions.size());
        for (var session : sessions) {
            var info = session.info;
            if (info == null || cluster.isHeardElsewhere(session)) continue;
            var silent = Duration.ofNanos(turn.nanos - session.lastHeardNanos);
            views.add(AgentView.of(record(session, info, turn.changes.server()), silent, cluster.ownName()));
        }
        views.addAll(cluster.ofOthers());
        return views;
    }

    /** How many agents are heard here. */
    long heard() {
        return sessions.stream()
                .filter(session -> session.connected && session.info != null)
                .count();
    }

    /** An agent as it is written down. */
    static AgentRecord record(LiveSession session, AgentDescription info, ServerNumber self) {
        return new AgentRecord(
                session.id,
                self,
                info.name(),
                info.host(),
                info.offers(),
                info.undecided(),
                info.has(),
                info.slots(),
                info.only(),
                session.since,
                Optional.of(session.limits),
                new AgentStanding(
                        stateOf(session),
                        session.leases.size(),
                        session.credit,
                        left(session),
                        session.finishedTotal,
                        session.leases.isEmpty()
                                ? Optional.empty()
                                : Optional.of(session.leases.firstEntry().getKey()),
                        session.load));
    }

    private static Amounts left(LiveSession session) {
        var left = session.has();
        if (left.equals(Amounts.UNLIMITED)) return left;
        for (var lease : session.leases.values()) left = left.minus(lease.lane.spec.needs());
        return left;
    }

    private static AgentState stateOf(LiveSession session) {
        if (!session.connected) return AgentState.DISCONNECTED;
        if (session.asideUntilNanos != 0) return AgentState.ASIDE;
        if (session.draining) return AgentState.DRAINING;
        return session.leases.isEmpty() ? AgentState.IDLE : AgentState.BUSY;
    }

    /** The work of runs that have a budget of their own. */
    List<FleetWork.Limited> limited(Turn turn, Collection<LiveRun> all) {
        var limited = new ArrayList<FleetWork.Limited>();
        for (var run : all) {
            if (run.spec.budget().isEmpty()) continue;
            limited.add(new FleetWork.Limited(
                    run.id, run.spec.owner(), run.spec.budget().get(), lanes(turn, List.of(run)), turn.now));
        }
        return limited;
    }
}
