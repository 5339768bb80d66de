package io.tidewheel.agent;

import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ServerMessage;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Carries what is in the outbox to the server, on one connection. Whoever has put something in sends it, with all that has gathered,
 * unless another thread is just doing so: waking a thread for it would cost more than the sending. Nobody ever waits for a slow
 * connection but the courier's own thread.
 */
final class Courier implements Outbox.Carrier, Runnable {
    private final Outbox outbox;
    private final Link<AgentMessage, ServerMessage> link;
    private final ReentrantLock sending = new ReentrantLock();
    private final Condition news = sending.newCondition();
    /** A message that the connection did not take; it goes before all others. */
    private @Nullable AgentMessage stuck;

    private boolean over;

    Courier(Outbox outbox, Link<AgentMessage, ServerMessage> link) {
        this.outbox = outbox;
        this.link = link;
    }

    @Override
    public void hurry() {
        // Asked again after the lock is free: what others have put in meanwhile, and could not send, is ours to send.
        while (outbox.hasNews(this) && sending.tryLock()) {
            try {
                if (stuck != null || over) return;
                offerAll();
            } catch (LinkException broken) {
                link.close(); // the reader notices, and says why
                return;
            } finally {
                sending.unlock();
            }
        }
    }

    /** Repeats what was not acknowledged, and then waits for messages that get stuck; until the end. */
    @Override
    public void run() {
        sending.lock();
        try {
            if (over) return;
            for (var message : outbox.connect(this)) link.send(message);
            offerAll();
            while (!over) {
                if (stuck == null) news.await();
                else sendStuck(stuck);
            }
        } catch (LinkException | InterruptedException broken) {
            link.close();
        } finally {
            sending.unlock();
        }
    }

    /** Closes the connection and lets the courier's thread end. */
    void end() {
        link.close(); // frees the thread that may be waiting in it with the lock
        sending.lock();
        try {
            over = true;
            outbox.disconnect();
            news.signal();
        } finally {
            sending.unlock();
        }
    }

    private void offerAll() throws LinkException {
        for (var message = outbox.next(this); message != null; message = outbox.next(this)) {
            if (link.offer(message)) outbox.sent(message);
            else {
                stuck = message;
                news.signal();
                return;
            }
        }
    }

    private void sendStuck(AgentMessage message) throws LinkException {
        link.send(message);
        outbox.sent(message);
        stuck = null;
        offerAll();
    }
}
