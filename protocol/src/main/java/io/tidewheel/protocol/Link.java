package io.tidewheel.protocol;

import com.google.protobuf.MessageLite;
import java.time.Duration;
import java.util.Optional;

/**
 * One end of a connection that carries whole messages in both directions, in order. Any thread may send and close; one thread at a time
 * receives.
 *
 * @param <O> what goes out
 * @param <I> what comes in
 */
public interface Link<O extends MessageLite, I extends MessageLite> extends AutoCloseable {
    /**
     * Accepts a message for sending; waits while the other end is so slow that the link's limit of pending bytes is reached. That it
     * returns does not say that the message has arrived.
     */
    void send(O message) throws LinkException;

    /** Like {@link #send}, but never waits: false, and nothing sent, if the limit is reached. */
    boolean offer(O message) throws LinkException;

    /** The next message; waits for it. Empty when either end has closed the link between two messages. */
    Optional<I> receive() throws LinkException;

    /**
     * The memory that the message received last takes of what there is for all. It is given back with the next {@link #receive}; whoever
     * keeps the message longer takes the memory over with this call, and closes it when the message is done with.
     */
    default HeldMemory takeOver() {
        return HeldMemory.NONE;
    }

    /**
     * Counts so many bytes, beside what was accepted for sending, as held for the other end until what is handed out is closed. When all links
     * together hold too much, the slowest is closed.
     */
    default HeldMemory holding(long bytes) {
        return HeldMemory.NONE;
    }

    /**
     * Ends the link politely: what was accepted for sending still goes out, and the other end gets the time to read it. Returns when the
     * link is closed, at the latest after {@code patience}.
     */
    void finish(Duration patience);

    /** Ends the link at once. Frees every thread that waits in it. */
    @Override
    void close();

    /** The name of the other end, for logs. */
    String peer();
}
