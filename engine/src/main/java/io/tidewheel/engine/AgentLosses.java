package io.tidewheel.engine;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.LossLimits;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Store;
import io.tidewheel.scheduling.LossCause;
import io.tidewheel.scheduling.LossHistory;
import io.tidewheel.scheduling.Placement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Agents of which nothing is heard any more: when they lose what they hold, and for which reason. */
final class AgentLosses {
    /** How many of the latest attempts of a chain are looked at. */
    private static final int ATTEMPTS_LOOKED_AT = 100;

    private final Store store;
    private final Map<SessionId, LiveSession> sessions;
    private final Placement placement;
    private final AgentLeases leases;
    private final AgentFunding funding;
    private final AgentUsage usage;
    private final EngineCounters counters;
    private final EngineListener listener;
    private final AgentDepartures departures = new AgentDepartures();
    /** Agents have gone since it was last asked. */
    private boolean changed;

    private long lookedNanos;
    private long lookedBeforeNanos;

    AgentLosses(
            Store store,
            Map<SessionId, LiveSession> sessions,
            Placement placement,
            AgentLeases leases,
            AgentFunding funding,
            AgentUsage usage,
            EngineCounters counters,
            EngineListener listener) {
        this.store = store;
        this.sessions = sessions;
        this.placement = placement;
        this.leases = leases;
        this.funding = funding;
        this.usage = usage;
        this.counters = counters;
        this.listener = listener;
    }

    boolean hasChanged() {
        return changed;
    }

    void changeTaken() {
        changed = false;
    }

    /** Nothing is heard from an agent any more; it has so long to come back. */
    void goAway(LiveSession session, long since, Duration patience) {
        session.connected = false;
        session.awaySinceNanos = since;
        session.patience = patience;
        session.atWork = atWork(session);
        departures.note(session);
        session.dropOrder();
        placement.removeAgent(session.id);
        changed = true;
    }

    /** Looks whether an agent has been away for too long. {@code stallNanos} is time in which we ourselves did not listen. */
    void look(Turn turn, LiveSession session, long stallNanos) {
        watch(turn, session);
        session.lastHeardNanos += stallNanos;
        if (!session.connected) session.awaySinceNanos += stallNanos;
        long silent = turn.nanos - session.lastHeardNanos;
        if (session.connected && silent > session.limits.silence().toNanos()) fallSilent(turn, session);
        if (!session.connected) loseLate(turn, session, turn.nanos - session.awaySinceNanos);
        else if (silent > LossLimits.SHORTEST.toNanos()) loseOfImpatientRuns(turn, session, silent);
    }

    private void watch(Turn turn, LiveSession session) {
        if (lookedNanos != turn.nanos) {
            lookedBeforeNanos = lookedNanos == 0 ? turn.nanos : lookedNanos;
            lookedNanos = turn.nanos;
        }
        if (session.connected) departures.watch(turn.nanos, turn.nanos - lookedBeforeNanos);
    }

    private void fallSilent(Turn turn, LiveSession session) {
        session.endedItself = false;
        goAway(session, session.lastHeardNanos, session.limits.silence());
        turn.afterwards(() -> listener.disconnect(session.id, "nothing was heard from the agent for too long"));
    }

    /**
     * Looks after an agent that is away: the attempts for which nobody waits any longer are lost, and when all of them are, so is the
     * agent.
     */
    private void loseLate(Turn turn, LiveSession session, long away) {
        boolean late = away > session.patience.toNanos();
        if (session.joins == 0) session.atWork = atWork(session);
        if (late && !session.givenUp) {
            session.givenUp = true;
            counters.agentsLost.increment();
            var name = session.name();
            turn.afterwards(() -> listener.lost(session.id, name));
        }
        for (var lease : List.copyOf(session.leases.values())) {
            var patience = lease.lane.run.spec.agentSilence().orElse(session.patience);
            if (away > patience.toNanos()) lose(turn, session, lease);
        }
        if (!late || !session.leases.isEmpty()) return;
        sessions.remove(session.id);
        changed = true;
    }

    /**
     * Takes attempts from an agent that is silent, but not yet for too long: only those of runs that are not ready to wait for so long.
     */
    private void loseOfImpatientRuns(Turn turn, LiveSession session, long silent) {
        for (var lease : List.copyOf(session.leases.values())) {
            var patience = lease.lane.run.spec.agentSilence();
            if (patience.isEmpty() || silent <= patience.get().toNanos()) continue;
            session.atWork = atWork(session);
            session.lost.put(lease.lease.chain(), lease.lease.attempt());
            lose(turn, session, lease);
            // Nothing more is given to it until it is heard again.
            placement.pause(session.id);
        }
    }

    private void lose(Turn turn, LiveSession session, LiveLease lease) {
        leases.release(session, lease);
        funding.paidTime(session, lease).ifPresent(paid -> usage.lost(session, lease, turn, paid));
        counters.leasesLost.increment();
        if (!session.atWork.contains(lease.lease.chain())) {
            leases.giveBack(turn, lease);
            return;
        }
        var history = history(lease);
        var loss = departures.judge(turn, session, lease, history);
        counters.attemptsLost(loss.cause()).increment();
        // Reading all that went is for those only whose end depends on it.
        boolean isSuspect = loss.cause().counts() && lease.lease.losses() + 1 >= leases.poisonAfter(lease.lane.run);
        boolean isAsked = lease.lane.run.spec.poisonAfter().isPresent();
        double chance = isSuspect && !isAsked ? departures.chance(turn, lease, history.and(loss, turn.now)) : 0;
        leases.lost(turn, lease, loss, history.doubtful(), chance);
    }

    /** What the store knows of the losses of a chain, whatever has become of this server meanwhile. What was tried a few times only is not looked at. */
    private LossHistory history(LiveLease lease) {
        int tried = lease.lease.attempt();
        boolean isNew = tried <= LossCause.FEW && tried < leases.poisonAfter(lease.lane.run);
        return isNew ? LossHistory.NONE : LossHistory.of(store.attempts(lease.lease.chain(), ATTEMPTS_LOOKED_AT));
    }

    /**
     * The chains that may be running: those said to be started, and the first ones in order, as many as there are slots. A chain that
     * was with a lost agent before is told of at its start, with all that ended until then: if there is one, it and its kind fill slots.
     */
    private static Set<ChainId> atWork(LiveSession session) {
        var atWork = new HashSet<ChainId>();
        int slots = session.slots();
        for (var lease : session.leases.values()) {
            if (!lease.started) continue;
            atWork.add(lease.lease.chain());
            if (lease.lease.losses() > 0) slots--;
        }
        for (var lease : session.leases.values()) {
            if (!lease.started && slots-- > 0) atWork.add(lease.lease.chain());
        }
        return atWork;
    }
}
