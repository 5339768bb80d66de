package io.tidewheel.cli.embedded;

import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Output;
import io.tidewheel.protocol.wire.ServerMessage;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A connection of the agent in this process on which somebody else sees the output go by. If that somebody is slow, the agent waits, and
 * so do the commands: as in any pipe.
 */
final class OutputTap implements Link<AgentMessage, ServerMessage> {
    private final Link<AgentMessage, ServerMessage> link;
    private final Consumer<Output> listener;

    OutputTap(Link<AgentMessage, ServerMessage> link, Consumer<Output> listener) {
        this.link = link;
        this.listener = listener;
    }

    @Override
    public void send(AgentMessage message) throws LinkException {
        message.getOutputsList().forEach(listener);
        link.send(message);
    }

    @Override
    public boolean offer(AgentMessage message) throws LinkException {
        // The listener may be slow, and whoever offers must not wait: output has to be sent by somebody who may.
        return message.getOutputsCount() == 0 && link.offer(message);
    }

    @Override
    public Optional<ServerMessage> receive() throws LinkException {
        return link.receive();
    }

    @Override
    public void finish(Duration patience) {
        link.finish(patience);
    }

    @Override
    public void close() {
        link.close();
    }

    @Override
    public String peer() {
        return link.peer();
    }
}
