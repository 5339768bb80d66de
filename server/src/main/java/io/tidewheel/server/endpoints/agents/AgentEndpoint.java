package io.tidewheel.server.endpoints.agents;

import io.tidewheel.engine.AgentDeparture;
import io.tidewheel.engine.AgentDescription;
import io.tidewheel.engine.Engine;
import io.tidewheel.engine.EngineSettings;
import io.tidewheel.model.CountedNoun;
import io.tidewheel.model.Database;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.Role;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.BadFrame;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Hello;
import io.tidewheel.protocol.wire.Problem;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.protocol.wire.Welcome;
import io.tidewheel.server.access.RouteAccess;
import io.tidewheel.server.endpoints.ChainEstimates;
import io.tidewheel.server.endpoints.CurrentEngine;
import io.tidewheel.server.endpoints.JobQueries;
import io.tidewheel.server.endpoints.OpenStreams;
import io.tidewheel.server.http.Route;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the connections of agents: one thread each, which reads, hands over to the engine, and never gets far ahead of it. */
public final class AgentEndpoint {
    private static final Logger log = LoggerFactory.getLogger(AgentEndpoint.class);
    private static final int UNANSWERED = 8;

    private final CurrentEngine host;
    private final AgentConnections connections;
    private final JobQueries jobs;
    private final ProgressForwarder elsewhere;
    private final ChainEstimates estimates;
    private final EngineSettings settings;
    private final boolean monitoring;
    private final Database database;
    private final Time time;
    private final SessionCheck sessions;

    public AgentEndpoint(
            CurrentEngine host,
            AgentConnections connections,
            JobQueries jobs,
            ProgressForwarder elsewhere,
            ChainEstimates estimates,
            EngineSettings settings,
            boolean monitoring,
            Database database,
            Time time,
            SessionCheck sessions) {
        this.database = database;
        this.time = time;
        this.sessions = sessions;
        this.host = host;
        this.connections = connections;
        this.jobs = jobs;
        this.elsewhere = elsewhere;
        this.estimates = estimates;
        this.settings = settings;
        this.monitoring = monitoring;
    }

    /** The stream of an agent; it ends with the token behind it. */
    public Route route(OpenStreams streams) {
        return Route.<ServerMessage, AgentMessage>stream(
                "/api/v1/stream/agent",
                RouteAccess.only(Role.AGENT),
                AgentMessage.parser(),
                (caller, link) -> streams.serve(caller, link, () -> serve(link, caller.tokenId())));
    }

    /**
     * Returns when the connection has ended.
     *
     * @param credential the id of the token behind it: sessions that it opens belong to whoever has that token
     */
    public void serve(Link<ServerMessage, AgentMessage> link, String credential) {
        try (link) {
            var first = link.receive();
            if (first.isEmpty()) return;
            var error = greet(link, first.get(), credential);
            if (error.isPresent()) {
                link.send(ServerMessage.newBuilder().setProblem(error.get()).build());
                link.finish(Duration.ofSeconds(2));
            }
        } catch (BadFrame unreadable) {
            tell(link, unreadable);
        } catch (LinkException broken) {
            log.debug("connection of {} ended: {}", link.peer(), broken.getMessage());
        }
    }

    private static void tell(Link<ServerMessage, AgentMessage> link, BadFrame unreadable) {
        log.info("the connection of {} is closed: {}", link.peer(), unreadable.getMessage());
        try {
            var problem = problem("bad-message", String.valueOf(unreadable.getMessage()), false);
            link.offer(
                    ServerMessage.newBuilder().setProblem(problem.orElseThrow()).build());
            link.finish(Duration.ofSeconds(2));
        } catch (LinkException gone) {
            log.debug("{} went before it was told: {}", link.peer(), gone.getMessage());
        }
    }

