package io.tidewheel.engine;

import io.tidewheel.model.AgentRecord;
import io.tidewheel.model.AgentState;
import io.tidewheel.model.LossLimits;
import io.tidewheel.model.ServerDescription;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.ServerRecord;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Store;
import io.tidewheel.scheduling.Placement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntSupplier;

/**
 * The agents of all servers of a database. What this server hears of its own is written down when it changes, in batches; what others have
 * written down is read about once a second. So everybody who asks any server is told the same, and knows who is expected back after a server
 * was lost.
 */
final class ClusterAgents {
    /** How long after its server was heard last an agent may still come back, to that server or to another. */
    static final Duration EXPECTED = Duration.ofSeconds(15);

    private static final Duration FORGOTTEN = Duration.ofMinutes(1);
    private static final long WRITE_NANOS = Duration.ofSeconds(1).toNanos();
    /** How soon it is written that an agent comes or goes: earlier than other changes. */
    private static final long WRITE_CHANGES_NANOS = Duration.ofMillis(100).toNanos();
    /** How much an agent does is told of each at most so often, of not more of them at once than a limit. */
    private static final long STANDING_NANOS = Duration.ofSeconds(2).toNanos();

    private static final int MOST_STANDINGS = 1_000;
    /** All agents of a server are not read again and again if it has more of them than this. */
    private static final int FEW = 500;

    private static final Duration BETWEEN_READING_ALL = Duration.ofSeconds(3);

    /** What was written down of an agent, and when. */
    private record Told(AgentRecord agent, long nanos) {}

    /** Another server, and its agents as far as they are known. */
    private static final class Other {
        ServerRecord server;
        final Map<SessionId, AgentRecord> agents = new LinkedHashMap<>();
        long known = -1;
        Instant readWhole = Instant.EPOCH;

        Other(ServerRecord server) {
            this.server = server;
        }

        boolean lives() {
            return server.lives(UnfinishedRuns.SERVER_SILENCE);
        }
    }

    private final Store store;
    private final Placement placement;
    private final Map<SessionId, LiveSession> sessions;
    private final ServerNumber number;
    private final Map<SessionId, Told> told = new LinkedHashMap<>();
    private final Map<Long, Other> others = new TreeMap<>();
    /** The agents in the placement that others hear, or nobody at the moment. */
    private final Map<SessionId, AgentRecord> elsewhere = new HashMap<>();

    private ServerRecord self;
    private ServerRecord selfTold;
    private long lastWriteNanos;
    /** Agents have come or gone since. */
    private boolean pending;

    ClusterAgents(
            Store store,
            Placement placement,
            Map<SessionId, LiveSession> sessions,
            ServerNumber number,
            ServerDescription description,
            Instant now) {
        this.store = store;
        this.placement = placement;
        this.sessions = sessions;
        this.number = number;
        this.self = new ServerRecord(number, description, now, false, 0, 0, 0, Duration.ZERO);
        this.selfTold = self;
    }

    // --- what others see ---

    String ownName() {
        return self.name();
    }

    void describe(ServerDescription description) {
        self = self.describedAs(description);
    }

    boolean isDraining() {
        return self.draining();
    }

    /** All servers, this one included, by their names. */
    List<ServerRecord> servers() {
        var all = new ArrayList<ServerRecord>();
        all.add(self);
        others.values().forEach(other -> all.add(other.server));
        all.sort(Comparator.comparing(ServerRecord::name));
        return all;
    }

    /** The agents of other servers; those of one that is lost are shown as long as they may come back. */
    List<AgentView> ofOthers() {
        var views = new ArrayList<AgentView>();
        for (var other : others.values()) {
            for (var agent : other.agents.values()) {
                if (isHeardHere(agent.session()) || !isExpected(other)) continue;
                var shown = other.lives() ? agent : agent.with(agent.standing().disconnected());
                views.add(AgentView.of(shown, other.server.silentFor(), other.server.name()));
            }
        }
        return views;
    }

