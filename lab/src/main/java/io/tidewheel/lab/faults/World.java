package io.tidewheel.lab.faults;

import io.tidewheel.engine.AgentInfo;
import io.tidewheel.engine.AgentReport;
import io.tidewheel.engine.EndedChain;
import io.tidewheel.engine.Engine;
import io.tidewheel.engine.Held;
import io.tidewheel.engine.Order;
import io.tidewheel.engine.Outlet;
import io.tidewheel.engine.Refusal;
import io.tidewheel.engine.RunStatus;
import io.tidewheel.engine.Settings;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.Database;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Everything around the engine: the server that hosts it, the agents, the network and the store, all under one clock and one seed. */
final class World implements Outlet {
    private static final Duration TICK = Duration.ofMillis(100);
    private static final int TURNS_AT_ONCE = 1_000;

    private record Peer(SimAgent agent, SimAgent.Connection connection) {}

    private final VirtualTime time;
    private final RandomGenerator random;
    private final Settings settings;
    private final FaultyStore store;
    private final Network network;
    private final Oracles oracles;
    private final List<SimAgent> agents = new ArrayList<>();
    private final Map<SessionId, Peer> peers = new LinkedHashMap<>();
    private final Map<ChainId, Integer> attemptsDone = new HashMap<>();
    private final Map<ChainId, Integer> starts = new HashMap<>();
    private @Nullable Engine engine;
    private boolean crankScheduled;
    private int serverLife;
    private long turns;
    private long restarts;
    private long traceHash = 1125899906842597L;

    World(VirtualTime time, RandomGenerator random, Settings settings, Database database) {
        this.time = time;
        this.random = random;
        this.settings = settings;
        this.store = new FaultyStore(database.store(), random);
        this.network = new Network(time, random);
        this.oracles = new Oracles(database.archive(), store);
    }

    VirtualTime time() {
        return time;
    }

    Network network() {
        return network;
    }

    Oracles oracles() {
        return oracles;
    }

    List<SimAgent> agents() {
        return agents;
    }

    FaultyStore store() {
        return store;
    }

    long turns() {
        return turns;
    }

    long restarts() {
        return restarts;
    }

    long traceHash() {
        return traceHash;
    }

    Map<ChainId, Integer> starts() {
        return starts;
    }

    void hazards(Hazards now) {
        store.hazards(now);
        network.hazards(now);
    }

    void trace(String event) {
        for (int i = 0; i < event.length(); i++) traceHash = 31 * traceHash + event.charAt(i);
        traceHash = 31 * traceHash + time.nanos();
    }

    /** The engine, if the server is up and its store works. */
    Optional<Engine> engine() {
        return Optional.ofNullable(engine);
    }

    // --- the server ---

    void startServer() {
        int same = serverLife;
        try {
            engine = new Engine("lab", store, time, random, settings, this, this::wake);
            trace("server up");
            tick(same);
            wake();
        } catch (StoreFailure broken) {
            trace("server could not start");
            time.after(Duration.ofMillis(200), () -> {
                if (serverLife == same) startServer();
            });
        }
    }

    /** Everything in the server's memory is gone; connections break; it comes back later. */
    void killServer(Duration downFor) {
        if (engine == null) return;
        trace("server killed");
        loseServer(downFor);
    }

    private void loseServer(Duration downFor) {
        engine = null;
        serverLife++;
        restarts++;
        int same = serverLife;
        var cut = List.copyOf(peers.values());
        peers.clear();
        for (var peer : cut) {
            peer.connection.cut();
            time.after(Duration.ofMillis(1 + random.nextInt(50)), () -> peer.agent.closed(peer.connection));
        }
        time.after(downFor, () -> {
            if (serverLife == same) startServer();
        });
    }

    private void wake() {
        if (crankScheduled) return;
        crankScheduled = true;
        time.after(Duration.ofNanos(50_000 + random.nextInt(500_000)), () -> {
            crankScheduled = false;
            crank();
        });
    }