    private Optional<Problem> greet(Link<ServerMessage, AgentMessage> link, AgentMessage first, String credential)
            throws LinkException {
        if (!first.hasHello())
            return problem("hello-missing", "the first message of an agent must be its hello", false);
        var hello = first.getHello();
        var agreed = ProtocolVersions.SPOKEN.agreedWith(hello.getProtocolVersion());
        if (agreed.isEmpty()) {
            return problem(
                    "protocol-version",
                    "the agent speaks protocol version %d, this server understands %s: use an agent of release %s"
                            .formatted(
                                    hello.getProtocolVersion(), ProtocolVersions.SPOKEN, ProtocolVersions.software()),
                    false);
        }
        try {
            return converse(link, hello, agreed.getAsInt(), credential);
        } catch (IllegalArgumentException wrong) {
            return problem("bad-message", String.valueOf(wrong.getMessage()), false);
        } catch (Refusal refusal) {
            var text = String.valueOf(refusal.getMessage());
            if (refusal.kind() != Refusal.Kind.CONFLICT) return problem("unavailable", text, true);
            log.warn("refused what came with token {}: {}", credential, text);
            sessions.refused(host.engine(), credential, new SessionId(hello.getSession()), text);
            return problem("session-taken", text, false);
        }
    }

    private Optional<Problem> converse(
            Link<ServerMessage, AgentMessage> link, Hello hello, int protocol, String credential) throws LinkException {
        var engine = host.engine();
        if (engine.isDraining()) return problem("draining", "the server is being drained: go to another one", true);
        // Before anything else: a stranger must not even close the connection of the agent whose session it names.
        var info = reserved(sessions.identified(AgentWireCodec.info(hello), hello.getSecret(), credential));
        var receipts = new LeaseReceipts(info.identity().receiptKey());
        var holding = AgentWireCodec.held(hello.getHoldingList(), receipts);
        var connection = new AgentConnections.Connection(link, info.identity().receiptKey());
        link.send(
                ServerMessage.newBuilder().setWelcome(welcome(engine, protocol)).build());
        connections.enter(info.session(), connection);
        try {
            answer(engine.join(info, holding));
            connections.joined();
            log.info(
                    "agent {} of {} joined: {}, offers [{}]",
                    info.name(),
                    info.host(),
                    CountedNoun.of(info.slots(), "slot"),
                    info.offers());
            var progress = new PartitionConversation(jobs, elsewhere, engine, info, link);
            try (var flows = flows(link, engine, info, credential)) {
                listen(link, engine, info, progress, flows, receipts, credential);
            }
            return Optional.empty();
        } finally {
            boolean last = connections.exit(info.session(), connection);
            if (last) engine.leave(info.session(), new AgentDeparture(!connection.isClosedHere(), machineGoes(info)));
        }
    }

    private OutputFlows flows(
            Link<ServerMessage, AgentMessage> link, Engine engine, AgentDescription info, String credential) {
        return new OutputFlows(
                new OutputPermits(database.archive()),
                what -> sessions.refused(engine, credential, info.session(), what),
                time,
                link);
    }

    /** An agent on a machine that was made for an owner works for nobody else. The record of the machine says so, not the agent. */
    private AgentDescription reserved(AgentDescription info) {
        var name = MachineId.ofAgent(info.name());
        if (!MachineId.isOne(name)) return info;
        try {
            return database.machines()
                    .machine(new MachineId(name))
                    .map(info::on)
                    .orElse(info);
        } catch (StoreFailure broken) {
            throw new Refusal(Refusal.Kind.UNAVAILABLE, "the store does not answer: " + broken.getMessage());
        }
    }

    /** Whether the machine that was made for this agent is being taken away, or is gone. */
    private boolean machineGoes(AgentDescription info) {
        var name = MachineId.ofAgent(info.name());
        if (!MachineId.isOne(name)) return false;
        try {
            return database.machines()
                    .machine(new MachineId(name))
                    .map(machine -> switch (machine.state()) {
                        case CREATING, PROVISIONING, RUNNING -> false;
                        case DRAINING, DESTROYING, DESTROYED, ERROR -> true;
                    })
                    .orElse(false);
        } catch (StoreFailure broken) {
            // Nobody knows: then it is nobody's fault.
            return true;
        }
    }

