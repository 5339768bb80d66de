package io.tidewheel.engine;

import io.tidewheel.model.Actor;
import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.ServerRecord;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Store;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What an engine does as one of several on a store: it says that it lives, evens out agents, takes over from those that are lost, and drains. */
final class ClusterMember {
    private static final long BEAT_NANOS = Duration.ofSeconds(1).toNanos();
    /** A beat that comes later than this is late: other servers may have given this one up. */
    private static final long LATE_BEAT_NANOS =
            UnfinishedRuns.SERVER_SILENCE.dividedBy(2).toNanos();
    /** Where moved agents are is known to all by then. */
    private static final long SPREAD_NANOS = Duration.ofSeconds(4).toNanos();

    /**
     * How many agents are sent to a server at a time: for each of them it reads in its turn what the agent holds, which takes about half
     * a millisecond.
     */
    private static final int MOST_MOVED = 500;

    private final Store store;
    private final ServerNumber number;
    private final UnfinishedRuns runs;
    private final AgentSessions agents;
    private final ClusterAgents cluster;
    private final EngineListener listener;
    private long lastBeatNanos;
    private long lastSpreadNanos;
    private List<String> toldAddresses = List.of();
    private volatile boolean draining;

    ClusterMember(
            Store store,
            ServerNumber number,
            UnfinishedRuns runs,
            AgentSessions agents,
            ClusterAgents cluster,
            EngineListener listener,
            long nanos) {
        this.store = store;
        this.number = number;
        this.runs = runs;
        this.agents = agents;
        this.cluster = cluster;
        this.listener = listener;
        this.lastBeatNanos = nanos;
        agents.isHeardElsewhere(session -> cluster.serverOf(session).isPresent());
    }

    boolean isDraining() {
        return draining;
    }

    /** Learns who was here before, and who is elsewhere. */
    void begin(Turn turn) {
        agents.adopt(
                turn, store.orphanedLeases(number, store.shared() ? UnfinishedRuns.SERVER_SILENCE : Duration.ZERO));
        var former = store.agentsOf(number, -1);
        agents.expect(turn, former);
        cluster.inherit(former);
        cluster.read(turn);
        cluster.arrange();
    }

    /** True if it was time to look at the others: what is offered may have changed then. */
    boolean beat(Turn turn) {
        if (!store.shared() || turn.nanos - lastBeatNanos < BEAT_NANOS) return false;
        boolean late = turn.nanos - lastBeatNanos > LATE_BEAT_NANOS;
        lastBeatNanos = turn.nanos;
        store.beat(number, turn.now);
        if (late) {
            agents.doubtAll();
            cluster.writeAllAgain();
        }
        for (var agent : cluster.read(turn))
            Optional.ofNullable(agents.find(agent)).ifPresent(agents::drain);
        cluster.arrange();
        spread(turn);
        if (!draining) runs.controlled().keepAll(turn);
        agents.adopt(turn, store.orphanedLeases(number, UnfinishedRuns.SERVER_SILENCE));
        agents.leases().lookForDueOfOthers();
        return true;
    }

    /** Agents are told which servers there are, and go where there are fewer; a server that drains gives all of them away. */
    private void spread(Turn turn) {
        var addresses = cluster.addresses();
        if (!addresses.equals(toldAddresses)) agents.tellServers(addresses);
        toldAddresses = addresses;
        if (cluster.isDraining() && !draining) listener.draining();
        draining = cluster.isDraining();
        agents.moves().noteArrivals(session -> cluster.serverOf(session).isPresent());
        // Whoever gives all away need not know where they are: the next ones go with the next beat.
        boolean isEarly = turn.nanos - lastSpreadNanos < SPREAD_NANOS || AgentMoves.areMoving(agents.all());
        if (isEarly && !draining) return;
        lastSpreadNanos = turn.nanos;
        cluster.moves()
                .forEach((server, count) ->
                        agents.move(turn, server.description().address(), Math.min(count, MOST_MOVED), draining));
    }

    /** Called while memory and store agree. */
    void giveAway(Turn turn) {
        if (draining) runs.controlled().giveAway(turn);
    }

    void requireStaying() {
        if (!draining) return;
        throw new Refusal(
                Refusal.Kind.UNAVAILABLE,
                "server %s is being drained: go to another one, such as %s"
                        .formatted(cluster.ownName(), String.join(", ", cluster.addresses())));
    }

    /** Asks a server to drain. */
    void drain(Turn turn, String name, Actor actor) {
        var server = cluster.servers().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new Refusal(
                        Refusal.Kind.NOT_FOUND,
                        "there is no server '%s': list them with: tidewheel server ls".formatted(name)));
        requireTaker(server);
        turn.changes.agents().drainedServers().add(server.number());
        turn.changes.audit().add(new AuditEntry(turn.now, actor.who(), "drain", "server " + name, ""));
    }

    private void requireTaker(ServerRecord server) {
        if (cluster.hasOthersThan(server)) return;
        throw new Refusal(
                Refusal.Kind.CONFLICT,
                "nobody could take what server '%s' has: start another server on this database first, or just stop it"
                        .formatted(server.name()));
    }

    /** Asks an agent to drain, whoever hears it. */
    void drain(Turn turn, SessionId agent, Actor actor) {
        var session = agents.find(agent);
        boolean isHere = session != null && session.connected;
        if (!isHere && cluster.serverOf(agent).isPresent()) {
            turn.changes.agents().drained().add(agent);
        } else if (session == null) {
            throw new Refusal(Refusal.Kind.NOT_FOUND, "no agent with the session %s is present".formatted(agent));
        } else {
            agents.drain(session);
        }
        var name = session == null ? agent.toString() : session.name();
        turn.changes.audit().add(new AuditEntry(turn.now, actor.who(), "drain", "agent " + name, ""));
    }
}
