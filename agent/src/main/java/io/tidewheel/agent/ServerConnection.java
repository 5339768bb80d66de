package io.tidewheel.agent;

import io.tidewheel.model.Time;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkRefused;
import io.tidewheel.protocol.ProtocolRange;
import io.tidewheel.protocol.links.LinkAttempt;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Problem;
import io.tidewheel.protocol.wire.ServerList;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.protocol.wire.Welcome;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the agent connected: opens a connection, says hello, does what the server says, and starts anew when the connection breaks. Runs
 * on one thread, which reads; each connection has a {@link ReportSender}, which writes.
 */
final class ServerConnection implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(ServerConnection.class);
    /** An agent that knows another server does not wait for one that is silent for longer. */
    private static final Duration SILENCE_OF_ONE_OF_MANY = Duration.ofMillis(2_500);

    private static final Duration USUAL_HEARTBEAT = Duration.ofSeconds(1);
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    /** What the rest of the agent does about the connection. */
    interface Events {
        /** The first message of a connection. */
        AgentMessage hello();

        void welcomed(Welcome welcome);

        void received(ServerMessage message, AssignmentReader assignments);

        /** The server does not want this agent, and trying again will not help. */
        void refused(String code, String text);
    }

    private final ProtocolRange speaks;
    private final KnownServers servers;
    private final AgentLinks links;
    private final Time time;
    private final ReconnectBackoff backoff;
    private final AgentOutbox outbox;
    private final Events events;

    private volatile @Nullable Link<AgentMessage, ServerMessage> link;
    private volatile long lastHeard;
    private volatile long silence = Long.MAX_VALUE;
    private volatile boolean silent;
    private volatile long heartbeat = USUAL_HEARTBEAT.toNanos();
    private volatile boolean ended;
    private volatile boolean renewing;
    private volatile URI server;

    ServerConnection(
            ProtocolRange speaks,
            KnownServers servers,
            AgentLinks links,
            Time time,
            ReconnectBackoff backoff,
            AgentOutbox outbox,
            Events events) {
        this.speaks = speaks;
        this.servers = servers;
        this.server = servers.get(0);
        this.links = links;
        this.time = time;
        this.backoff = backoff;
        this.outbox = outbox;
        this.events = events;
    }

    /** The server it is connected to, or was last, or will be first. */
    URI server() {
        return server;
    }

    boolean isConnected() {
        return outbox.isConnected();
    }

    long heartbeatNanos() {
        return heartbeat;
    }

    /** Gives up a connection on which the server has been silent for too long. */
    void checkSilence(long now) {
        var current = link;
        if (current == null || now - lastHeard < silence) return;
        LOG.warn("{} has been silent for {} ms: connecting anew", current.peer(), (now - lastHeard) / 1_000_000);
        silent = true;
        current.close();
    }

    /** Servers that the one at the other end knows, and to which of them to go, if to another. */
    void learn(ServerList list) {
        OptionalInt next;
        synchronized (this) {
            servers.learn(list.getAddressesList(), server);
            next = servers.find(list.getMoveTo(), server);
            // It may be none of them any more: then the first of the others comes next.
            backoff.change(servers.count(), servers.find(server).orElse(0));
            if (servers.count() > 1) silence = Math.min(silence, SILENCE_OF_ONE_OF_MANY.toNanos());
            if (next.isEmpty() || servers.get(next.getAsInt()).equals(server)) return;
            backoff.prefer(next.getAsInt());
        }
        LOG.info("going to {}, as {} asks for", servers.get(next.getAsInt()), server);
        renew();
    }

    /** Connects anew, because the next hello says more than the last. */
    void renew() {
        var current = link;
        if (current == null) return;
        renewing = true;
        current.close();
    }

    /** Ends the connection, letting what was sent arrive, and makes no other. */
    void end() {
        ended = true;
        var current = link;
        if (current != null) current.finish(FAREWELL);
        synchronized (this) {
            notifyAll();
        }
    }

    @Override
    public void run() {
        while (!ended) {
            renewing = false;
            silent = false;
            if (!await(delay())) return;
            var next = next();
            var patience = patience();
            try (var opened = open(next, patience)) {
                server = next;
                converse(opened, patience);
            } catch (LinkRefused refusal) {
                if (!refusal.isTransient()) events.refused("refused", next + ": " + refusal.getMessage());
                noteFailure(next, refusal);
            } catch (LinkException error) {
                noteFailure(next, error);
            }
        }
    }

    /** Waits between two attempts; false if there is to be no other. */
    private synchronized boolean await(Duration delay) {
        long end = time.nanos() + delay.toNanos();
        for (long left = delay.toNanos(); left > 0 && !ended; left = end - time.nanos()) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException stop) {
                return false;
            }
        }
        return !ended;
    }

    private synchronized Duration delay() {
        return backoff.delay();
    }

    private synchronized URI next() {
        return servers.get(backoff.server());
    }

    private synchronized Duration patience() {
        return backoff.patience();
    }

    private Link<AgentMessage, ServerMessage> open(URI next, Duration patience) throws LinkException {
        return servers.count() == 1 ? links.open(next) : LinkAttempt.open(() -> links.open(next), patience);
    }

    private void noteFailure(URI server, LinkException error) {
        if (renewing) return; // we closed it ourselves, before the server had answered
        failed();
        if (!ended) LOG.warn("no connection to {}: {}", server, error.getMessage());
    }

    private synchronized void failed() {
        backoff.failed();
    }

    private synchronized void lasted(Duration time) {
        if (silent) backoff.silent();
        else backoff.ended(time);
    }

    /** Everything that happens on one connection. */
    private void converse(Link<AgentMessage, ServerMessage> opened, Duration patience) throws LinkException {
        silence = patience.toNanos();
        lastHeard = time.nanos();
        link = opened;
        try {
            if (ended) return;
            opened.send(events.hello());
            var first = opened.receive();
            if (first.isEmpty()) throw new LinkException("the server closed the connection without a word");
            if (welcomed(first.get())) converse(opened, first.get());
            else failed();
        } finally {
            link = null;
        }
    }

    private boolean welcomed(ServerMessage first) throws LinkException {
        if (first.hasProblem()) {
            solve(first.getProblem());
            return false;
        }
        if (!first.hasWelcome()) throw new LinkException("the server's first message was no welcome");
        var welcome = first.getWelcome();
        if (!speaks.includes(welcome.getProtocolVersion())) {
            events.refused(
                    "protocol",
                    "the server wants to speak version %d of the protocol, this agent understands %s: use releases that follow each other"
                            .formatted(welcome.getProtocolVersion(), speaks));
            return false;
        }
        heartbeat = nanos(welcome.getHeartbeatMillis(), USUAL_HEARTBEAT);
        long told = nanos(welcome.getSilenceMillis(), Duration.ofNanos(5 * heartbeat));
        silence = servers.count() == 1 ? told : Math.min(told, SILENCE_OF_ONE_OF_MANY.toNanos());
        events.welcomed(welcome);
        return true;
    }

    private void converse(Link<AgentMessage, ServerMessage> opened, ServerMessage first) throws LinkException {
        LOG.info("connected to {}", opened.peer());
        long began = time.nanos();
        var assignments = new AssignmentReader();
        var sender = new ReportSender(outbox, opened);
        var thread =
                Thread.ofPlatform().daemon().name("tidewheel-agent-courier").start(sender);
        try {
            for (var message = Optional.of(first); message.isPresent(); message = opened.receive()) {
                lastHeard = time.nanos();
                if (message.get().hasServers()) learn(message.get().getServers());
                events.received(message.get(), assignments);
                if (message.get().hasProblem()) {
                    solve(message.get().getProblem());
                    return;
                }
            }
        } catch (LinkException error) {
            if (!ended && !renewing) LOG.warn("the connection to {} broke: {}", opened.peer(), error.getMessage());
        } finally {
            sender.end();
            join(thread);
            if (!renewing) lasted(Duration.ofNanos(time.nanos() - began));
        }
    }

    private void solve(Problem problem) {
        if (!problem.getTransient()) events.refused(problem.getCode(), problem.getText());
        else
            LOG.warn("the server has a problem and will be asked again: {} ({})", problem.getText(), problem.getCode());
    }

    private static void join(Thread courier) {
        try {
            courier.join();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private static long nanos(int millis, Duration usual) {
        return millis <= 0 ? usual.toNanos() : Duration.ofMillis(millis).toNanos();
    }
}