    /** How many agents other servers hear. */
    long heardByOthers() {
        long heard = 0;
        for (var other : others.values()) {
            if (!other.lives()) continue;
            for (var agent : other.agents.values())
                if (!isHeardHere(agent.session()) && agent.standing().state() != AgentState.DISCONNECTED) heard++;
        }
        return heard;
    }

    /** The agent is not heard here at the moment, but by another server. */
    boolean isHeardElsewhere(LiveSession session) {
        if (session.connected) return false;
        return others.values().stream().anyMatch(other -> other.lives() && other.agents.containsKey(session.id));
    }

    /** The server that hears an agent, if it is another one and lives. */
    Optional<ServerRecord> serverOf(SessionId session) {
        return others.values().stream()
                .filter(other -> other.lives() && other.agents.containsKey(session))
                .map(other -> other.server)
                .findFirst();
    }

    /** When an agent is given up, whoever hears it. */
    Optional<LossLimits> limits(SessionId session) {
        if (isHeardHere(session))
            return Optional.ofNullable(sessions.get(session)).map(known -> known.limits);
        return others.values().stream()
                .flatMap(other -> Optional.ofNullable(other.agents.get(session)).stream())
                .findFirst()
                .flatMap(AgentRecord::limits);
    }

    private boolean isHeardHere(SessionId session) {
        var known = sessions.get(session);
        return known != null && known.connected;
    }

    private static boolean isExpected(Other other) {
        return other.server.lives(EXPECTED);
    }

    /** The addresses of all servers to which an agent could go, this one first. */
    List<String> addresses() {
        var addresses = new ArrayList<String>();
        for (var server : living()) {
            var address = server.description().address();
            if (!address.isEmpty() && !server.draining()) addresses.add(address);
        }
        return addresses;
    }

    /** How many agents should go to which server, by their addresses. */
    Map<ServerRecord, Integer> moves() {
        return AgentSpread.moves(self, living());
    }

    /** Whether a server that is to be drained has somebody to give its agents and runs to. */
    boolean hasOthersThan(ServerRecord server) {
        return living().stream()
                .anyMatch(other -> !other.draining() && !other.number().equals(server.number()));
    }

    private List<ServerRecord> living() {
        var living = new ArrayList<ServerRecord>();
        living.add(self);
        others.values().stream().filter(Other::lives).forEach(other -> living.add(other.server));
        return living;
    }

    // --- writing ---

    /** Agents that a former life of this server has written down: they are to be written anew, or taken out. */
    void inherit(List<AgentRecord> former) {
        for (var agent : former) told.put(agent.session(), new Told(agent, 0));
    }

    /** Writes all agents of this server down anew, since other servers may have taken what was written for out of date. */
    void writeAllAgain() {
        told.replaceAll((_, before) ->
                new Told(before.agent.with(before.agent.standing().disconnected()), before.nanos));
        selfTold = selfTold.standing(-1, selfTold.told(), selfTold.runs());
    }

    /**
     * Puts into the turn what has changed and is due.
     *
     * @param changed agents have come or gone
     * @param runs counts the runs of which this server makes the chains
     */
    void write(Turn turn, boolean changed, IntSupplier runs) {
        pending |= changed;
        long since = turn.nanos - lastWriteNanos;
        if (since < (pending ? WRITE_CHANGES_NANOS : WRITE_NANOS)) return;
        lastWriteNanos = turn.nanos;
        pending = false;
        var changes = turn.changes.agents();
        var gone = new LinkedHashMap<>(told);
        int standings = 0;
        for (var session : sessions.values()) {
            var info = session.info;
            if (info == null) continue;
            gone.remove(session.id);
            var now = AgentViews.record(session, info, number);
            var before = told.get(session.id);
            if (before != null && isSame(before.agent, now)) {
                if (standings == MOST_STANDINGS || !isDue(before, now, turn.nanos)) continue;
                standings++;
            }
            changes.present().add(now);
            told.put(session.id, new Told(now, turn.nanos));
        }
        gone.keySet().forEach(session -> {
            changes.gone().add(session);
            told.remove(session);
        });
        boolean isTold = !changes.present().isEmpty() || !changes.gone().isEmpty();
        self = self.standing(told.size(), self.told() + (isTold ? 1 : 0), runs.getAsInt());
        if (!self.equals(selfTold)) {
            changes.self(self);
            selfTold = self;
        }
    }

