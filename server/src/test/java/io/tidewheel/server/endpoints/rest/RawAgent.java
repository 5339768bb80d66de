package io.tidewheel.server.endpoints.rest;

import com.google.protobuf.ByteString;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.ChainAssignment;
import io.tidewheel.protocol.wire.Credit;
import io.tidewheel.protocol.wire.Hello;
import io.tidewheel.protocol.wire.Output;
import io.tidewheel.protocol.wire.Problem;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.ServerMessage;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** A connection over the real port on which a test says as an agent whatever it wants, true or not. For one thread. */
final class RawAgent implements AutoCloseable {
    private final Link<AgentMessage, ServerMessage> link;
    private final ArrayDeque<ChainAssignment> tasks = new ArrayDeque<>();

    private RawAgent(Link<AgentMessage, ServerMessage> link) {
        this.link = link;
    }

    static RawAgent dial(ApiFixture api, String token) throws LinkException {
        return dial(api.server.url(), Optional.empty(), token);
    }

    static RawAgent dial(URI server, Optional<SSLContext> trusted, String token) throws LinkException {
        return new RawAgent(new StreamDialer(server, trusted, Duration.ofSeconds(20), LinkLimits.DEFAULT)
                .dial("/api/v1/stream/agent", token, ServerMessage.parser()));
    }

    /** Says hello with everything it pretends to hold. */
    RawAgent hello(long session, String secret, String name, Attempt... holding) throws LinkException {
        say(AgentMessage.newBuilder()
                .setHello(Hello.newBuilder()
                        .setProtocolVersion(ProtocolVersions.PROTOCOL)
                        .setSession(session)
                        .setSecret(ByteString.copyFromUtf8(secret))
                        .setAgent(name)
                        .setSlots(1)
                        .addAllHolding(List.of(holding))
                        .setCredit(Credit.newBuilder().setChains(1))));
        return this;
    }

    RawAgent say(AgentMessage.Builder message) throws LinkException {
        link.send(message.build());
        return this;
    }

    /** The next task that is handed out. */
    ChainAssignment task() throws LinkException {
        while (tasks.isEmpty()) {
            var message = next();
            if (message.hasProblem())
                throw new LinkException(message.getProblem().getText());
        }
        return tasks.removeFirst();
    }

    /** What the server refuses it for. */
    Problem problem() throws LinkException {
        while (true) {
            var message = next();
            if (message.hasProblem()) return message.getProblem();
        }
    }

    /** Waits until the server has taken a message. */
    void acknowledged(long sequence) throws LinkException {
        while (next().getAcknowledged() < sequence) {}
    }

    private ServerMessage next() throws LinkException {
        var message = link.receive().orElseThrow(() -> new LinkException("the server has closed the connection"));
        tasks.addAll(message.getAssignmentsList());
        return message;
    }

    static AgentMessage.Builder success(long sequence, ChainAssignment task) {
        return AgentMessage.newBuilder()
                .setSequence(sequence)
                .addReports(Report.newBuilder()
                        .setRun(task.getRun())
                        .setIndex(task.getIndex())
                        .setAttempt(task.getAttempt())
                        .setLane(task.getLane()));
    }

    static AgentMessage.Builder output(long sequence, ChainAssignment task, String text) {
        return AgentMessage.newBuilder()
                .setSequence(sequence)
                .addOutputs(Output.newBuilder()
                        .setRun(task.getRun())
                        .setIndex(task.getIndex())
                        .setAttempt(task.getAttempt())
                        .setBytes(ByteString.copyFromUtf8(text)));
    }

    static Attempt attempt(ChainAssignment task, long receipt) {
        return Attempt.newBuilder()
                .setRun(task.getRun())
                .setIndex(task.getIndex())
                .setAttempt(task.getAttempt())
                .setReceipt(receipt)
                .build();
    }

    @Override
    public void close() {
        link.close();
    }
}
