package io.tidewheel.server.endpoints.agents;

import io.tidewheel.engine.AgentOrder;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.SessionId;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Problem;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.protocol.wire.Share;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections of agents: carries the engine's orders to them. A connection that cannot keep up is closed; the agent joins again. */
public final class AgentConnections {
    private static final Logger log = LoggerFactory.getLogger(AgentConnections.class);

    /** A connection of an agent. The engine's thread alone calls {@link #order}. */
    static final class Connection {
        private final Link<ServerMessage, AgentMessage> link;
        private final LinkedHashSet<LaneId> told = new LinkedHashSet<>();
        private final LeaseReceipts receipts;
        private volatile boolean closedHere;

        Connection(Link<ServerMessage, AgentMessage> link, String receiptKey) {
            this.link = link;
            this.receipts = new LeaseReceipts(receiptKey);
        }

        private void order(AgentOrder order) throws LinkException {
            var message = ServerMessage.newBuilder();
            for (var assignment : order.assignments()) {
                if (told.add(assignment.lane().id())) message.addLanes(AgentWireCodec.lane(assignment));
            }
            while (told.size() > ProtocolVersions.LANES_REMEMBERED) told.removeFirst();
            AgentWireCodec.write(order, message, receipts);
            if (!link.offer(message.build())) throw new LinkException("the agent does not read what it is sent");
        }

        /** Closes it from this end: that says nothing about the agent. */
        void close() {
            closedHere = true;
            link.close();
        }

        boolean isClosedHere() {
            return closedHere;
        }
    }

    private final Map<SessionId, Connection> connections = new ConcurrentHashMap<>();

    private volatile Runnable listener = () -> {};

    /** Somebody wants to know when an agent has joined. */
    public void onJoin(Runnable told) {
        listener = told;
    }

    /** The engine knows the agent that has entered. */
    void joined() {
        listener.run();
    }

    void enter(SessionId session, Connection connection) {
        var before = connections.put(session, connection);
        if (before != null) before.close();
    }

    /** True if this connection was still the session's. */
    boolean exit(SessionId session, Connection connection) {
        return connections.remove(session, connection);
    }

    public void order(SessionId session, AgentOrder order) {
        var connection = connections.get(session);
        if (connection == null) return;
        try {
            connection.order(order);
        } catch (LinkException broken) {
            log.info("the connection of agent {} is closed: {}", session, broken.getMessage());
            connection.close();
        }
    }

    /**
     * Tells a partition of a job up to which count to work. If it cannot be told now, its next word is answered with the same. False if the agent is not connected
     * here.
     */
    public boolean tell(SessionId session, Share share) {
        var connection = connections.get(session);
        if (connection == null) return false;
        try {
            connection.link.offer(ServerMessage.newBuilder().addShares(share).build());
        } catch (LinkException broken) {
            connection.close();
        }
        return true;
    }

    public void disconnect(SessionId session, String why) {
        var connection = connections.get(session);
        if (connection == null) return;
        log.info("the connection of agent {} is closed: {}", session, why);
        connection.close();
    }

    public void closeAll(String why) {
        var problem = ServerMessage.newBuilder()
                .setProblem(
                        Problem.newBuilder().setCode("unavailable").setText(why).setTransient(true))
                .build();
        for (var connection : connections.values()) {
            Thread.startVirtualThread(() -> {
                try {
                    connection.closedHere = true;
                    connection.link.offer(problem);
                    connection.link.finish(Duration.ofMillis(200));
                } catch (LinkException _) {
                    connection.close();
                }
            });
        }
    }
}
