package io.tidewheel.protocol.links;

import com.google.protobuf.ByteString;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.ChainAssignment;
import io.tidewheel.protocol.wire.Credit;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Heartbeat;
import io.tidewheel.protocol.wire.Hello;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.protocol.wire.Stop;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An agent that does nothing but talk: what it does with a task is what the test says. For one thread. */
final class ContractAgent implements AutoCloseable {
    private final LinkOpener<AgentMessage, ServerMessage> opener;
    private final long session;
    private final int credit;
    private final ArrayDeque<ChainAssignment> tasks = new ArrayDeque<>();
    private final ArrayDeque<Stop> stops = new ArrayDeque<>();
    private @Nullable Link<AgentMessage, ServerMessage> link;
    private @Nullable ScheduledExecutorService beating;
    private long sequence;
    private long acknowledged;

    /** An agent that is not connected yet. */
    ContractAgent(QueueLinks queue, long session, int credit) {
        this.opener = queue.agent();
        this.session = session;
        this.credit = credit;
    }

    static ContractAgent join(QueueLinks queue, long session, int credit) throws LinkException {
        var agent = new ContractAgent(queue, session, credit);
        agent.connect();
        return agent;
    }

    /** Connects, holding these; waits for the welcome. */
    void connect(ChainAssignment... holding) throws LinkException {
        var opened = opener.open();
        link = opened;
        opened.send(AgentMessage.newBuilder()
                .setHello(Hello.newBuilder()
                        .setProtocolVersion(ProtocolVersions.PROTOCOL)
                        .setSession(session)
                        .setSecret(ByteString.copyFromUtf8("secret of " + session))
                        .setAgent("agent-" + session)
                        .setHost("contract")
                        .setSoftwareVersion(ProtocolVersions.software())
                        .setSlots(credit)
                        .addAllHolding(List.of(holding).stream()
                                .map(ContractAgent::attempt)
                                .toList())
                        .setCredit(Credit.newBuilder().setChains(credit)))
                .build());
        var first = next();
        if (!first.hasWelcome()) throw new AssertionError("the first message is no welcome: " + first);
        if (first.getWelcome().getHeartbeatMillis() <= 0 || first.getWelcome().getSilenceMillis() <= 0)
            throw new AssertionError("a welcome says how often to say something: " + first);
        beat(opened, first.getWelcome().getHeartbeatMillis());
    }

    private void beat(Link<AgentMessage, ServerMessage> opened, int millis) {
        var timer = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("heartbeats").factory());
        beating = timer;
        Runnable beat = () -> {
            try {
                opened.send(AgentMessage.newBuilder()
                        .setHeartbeat(Heartbeat.getDefaultInstance())
                        .build());
            } catch (LinkException broken) {
                timer.shutdown();
            }
        };
        var _ = timer.scheduleAtFixedRate(beat, millis, millis, TimeUnit.MILLISECONDS);
    }

    static Attempt attempt(ChainAssignment task) {
        return Attempt.newBuilder()
                .setRun(task.getRun())
                .setIndex(task.getIndex())
                .setAttempt(task.getAttempt())
                .setReceipt(task.getReceipt())
                .build();
    }

    /** The next task that is handed out. */
    ChainAssignment task() throws LinkException {
        while (tasks.isEmpty()) next();
        return tasks.removeFirst();
    }

    /** The next attempt that is to be ended. */
    Attempt stop() throws LinkException {
        while (stops.isEmpty()) next();
        return stops.removeFirst().getAttempt();
    }

    void started(ChainAssignment task) throws LinkException {
        say(AgentMessage.newBuilder().addStarted(attempt(task)));
    }

    void report(ChainAssignment task, Ending ending) throws LinkException {
        say(AgentMessage.newBuilder()
                .addReports(Report.newBuilder()
                        .setRun(task.getRun())
                        .setIndex(task.getIndex())
                        .setAttempt(task.getAttempt())
                        .setLane(task.getLane())
                        .setEnding(ending)
                        .setExitCode(ending == Ending.EXIT_CODE ? 3 : 0))
                .setCredit(Credit.newBuilder().setChains(credit)));
    }

    private void say(AgentMessage.Builder message) throws LinkException {
        connected().send(message.setSequence(++sequence).build());
    }

    /** Waits until everything that was said has been taken. */
    void awaitAcknowledged() throws LinkException {
        while (acknowledged < sequence) next();
    }

    /** Does every task that comes, until so many were done or the queue is closed to it. */
    void succeedWith(int count) throws LinkException {
        for (int i = 0; i < count; i++) {
            var task = task();
            started(task);
            report(task, Ending.SUCCEEDED);
        }
        awaitAcknowledged();
    }

    private ServerMessage next() throws LinkException {
        var message = connected().receive().orElseThrow(() -> new LinkException("the queue has closed the link"));
        if (message.hasProblem()) throw new LinkException(message.getProblem().getText());
        tasks.addAll(message.getAssignmentsList());
        stops.addAll(message.getStopsList());
        acknowledged = Math.max(acknowledged, message.getAcknowledged());
        return message;
    }

    private Link<AgentMessage, ServerMessage> connected() {
        var current = link;
        if (current == null) throw new AssertionError("not connected");
        return current;
    }

    /** Is gone, without a word. */
    @Override
    public void close() {
        if (beating != null) beating.shutdownNow();
        if (link != null) link.close();
    }
}