    private void listen(
            Link<ServerMessage, AgentMessage> link,
            Engine engine,
            AgentDescription info,
            PartitionConversation progress,
            OutputFlows flows,
            LeaseReceipts receipts,
            String credential)
            throws LinkException {
        long sequence = 0;
        var unanswered = new ArrayDeque<CompletableFuture<Void>>();
        while (true) {
            var message = link.receive();
            if (message.isEmpty()) return;
            sequence = next(sequence, message.get(), engine, info, credential);
            if (message.get().hasHeartbeat()) {
                // Lets the agent know that somebody listens, also when there is nothing to tell.
                link.offer(ServerMessage.getDefaultInstance());
            }
            var memory = link.takeOver();
            unanswered.add(handedOn(message.get(), engine, info, progress, flows, receipts)
                    .whenComplete((_, _) -> memory.close()));
            while (unanswered.size() > UNANSWERED
                    || (!unanswered.isEmpty() && unanswered.getFirst().isDone())) {
                answer(unanswered.removeFirst());
            }
        }
    }

    /** How far partitions are comes first: the end of the same try may be right behind it. */
    private CompletableFuture<Void> handedOn(
            AgentMessage message,
            Engine engine,
            AgentDescription info,
            PartitionConversation progress,
            OutputFlows flows,
            LeaseReceipts receipts)
            throws LinkException {
        estimates.hear(info.session(), message.getEstimatesList());
        var told = message.getProgressCount() == 0
                ? CompletableFuture.<Void>completedFuture(null)
                : progress.tell(message.getProgressList());
        if (hasOnlyProgress(message)) return told;
        var believed = flows.received(message);
        return CompletableFuture.allOf(told, engine.report(info.session(), AgentWireCodec.report(believed, receipts)));
    }

    /** Messages of one connection are numbered without a gap. A number that leaps would make the server take all that follow for repeated. */
    private long next(long last, AgentMessage message, Engine engine, AgentDescription info, String credential) {
        long number = message.getSequence();
        if (number == 0) return last;
        if (number > 0 && (last == 0 || number <= last + 1)) return Math.max(last, number);
        var text = "message %s came after message %d".formatted(Long.toUnsignedString(number), last);
        sessions.refused(engine, credential, info.session(), text);
        throw new IllegalArgumentException(text + ": an agent numbers its messages without a gap");
    }

    private static boolean hasOnlyProgress(AgentMessage message) {
        return message.getProgressCount() + message.getEstimatesCount() > 0
                && message.getSequence() == 0
                && message.getStartedCount() == 0
                && !message.hasCredit()
                && !message.hasHeartbeat()
                && !message.hasHoldings()
                && !message.getGoodbye();
    }

    private Welcome welcome(Engine engine, int protocol) {
        return Welcome.newBuilder()
                .setProtocolVersion(protocol)
                .setServerNumber(engine.number().value())
                .setServerVersion(ProtocolVersions.software())
                .setHeartbeatMillis((int) settings.heartbeat().toMillis())
                .setSilenceMillis((int) settings.silence().multipliedBy(2).toMillis())
                .setMonitoring(monitoring)
                .build();
    }

    /** Waits for the engine; a refusal ends the connection, and the agent comes again. */
    private static void answer(CompletableFuture<Void> future) {
        try {
            future.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof Refusal refusal) throw refusal;
            throw failed;
        }
    }

    private static Optional<Problem> problem(String code, String text, boolean isTransient) {
        return Optional.of(Problem.newBuilder()
                .setCode(code)
                .setText(text)
                .setTransient(isTransient)
                .build());
    }
}
