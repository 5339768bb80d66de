package io.tidewheel.bench;

import com.google.protobuf.ByteString;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ChainAssignment;
import io.tidewheel.protocol.wire.Credit;
import io.tidewheel.protocol.wire.Heartbeat;
import io.tidewheel.protocol.wire.Hello;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.ServerMessage;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** An agent with one slot that holds one chain at a time and lets its time pass: each chain is a message there and one back. */
final class PretendedSlot implements AutoCloseable {
    private static final AgentMessage BEAT = AgentMessage.newBuilder()
            .setHeartbeat(Heartbeat.getDefaultInstance())
            .build();

    private final Link<AgentMessage, ServerMessage> link;
    private final String name;
    private final long session;
    private final Duration length;
    private final LongAdder finished;
    private long sequence;
    private volatile boolean closed;

    private PretendedSlot(Link<AgentMessage, ServerMessage> link, long session, Duration length, LongAdder finished) {
        this.link = link;
        this.session = session;
        this.name = name(session);
        this.length = length;
        this.finished = finished;
    }

    /**
     * Connects, and returns when it has been welcomed.
     *
     * @param session the same as before if it connects again
     * @param length how long a chain takes
     * @param finished counts the chains that were reported
     */
    static PretendedSlot join(StreamDialer dialer, String token, long session, Duration length, LongAdder finished)
            throws LinkException {
        var name = name(session);
        Link<AgentMessage, ServerMessage> link = dialer.dial("/api/v1/stream/agent", token, ServerMessage.parser());
        link.send(AgentMessage.newBuilder()
                .setHello(Hello.newBuilder()
                        .setProtocolVersion(ProtocolVersions.PROTOCOL)
                        .setSession(session)
                        .setSecret(ByteString.copyFromUtf8("secret of " + name))
                        .setAgent(name)
                        .setHost("bench")
                        .setSlots(1)
                        .setCredit(Credit.newBuilder().setChains(1)))
                .build());
        var welcomed = link.receive();
        if (!welcomed.map(ServerMessage::hasWelcome).orElse(false)) {
            link.close();
            throw new LinkException("%s was not let in: %s"
                    .formatted(name, welcomed.map(Object::toString).orElse("closed")));
        }
        var slot = new PretendedSlot(link, session, length, finished);
        Thread.ofVirtual().name(name).start(slot::work);
        return slot;
    }

    private static String name(long session) {
        return "slot-" + session;
    }

    private void work() {
        try {
            for (var next = link.receive(); next.isPresent(); next = link.receive()) {
                for (var chain : next.get().getAssignmentsList()) finish(chain);
            }
        } catch (LinkException gone) {
            link.close(); // the next beat finds out
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private void finish(ChainAssignment chain) throws LinkException, InterruptedException {
        long started = micros();
        TimeUnit.NANOSECONDS.sleep(length.toNanos());
        var outcome = Outcome.newBuilder()
                .setReceivedMicros(started)
                .setStartedMicros(started)
                .setFinishedMicros(micros())
                .setAgent(name);
        var report = Report.newBuilder()
                .setRun(chain.getRun())
                .setIndex(chain.getIndex())
                .setAttempt(chain.getAttempt())
                .setLane(chain.getLane())
                .setOutcome(outcome.build().toByteString());
        link.send(AgentMessage.newBuilder()
                .setSequence(++sequence)
                .addReports(report)
                .build());
        finished.increment();
    }

    private static long micros() {
        return System.currentTimeMillis() * 1_000;
    }

    /** Says that it lives. False if nobody can hear it any more. */
    boolean beat() {
        try {
            link.offer(BEAT);
            return true;
        } catch (LinkException gone) {
            return closed;
        }
    }

    long session() {
        return session;
    }

    @Override
    public void close() {
        closed = true;
        link.close();
    }
}
