package io.tidewheel.agent;

import io.tidewheel.protocol.HeldMemory;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ServerMessage;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;

/** A link through a network that can become a black hole: what is sent then goes nowhere, nothing comes, and nobody is told. */
final class FreezingLink implements Link<AgentMessage, ServerMessage> {
    private final Link<AgentMessage, ServerMessage> link;
    private final BooleanSupplier frozen;
    private final CountDownLatch closed = new CountDownLatch(1);

    FreezingLink(Link<AgentMessage, ServerMessage> link, BooleanSupplier frozen) {
        this.link = link;
        this.frozen = frozen;
    }

    @Override
    public void send(AgentMessage message) throws LinkException {
        if (!frozen.getAsBoolean()) link.send(message);
    }

    @Override
    public boolean offer(AgentMessage message) throws LinkException {
        return frozen.getAsBoolean() || link.offer(message);
    }

    @Override
    public Optional<ServerMessage> receive() throws LinkException {
        var received = link.receive();
        if (!frozen.getAsBoolean()) return received;
        try {
            closed.await();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    @Override
    public HeldMemory takeOver() {
        return link.takeOver();
    }

    @Override
    public HeldMemory holding(long bytes) {
        return link.holding(bytes);
    }

    @Override
    public void finish(Duration patience) {
        close();
    }

    @Override
    public void close() {
        closed.countDown();
        link.close();
    }

    @Override
    public String peer() {
        return link.peer();
    }
}
