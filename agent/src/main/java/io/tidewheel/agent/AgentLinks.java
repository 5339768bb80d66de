package io.tidewheel.agent;

import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ServerMessage;
import java.net.URI;

/** Opens connections to servers, within a time limit of its own. */
@FunctionalInterface
public interface AgentLinks {
    Link<AgentMessage, ServerMessage> open(URI server) throws LinkException;
}