    /** True if nothing has changed but how much it does. */
    private static boolean isSame(AgentRecord before, AgentRecord now) {
        boolean bothWork =
                before.standing().state().works() && now.standing().state().works();
        return (bothWork || before.standing().state() == now.standing().state()) && before.offersAs(now);
    }

    /** Where nobody else reads it, how much an agent does is not written down: it changes all the time. */
    private boolean isDue(Told before, AgentRecord now, long nanos) {
        return store.shared()
                && nanos - before.nanos >= STANDING_NANOS
                && now.standing().differsFrom(before.agent.standing());
    }

    // --- reading ---

    /** Reads what others have written down. Answers the agents of this server that somebody wants to be drained. */
    List<SessionId> read(Turn turn) {
        if (!store.shared()) return List.of();
        var state = store.cluster(number);
        var known = new HashMap<>(others);
        for (var server : state.servers()) {
            if (server.number().equals(number)) {
                if (server.draining() && !self.draining()) self = self.toDrain();
                continue;
            }
            known.remove(server.number().value());
            var other = others.computeIfAbsent(server.number().value(), _ -> new Other(server));
            other.server = server;
            read(turn, other);
        }
        others.keySet().removeAll(known.keySet());
        return state.toDrain();
    }

    private void read(Turn turn, Other other) {
        if (!other.server.lives(FORGOTTEN)) {
            if (other.server.agents() > 0) turn.changes.agents().forgotten().add(other.server.number());
            other.agents.clear();
            return;
        }
        if (other.server.told() > other.known) take(other, store.agentsOf(other.server.number(), other.known));
        boolean isReadOften = other.agents.size() > FEW && turn.now.isBefore(other.readWhole.plus(BETWEEN_READING_ALL));
        if (other.agents.size() == other.server.agents() || isReadOften) return;
        // Some have gone, to nowhere or to another server.
        other.readWhole = turn.now;
        other.agents.clear();
        take(other, store.agentsOf(other.server.number(), -1));
    }

    private void take(Other other, List<AgentRecord> agents) {
        for (var agent : agents) {
            for (var each : others.values()) each.agents.remove(agent.session());
            other.agents.put(agent.session(), agent);
        }
        other.known = other.server.told();
    }

    // --- the placement ---

    /** Tells the placement who else is there, or expected back: nothing is placed there, but it is not said to be missing either. */
    void arrange() {
        var wanted = new HashMap<SessionId, AgentRecord>();
        for (var session : sessions.values()) {
            var info = session.info;
            if (info != null && !session.connected) wanted.put(session.id, AgentViews.record(session, info, number));
        }
        for (var other : others.values()) {
            if (!isExpected(other)) continue;
            for (var agent : other.agents.values()) {
                if (isHeardHere(agent.session())) continue;
                wanted.put(
                        agent.session(),
                        other.lives() ? agent : agent.with(agent.standing().disconnected()));
            }
        }
        for (var agent : List.copyOf(elsewhere.values())) {
            if (wanted.containsKey(agent.session())) continue;
            elsewhere.remove(agent.session());
            placement.removeElsewhere(agent);
        }
        wanted.values().forEach(this::place);
    }

    private void place(AgentRecord agent) {
        var before = elsewhere.put(agent.session(), agent);
        if (agent.equals(before)) return;
        if (before == null || !before.offersAs(agent)) {
            if (before != null) placement.removeElsewhere(before);
            placement.addElsewhere(agent);
        }
        boolean isFree = agent.standing().state().works() && agent.standing().holds() < agent.slots();
        placement.freeElsewhere(agent.session(), isFree, agent.standing().left());
    }
}
