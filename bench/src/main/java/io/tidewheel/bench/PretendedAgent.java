package io.tidewheel.bench;

import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ChainAssignment;
import io.tidewheel.protocol.wire.Credit;
import io.tidewheel.protocol.wire.Heartbeat;
import io.tidewheel.protocol.wire.Hello;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.protocol.wire.Share;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;

/** An agent with many partitions that do nothing but report, evenly spread over time; it notes how long each answer took. */
final class PretendedAgent implements AutoCloseable {
    private static final Duration HEARTBEAT = Duration.ofSeconds(1);
    private static final long PER_SECOND = 1_000;

    /** What its work must require, so that nobody takes it who would really do it. */
    static final String CAPABILITY = "pretence";

    private static final class Part {
        final ChainAssignment task;
        final long began = System.nanoTime();
        volatile long sent;
        volatile long told = -1;

        Part(ChainAssignment task) {
            this.task = task;
        }
    }

    private final Link<AgentMessage, ServerMessage> link;
    private final Duration every;
    private final Map<Integer, Part> parts = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Double> millis = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    private PretendedAgent(Link<AgentMessage, ServerMessage> link, Duration every) {
        this.link = link;
        this.every = every;
    }

    static PretendedAgent join(StreamDialer dialer, String token, int number, int slots, Duration every)
            throws LinkException {
        Link<AgentMessage, ServerMessage> link = dialer.dial("/api/v1/stream/agent", token, ServerMessage.parser());
        link.send(AgentMessage.newBuilder()
                .setHello(Hello.newBuilder()
                        .setProtocolVersion(ProtocolVersions.PROTOCOL)
                        .setSession(System.nanoTime() + number)
                        .setAgent("pretended-" + number)
                        .setHost("bench")
                        .setSlots(slots)
                        .addCapabilities(CAPABILITY)
                        .setCredit(Credit.newBuilder().setChains(slots)))
                .build());
        var agent = new PretendedAgent(link, every);
        Thread.ofVirtual().start(() -> agent.keeping(agent::listen));
        Thread.ofVirtual().start(() -> agent.keeping(agent::report));
        Thread.ofVirtual().start(() -> agent.keeping(agent::beat));
        return agent;
    }

    private interface Loop {
        void run() throws LinkException, InterruptedException;
    }

    private void keeping(Loop loop) {
        try {
            loop.run();
        } catch (LinkException gone) {
            if (!closed) throw new IllegalStateException("the connection of a pretended agent broke", gone);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private void listen() throws LinkException {
        for (var next = link.receive(); next.isPresent(); next = link.receive()) {
            long now = System.nanoTime();
            for (var share : next.get().getSharesList()) answered(share, now);
            for (var task : next.get().getAssignmentsList()) {
                parts.put(task.getIndex(), new Part(task));
                link.send(AgentMessage.newBuilder().addProgress(progress(task)).build());
            }
        }
    }

    private void answered(Share share, long now) {
        var part = parts.get(share.getAttempt().getIndex());
        if (part == null) return;
        if (part.told >= 0 && part.sent > 0) millis.add((now - part.sent) / 1e6);
        part.told = share.getCount();
    }

    private void report() throws LinkException, InterruptedException {
        while (!closed) {
            if (parts.isEmpty()) {
                TimeUnit.MILLISECONDS.sleep(10);
                continue;
            }
            long pause = every.toNanos() / parts.size();
            long due = System.nanoTime();
            for (var part : parts.values()) {
                due += pause;
                long left = due - System.nanoTime();
                if (left > 0) TimeUnit.NANOSECONDS.sleep(left);
                if (part.told < 0) continue;
                long done = PER_SECOND * (System.nanoTime() - part.began) / 1_000_000_000L;
                var news = progress(part.task)
                        .setIterations(done)
                        .setTold(part.told)
                        .setMostTold(part.told);
                part.sent = System.nanoTime();
                link.send(AgentMessage.newBuilder().addProgress(news).build());
            }
        }
    }

    private void beat() throws LinkException, InterruptedException {
        while (!closed) {
            link.send(AgentMessage.newBuilder()
                    .setHeartbeat(Heartbeat.getDefaultInstance())
                    .build());
            TimeUnit.NANOSECONDS.sleep(HEARTBEAT.toNanos());
        }
    }

    private static Progress.Builder progress(ChainAssignment task) {
        return Progress.newBuilder()
                .setRun(task.getRun())
                .setIndex(task.getIndex())
                .setAttempt(task.getAttempt());
    }

    /** Forgets how long answers have taken so far. */
    void forget() {
        millis.clear();
    }

    DoubleStream millis() {
        return millis.stream().mapToDouble(Double::doubleValue);
    }

    @Override
    public void close() {
        closed = true;
        link.close();
    }
}
