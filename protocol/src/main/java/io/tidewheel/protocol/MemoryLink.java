package io.tidewheel.protocol;

import com.google.protobuf.MessageLite;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/** A link inside the process: messages are handed over as they are, under the same limits as on a socket. */
public final class MemoryLink<O extends MessageLite, I extends MessageLite> implements Link<O, I> {
    /** The two ends of one link. */
    public record Pair<L extends MessageLite, R extends MessageLite>(Link<L, R> left, Link<R, L> right) {}

    private final String peer;
    private final LinkLimits limits;
    private final SendQueue<O> out;
    private final SendQueue<I> in;
    private final Queue<I> taken = new ArrayDeque<>();
    private volatile boolean closed;

    private MemoryLink(String peer, LinkLimits limits, SendQueue<O> out, SendQueue<I> in) {
        this.peer = peer;
        this.limits = limits;
        this.out = out;
        this.in = in;
    }

    /** Opens a link between two parts of this process; the names say who is at each end. */
    public static <L extends MessageLite, R extends MessageLite> Pair<L, R> pair(
            String left, String right, LinkLimits limits) {
        var toRight = new SendQueue<L>(limits.maxPendingBytes());
        var toLeft = new SendQueue<R>(limits.maxPendingBytes());
        return new Pair<>(
                new MemoryLink<>(right, limits, toRight, toLeft), new MemoryLink<>(left, limits, toLeft, toRight));
    }

    @Override
    public void send(O message) throws LinkException {
        out.put(message, limits.cost(message));
    }

    @Override
    public boolean offer(O message) throws LinkException {
        return out.offer(message, limits.cost(message));
    }

    @Override
    public Optional<I> receive() {
        synchronized (taken) {
            if (taken.isEmpty()) {
                taken.addAll(in.take());
            }
            var next = closed ? null : taken.poll();
            if (next == null) {
                return Optional.empty();
            }
            in.gone(limits.cost(next));
            return Optional.of(next);
        }
    }

    @Override
    public void finish(Duration patience) {
        out.close();
        out.awaitGone(patience);
        close();
    }

    @Override
    public void close() {
        closed = true;
        out.close();
        in.breakOff(null);
    }

    @Override
    public String peer() {
        return peer;
    }
}
