package io.tidewheel.cli.embedded;

import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Output;
import io.tidewheel.protocol.wire.ServerMessage;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A connection of the agent in this process on which somebody else sees the output go by. If that somebody is slow, the agent waits, and
 * so do the commands: as in any pipe.
 */
final class OutputTap implements Link<AgentMessage, ServerMessage> {
    private final Link<AgentMessage, ServerMessage> link;
    private final Consumer<Output> listener;
    /** What was passed on and not told to the server yet, of the standard error (true) and the standard output of the only command. */
    private final Map<Boolean, Output> passed = new TreeMap<>();

    OutputTap(Link<AgentMessage, ServerMessage> link, Consumer<Output> listener) {
        this.link = link;
        this.listener = listener;
    }

    @Override
    public void send(AgentMessage message) throws LinkException {
        message.getOutputsList().forEach(listener);
        link.send(passed.isEmpty() && !hasPassing(message) ? message : withoutPassing(message));
    }

    private static boolean hasPassing(AgentMessage message) {
        return message.getOutputsList().stream().anyMatch(Output::getPassing);
    }

    /** What is only passed on has arrived with the listener; the server is told in the end how much that was. */
    private AgentMessage withoutPassing(AgentMessage message) {
        var lighter = message.toBuilder().clearOutputs();
        for (var output : message.getOutputsList()) {
            if (output.getPassing()) passed.merge(output.getStderr(), mark(output), OutputTap::sum);
            else lighter.addOutputs(output);
        }
        if (message.getReportsCount() > 0) {
            lighter.addAllOutputs(passed.values());
            passed.clear();
        }
        return lighter.build();
    }

    private static Output mark(Output passing) {
        return passing.toBuilder()
                .clearBytes()
                .setPassing(false)
                .setDropped(passing.getBytes().size() + passing.getDropped())
                .build();
    }

    private static Output sum(Output first, Output next) {
        return first.toBuilder()
                .setDropped(first.getDropped() + next.getDropped())
                .build();
    }

    @Override
    public boolean offer(AgentMessage message) throws LinkException {
        // The listener may be slow, and whoever offers must not wait: output has to be sent by somebody who may.
        return message.getOutputsCount() == 0 && passed.isEmpty() && link.offer(message);
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
