package io.tidewheel.agent;

import io.tidewheel.agent.files.FileTransfers;
import io.tidewheel.agent.runtime.CommandEnd;
import io.tidewheel.agent.runtime.StopSwitch.Urgency;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.CountedNoun;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.RuleCodec;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Credit;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Hello;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.protocol.wire.Stop;
import io.tidewheel.protocol.wire.Welcome;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The program on a machine: it keeps one connection to a server, holds chains up to its credit, runs them in its slots, and tells what
 * became of each until the server has acknowledged it. One object is one life; it cannot be started twice.
 *
 * <p>A broken connection changes nothing for what runs: the agent connects anew and goes on under the same session.
 */
public final class Agent implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);
    /** How long an agent that is stopped waits for the server to take the last messages. */
    private static final Duration FAREWELL = Duration.ofSeconds(2);
    /** How much longer than their grace chains may take to end. */
    private static final Duration BEYOND_GRACE = Duration.ofSeconds(35);

    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);
    private static final String NEVER_STARTED = "stopped on request before it was started";

    private final AgentSettings settings;
    private final AgentHome home;
    private final FileTransfers transfers;
    private final Time time;
    private final ReportWriter reports;
    private final HeldChains holdings;
    private final AgentOutbox outbox;
    private final SlotMeter meter;
    private final ServerConnection uplink;
    private final AgentHeartbeat pulse;
    private final RunningPartitions partitions;
    private final Slot.Tools tools;
    private final CountDownLatch workingSlots;
    private final CompletableFuture<AgentEnd> end = new CompletableFuture<>();

    private final Object offering = new Object();
    /** What the last hello offered; null before the first. */
    private @Nullable Set<String> offered;

    /** What it said that it may come to offer. */
    private List<String> undecided = List.of();

    private Phase phase = Phase.NEW;
    private @Nullable AgentEnd reason;
    private long stoppingSince;

    /** The later ones cannot be left for the earlier ones. */
    private enum Phase {
        NEW,
        WORKING,
        /** Starts nothing more; ends when all is done and told. */
        DRAINING,
        /** Ends as soon as it can. */
        STOPPING
    }

    /** How an agent is doing. */
    public record Status(boolean connected, int running, int waiting, long finished, int credit) {}

    /**
     * Makes an agent; it owns the home from now on.
     *
     * @param servers tried in turn until one answers
     */
    public Agent(
            AgentSettings settings,
            AgentHome home,
            List<URI> servers,
            AgentLinks links,
            Time time,
            RandomGenerator random) {
        this(settings, home, servers, links, FileTransfers.http(Optional.empty()), time, random);
    }

    /**
     * The same with another way to fetch and bring files.
     *
     * @param transfers the agent's own from now on
     */
    public Agent(
            AgentSettings settings,
            AgentHome home,
            List<URI> servers,
            AgentLinks links,
            FileTransfers transfers,
            Time time,
            RandomGenerator random) {
        if (servers.isEmpty()) throw new IllegalArgumentException("an agent needs the address of at least one server");
        this.settings = settings;
        this.home = home;
        this.transfers = transfers;
        this.time = time;
        this.outbox = new AgentOutbox(time::nanos);
        var stamps = new WallClockStamps(time);
        this.reports = new ReportWriter(settings.name(), stamps);
        this.holdings = new HeldChains(settings.slots());
        this.meter = new SlotMeter(settings.slots(), settings.monitoring(), new MachineLoad(), time.nanos());
        this.uplink = new ServerConnection(
                settings.speaks(),
                new KnownServers(servers),
                links,
                time,
                new ReconnectBackoff(servers.size(), random),
                outbox,
                new FromServer());
        this.pulse = new AgentHeartbeat(
                time,
                stamps,
                holdings,
                outbox,
                uplink,
                new CreditRule(settings.slots(), settings.batch()),
                meter,
                this::isEnding,
                home.runtimes()::tend);
        this.partitions = new RunningPartitions(time::nanos, outbox::progress);
        this.workingSlots = new CountDownLatch(settings.slots());
        this.tools = new Slot.Tools(
                settings,
                time,
                stamps,
                reports,
                holdings,
                outbox,
                home,
                new Slot.Files(transfers, uplink::server),
                partitions,
                new GpuPool(settings.gpus(), settings.has().gpus(), time::nanos),
                new AtomicLong(),
                pulse::hurry);
    }

    /** Starts to work; returns at once, whether or not a server can be reached. */
    public synchronized void start() {
        if (phase != Phase.NEW) throw new IllegalStateException("the agent has been started already");
        phase = Phase.WORKING;
        for (int i = 1; i <= settings.slots(); i++) {
            var name = "slot-" + i;
            thread(name, () -> runSlot(name));
        }
        thread("pulse", pulse);
        thread("parts", partitions);
        thread("link", uplink);
        home.runtimes().whenTheyKnowMore(this::offerMore);
    }

    /** The runtimes know better what they can do. If the server was told something else, it is told anew. */
    private void offerMore() {
        synchronized (offering) {
            if (offered == null) return;
            boolean isTold = offered.containsAll(home.runtimes().capabilities());
            if (isTold && undecided.equals(home.runtimes().undecided())) return;
        }
        uplink.renew();
    }

    private List<String> undecided() {
        synchronized (offering) {
            return undecided;
        }
    }

    /** What the next hello offers. */
    private Set<String> offer() {
        synchronized (offering) {
            var all = new TreeSet<>(settings.capabilities().names());
            all.addAll(home.runtimes().capabilities());
            offered = all;
            // What has been found out meanwhile is offered, and need not be waited for.
            undecided = home.runtimes().undecided();
            return all;
        }
    }

    /** Starts nothing more, gives back what has not been started, and ends when what runs is done and the server knows. */
    public synchronized void drain() {
        if (phase == Phase.NEW) {
            stop();
            return;
        }
        if (phase != Phase.WORKING) return;
        beginEnd(Phase.DRAINING, new AgentEnd.Drained());
        thread("end", this::finish);
    }

    /** Ends what runs, gently first, gives everything back, and ends. */
    public void stop() {
        stop(Urgency.GENTLE, new AgentEnd.Stopped());
    }

    private synchronized void stop(Urgency urgency, AgentEnd why) {
        boolean alone = phase == Phase.NEW || phase == Phase.WORKING;
        if (phase == Phase.NEW) for (int i = 0; i < settings.slots(); i++) workingSlots.countDown();
        if (phase != Phase.STOPPING) beginEnd(Phase.STOPPING, why);
        holdings.forgetRunning(urgency);
        if (alone) thread("end", this::finish);
        notifyAll();
    }

    private void beginEnd(Phase next, AgentEnd why) {
        phase = next;
        reason = why;
        stoppingSince = time.nanos();
        outbox.giveBack(holdings.close());
        outbox.credit(0);
    }

    /** Waits for the end of the agent. */
    public AgentEnd awaitEnd() throws InterruptedException {
        try {
            return end.get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("the end of an agent is never an exception", impossible);
        }
    }

    public Status status() {
        var totals = holdings.totals(time.nanos());
        return new Status(outbox.isConnected(), totals.running(), totals.waiting(), totals.finished(), pulse.credit());
    }

    /** Stops, and waits for the end. */
    @Override
    public void close() {
        stop();
        end.join();
    }

    private void runSlot(String name) {
        try {
            new Slot(name, tools).run();
        } finally {
            workingSlots.countDown();
        }
    }

    /** Sees the agent to its end; runs on a thread of its own from the moment the end was decided. */
    private void finish() {
        try {
            awaitSlots();
            awaitTold();
            if (!(reason() instanceof AgentEnd.Refused)) sayGoodbye();
        } catch (InterruptedException hurry) {
            LOG.warn("interrupted while ending");
        }
        uplink.end();
        pulse.end();
        partitions.end();
        closeHome();
        end.complete(reason());
    }

    private void awaitSlots() throws InterruptedException {
        while (!workingSlots.await(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS)) {
            if (stoppingFor().compareTo(settings.grace().plus(BEYOND_GRACE)) > 0) {
                LOG.error(
                        "not ended: {}; what runs there is left behind",
                        CountedNoun.of(workingSlots.getCount(), "slot"));
                return;
            }
        }
    }

    /** Waits until the server has all reports; for an agent that is stopped, only for a moment. */
    private void awaitTold() throws InterruptedException {
        var since = time.nanos();
        while (!outbox.awaitAcknowledged(LOOK_AGAIN)) {
            boolean longEnough = time.nanos() - since > FAREWELL.toNanos() || !outbox.isConnected();
            if (isStopping() && longEnough) return;
        }
    }

    private void sayGoodbye() throws InterruptedException {
        if (!outbox.isConnected()) return;
        outbox.goodbye();
        outbox.awaitGoodbye(FAREWELL);
    }

    private void closeHome() {
        try {
            transfers.close();
            home.close();
        } catch (RuntimeException error) {
            LOG.warn("the agent could not clean up after itself: {}", error.getMessage());
        }
    }

    private synchronized Duration stoppingFor() {
        return phase == Phase.STOPPING ? Duration.ofNanos(time.nanos() - stoppingSince) : Duration.ZERO;
    }

    private synchronized boolean isStopping() {
        return phase == Phase.STOPPING;
    }

    private synchronized boolean isEnding() {
        return phase == Phase.DRAINING || phase == Phase.STOPPING;
    }

    private synchronized AgentEnd reason() {
        return Objects.requireNonNull(reason, "the agent does not end without a reason");
    }

    private void thread(String name, Runnable body) {
        // A thread that is still trying to connect must not keep a program alive that has ended.
        boolean daemon = name.equals("link");
        Thread.ofPlatform().daemon(daemon).name("tidewheel-agent-" + name).start(() -> {
            try {
                body.run();
            } catch (Throwable defect) {
                LOG.error("the agent's thread '{}' failed", name, defect);
                stop(Urgency.AT_ONCE, new AgentEnd.Failed(defect));
            }
        });
    }

    /** Does what the server says, on the thread that reads the connection. */
    private final class FromServer implements ServerConnection.Events {
        @Override
        public AgentMessage hello() {
            boolean ending = isEnding();
            var hello = Hello.newBuilder()
                    .setProtocolVersion(settings.speaks().newest())
                    .setSession(home.session().value())
                    .setSecret(home.secret().bytes())
                    .setAgent(settings.name())
                    .setHost(settings.host())
                    .addAllCapabilities(offer())
                    .addAllUndecided(undecided())
                    .setSlots(settings.slots())
                    .setSoftwareVersion(settings.softwareVersion())
                    .addAllHolding(holdings.all())
                    .setCredit(Credit.newBuilder().setChains(ending ? 0 : pulse.credit()))
                    .setDraining(ending);
            var has = settings.has();
            if (!has.equals(Amounts.UNLIMITED)) {
                hello.setHas(RuleCodec.amounts(has));
            }
            settings.limits()
                    .ifPresent(limits -> hello.setSilenceMillis(
                                    (int) limits.silence().toMillis())
                            .setReconnectMillis((int) limits.reconnect().toMillis())
                            .setExpendable(limits.expendable()));
            return AgentMessage.newBuilder().setHello(hello).build();
        }

        @Override
        public void welcomed(Welcome welcome) {
            meter.setWanted(welcome.getMonitoring());
            holdings.flowOn();
            pulse.hurry();
            partitions.tellAll();
        }

        @Override
        public void received(ServerMessage message, AssignmentReader assignments) {
            if (message.getAcknowledged() > 0) {
                holdings.release(outbox.acknowledge(message.getAcknowledged()));
                outbox.sendOn();
            }
            if (message.getAssignmentsCount() + message.getLanesCount() > 0) {
                outbox.giveBack(holdings.add(assignments.read(message, time.nanos())));
                pulse.hurry();
            }
            for (var stop : message.getStopsList()) stop(stop);
            for (var share : message.getSharesList()) partitions.share(share);
            for (var pass : message.getPassesList()) holdings.flow(AttemptId.of(pass.getAttempt()), pass.getFlow());
            if (message.getRecall() != 0) outbox.giveBack(holdings.recall(message.getRecall()));
            if (message.getDrain()) drain();
        }

        private void stop(Stop stop) {
            var urgency = stop.getKill() ? Urgency.AT_ONCE : Urgency.GENTLE;
            var neverStarted = holdings.stop(AttemptId.of(stop.getAttempt()), urgency, stop.getForget());
            neverStarted.ifPresent(chain -> outbox.add(List.of(new FinishedChain(
                    chain, reports.of(chain, time.nanos(), CommandEnd.of(Ending.CANCELLED, NEVER_STARTED)), null))));
        }

        @Override
        public void refused(String code, String text) {
            LOG.error("the server refused this agent: {} ({})", text, code);
            Agent.this.stop(Urgency.AT_ONCE, new AgentEnd.Refused(code, text));
        }
    }
}