    private void tick(int same) {
        time.after(TICK, () -> {
            if (serverLife != same || engine == null) return;
            wake();
            tick(same);
        });
    }

    private void crank() {
        var current = engine;
        if (current == null) return;
        boolean more = true;
        for (int i = 0; more; i++) {
            if (i > TURNS_AT_ONCE) throw new AssertionError("O4: the engine does not come to rest");
            more = current.runOnce();
            turns++;
            if (current.hasFailed()) {
                trace("store failed");
                loseServer(Duration.ofMillis(50 + random.nextInt(500)));
                return;
            }
        }
        if (current.counters().claimsMissed.sum() > 0)
            throw new AssertionError("the engine counts more ready chains than there are");
        oracles.afterTurn(this, turns);
        if (current.hasFailed()) loseServer(Duration.ofMillis(50 + random.nextInt(500)));
    }

    // --- what agents do ---

    void hello(SimAgent agent, SimAgent.Connection connection, AgentInfo info, List<Held> holding) {
        var current = engine;
        if (current == null || !connection.open) {
            connection.cut();
            time.after(Duration.ofMillis(10), () -> agent.closed(connection));
            return;
        }
        var before = peers.put(info.session(), new Peer(agent, connection));
        if (before != null && before.connection != connection) before.connection.cut();
        trace("hello " + info.session());
        expectAnswer(current.join(info, holding));
    }

    void report(SessionId session, SimAgent.Connection connection, AgentReport report) {
        var peer = peers.get(session);
        if (engine == null || peer == null || peer.connection != connection) return;
        expectAnswer(engine.report(session, report));
        if (report.sequence() == 0) connection.down.carry(() -> peer.agent.heard(connection));
    }

    /** What agents send is never refused, except by a server that goes down. */
    private void expectAnswer(CompletableFuture<Void> answer) {
        var _ = answer.whenComplete((_, failed) -> {
            if (failed == null) return;
            var cause = failed.getCause() == null ? failed : failed.getCause();
            boolean down = cause instanceof Refusal refusal && refusal.kind() == Refusal.Kind.UNAVAILABLE;
            if (!down) oracles.bug(cause);
        });
    }

    /** The agent's side is gone; the server sees it a moment later. */
    void connectionClosed(SessionId session, SimAgent.Connection connection) {
        connection.cut();
        time.after(Duration.ofMillis(1 + random.nextInt(20)), () -> {
            var peer = peers.get(session);
            if (peer == null || peer.connection != connection) return;
            peers.remove(session);
            if (engine != null) engine.leave(session);
        });
    }

    void started(ChainId chain, int attempt) {
        starts.merge(chain, 1, Integer::sum);
        trace("started " + chain + ":" + attempt);
    }

    boolean attemptFails(ChainId chain, SimTask task) {
        return attemptsDone.merge(chain, 1, Integer::sum) <= task.failures();
    }

    // --- what the engine says ---

    @Override
    public void order(SessionId agent, Order order) {
        var peer = peers.get(agent);
        if (peer != null) peer.connection.down.carry(() -> peer.agent.order(peer.connection, order));
    }

    @Override
    public void disconnect(SessionId agent, String why) {
        var peer = peers.remove(agent);
        if (peer == null) return;
        trace("disconnect " + agent);
        peer.connection.cut();
        time.after(Duration.ofMillis(5), () -> peer.agent.closed(peer.connection));
        // Closing the connection is what makes a real server's reader say goodbye.
        if (engine != null) engine.leave(agent);
    }

    @Override
    public void ended(RunId run, List<EndedChain> chains) {
        for (var chain : chains)
            trace("ended " + run + "/" + chain.index() + " " + chain.state() + " " + chain.reason());
    }

    @Override
    public void changed(RunStatus run) {
        oracles.status(run);
    }
}
