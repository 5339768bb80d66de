package io.tidewheel.experiments.faults;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.controllers.RunController;
import io.tidewheel.controllers.jobs.EqualShare;
import io.tidewheel.controllers.jobs.ForwardedReports;
import io.tidewheel.controllers.jobs.PartitionReports;
import io.tidewheel.controllers.kinds.ControllersByKind;
import io.tidewheel.engine.AgentDeparture;
import io.tidewheel.engine.AgentDescription;
import io.tidewheel.engine.AgentOrder;
import io.tidewheel.engine.AgentReport;
import io.tidewheel.engine.EndedChain;
import io.tidewheel.engine.Engine;
import io.tidewheel.engine.EngineCounters;
import io.tidewheel.engine.EngineListener;
import io.tidewheel.engine.EngineSettings;
import io.tidewheel.engine.HeldAttempt;
import io.tidewheel.engine.RunStatus;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.ServerNote;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Share;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A server: the real engine on a store of its own, with the connections of agents; it can be killed and comes back. */
final class SimServer implements EngineListener {
    private static final Duration TICK = Duration.ofMillis(100);
    private static final Duration SITES = Duration.ofSeconds(1);
    private static final int NOTES_AT_ONCE = 4_096;
    private static final int TURNS_AT_ONCE = 1_000;

    private record Peer(SimAgent agent, SimAgent.Connection connection) {}

    private final String name;
    private final FaultWorld world;
    private final VirtualTime time;
    private final RandomGenerator random;
    private final EngineSettings settings;
    private final FaultyStore store;
    private final SiteEndpoint sites;
    private final Map<SessionId, Peer> peers = new LinkedHashMap<>();
    private @Nullable Engine engine;
    private ForwardedReports reports;

    private boolean crankScheduled;
    private int life;
    private long turns;
    private long restarts;

    SimServer(String name, FaultWorld world, RandomGenerator random, EngineSettings settings, FaultyStore store) {
        this.name = name;
        this.world = world;
        this.time = world.time();
        this.random = random;
        this.settings = settings;
        this.store = store;
        this.sites = new SiteEndpoint(world.sites(), this::engine, this::expectAnswer, time.instant());
        this.reports = new ForwardedReports(false);
    }

    String name() {
        return name;
    }

    /** The engine, if the server is up and its store works. */
    Optional<Engine> engine() {
        return Optional.ofNullable(engine);
    }

    FaultyStore store() {
        return store;
    }

    /** Where foreign sites come in. */
    SiteEndpoint sites() {
        return sites;
    }

    long turns() {
        return turns;
    }

    long restarts() {
        return restarts;
    }

    void start() {
        int same = life;
        boolean shared = world.servers().size() > 1;
        reports = new ForwardedReports(shared);
        try {
            var jobs = world.jobs();
            var controllers = new ControllersByKind(
                    jobs.clock(), jobs.controllers(), this::open, Optional.of(sites.controller()));
            engine = new Engine(
                    name, store, time, random, settings, this, this::wake, new EngineCounters(), controllers);
            world.trace(name + " up");
            tick(same);
            if (shared) exchange(same);
            if (!world.foreignSites().isEmpty()) tickSites(same);
            wake();
        } catch (StoreFailure broken) {
            world.trace(name + " could not start");
            time.after(Duration.ofMillis(200), () -> {
                if (life == same) start();
            });
        }
    }

    private RunController open(RunId run, RunSpec spec, Payload document) {
        return world.workflows().isDrawn(spec)
                ? world.workflows().open(run, spec, document)
                : SimController.open(document);
    }

    /** Everything in its memory is gone; connections break; it comes back later. */
    void kill(Duration downFor) {
        if (engine == null) return;
        world.trace(name + " killed");
        sites.forget(time.instant());
        goDown(downFor);
    }

    /** Killed, and never started again. */
    void lose() {
        world.trace(name + " lost for good");
        sites.forget(time.instant());
        fall();
    }

    private void goDown(Duration downFor) {
        fall();
        int same = life;
        time.after(downFor, () -> {
            if (life == same) start();
        });
    }

    private void fall() {
        engine = null;
        life++;
        restarts++;
        var cut = List.copyOf(peers.values());
        peers.clear();
        for (var peer : cut) {
            peer.connection.cut();
            time.after(Duration.ofMillis(1 + random.nextInt(50)), () -> peer.agent.closed(peer.connection));
        }
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
            if (life != same || engine == null) return;
            wake();
            tick(same);
        });
    }

    private void tickSites(int same) {
        time.after(SITES, () -> {
            if (life != same || engine == null) return;
            sites.tick();
            tickSites(same);
        });
    }

    private void crank() {
        var current = engine;
        if (current == null) return;
        boolean more = true;
        for (int i = 0; more; i++) {
            if (i > TURNS_AT_ONCE) throw new AssertionError("O4: the engine does not come to rest");
            long failures = store.failures();
            more = current.runOnce();
            turns++;
            if (current.hasFailed()) {
                if (store.failures() == failures)
                    throw new AssertionError("contention is not a failure: " + current.failure());
                world.trace(name + ": store failed");
                goDown(Duration.ofMillis(50 + random.nextInt(500)));
                return;
            }
        }
        world.afterTurn(this, current);
        if (current.hasFailed()) goDown(Duration.ofMillis(50 + random.nextInt(500)));
    }

    // --- what agents do ---

    void hello(SimAgent agent, SimAgent.Connection connection, AgentDescription info, List<HeldAttempt> holding) {
        var current = engine;
        if (current == null || !connection.open) {
            connection.cut();
            time.after(Duration.ofMillis(10), () -> agent.closed(connection));
            return;
        }
        var before = peers.put(info.session(), new Peer(agent, connection));
        if (before != null && before.connection != connection) before.connection.cut();
        world.trace("hello " + info.session());
        expectAnswer(current.join(info, holding));
    }

    void report(SessionId session, SimAgent.Connection connection, AgentReport report) {
        var peer = peers.get(session);
        if (engine == null || peer == null || peer.connection != connection) return;
        expectAnswer(engine.report(session, report));
        if (report.sequence() == 0) connection.down.carry(() -> peer.agent.heard(connection));
    }

    /** An agent tells how far a partition is. */
    void progress(SessionId session, SimAgent.Connection connection, Progress news) {
        var peer = peers.get(session);
        if (engine == null || peer == null || peer.connection != connection) return;
        answer(engine.take(reports.told(session, peer.agent.name(), List.of(news))), peer);
    }

    private void answer(CompletableFuture<PartitionReports.Answers> asked, Peer peer) {
        expectAnswer(asked.thenAccept(answers -> {
            answers.shares().forEach(share -> tell(peer, share));
            for (var alone : answers.elsewhere()) tell(peer, EqualShare.of(alone, world.archive()));
        }));
    }

    private static void tell(Peer peer, Share share) {
        peer.connection.down.carry(() -> peer.agent.share(peer.connection, share));
    }

    /** Carries notes between servers that share a store, now and then. */
    private void exchange(int same) {
        time.after(Duration.ofMillis(150 + random.nextInt(350)), () -> {
            if (life != same || engine == null) return;
            exchange(engine);
            exchange(same);
        });
    }

    private void exchange(Engine current) {
        long self = current.number().value();
        expectAnswer(current.take(reports.mail(self)).thenAccept(mail -> {
            world.archive().leave(mail.leaving());
            var asked = world.archive().take(ServerNote.KEEPER, mail.kept(), NOTES_AT_ONCE);
            if (!asked.isEmpty())
                expectAnswer(current.take(reports.asked(asked))
                        .thenAccept(answered -> world.archive().leave(answered.leaving())));
            if (!mail.waits()) return;
            var answers = world.archive().take(self, NOTES_AT_ONCE);
            if (!answers.isEmpty())
                expectAnswer(current.take(reports.answered(answers))
                        .thenAccept(words -> words.forEach(word -> here(word.agent(), share(word.word())))));
        }));
    }

    @Override
    public void tell(SessionId agent, Payload word) {
        reports.tell(agent, share(word), this::here);
    }

    private boolean here(SessionId agent, Share share) {
        var peer = peers.get(agent);
        if (peer == null) return false;
        tell(peer, share);
        return true;
    }

    private static Share share(Payload word) {
        try {
            return Share.parseFrom(word.bytes());
        } catch (InvalidProtocolBufferException strange) {
            throw new AssertionError("a controller tells what cannot be read", strange);
        }
    }

    /** What agents send is never refused, except by a server that goes down. */
    private void expectAnswer(CompletableFuture<?> answer) {
        var _ = answer.whenComplete((_, failed) -> {
            if (failed == null) return;
            var cause = failed.getCause() == null ? failed : failed.getCause();
            boolean down = cause instanceof Refusal refusal && refusal.kind() == Refusal.Kind.UNAVAILABLE;
            if (!down) world.oracles().bug(cause);
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

    // --- what the engine says ---

    @Override
    public void order(SessionId agent, AgentOrder order) {
        var peer = peers.get(agent);
        if (peer != null) peer.connection.down.carry(() -> peer.agent.order(peer.connection, order));
    }

    @Override
    public void disconnect(SessionId agent, String why) {
        var peer = peers.remove(agent);
        if (peer == null) return;
        world.trace("disconnect " + agent);
        peer.connection.cut();
        time.after(Duration.ofMillis(5), () -> peer.agent.closed(peer.connection));
        // Closing the connection is what makes a real server's reader say goodbye.
        if (engine != null) engine.leave(agent, AgentDeparture.CLOSED);
    }

    @Override
    public void ended(RunId run, List<EndedChain> chains) {
        for (var chain : chains) {
            world.trace("ended " + run + "/" + chain.index() + " " + chain.state() + " " + chain.reason());
            world.history().told(run, chain);
        }
    }

    @Override
    public void changed(RunStatus run) {
        world.oracles().status(run);
    }
}
