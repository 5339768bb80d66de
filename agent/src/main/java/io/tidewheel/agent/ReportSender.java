package io.tidewheel.agent;

import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ServerMessage;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Carries what is in the outbox to the server, on one connection. Whoever has put something in sends it, with all that has gathered,
 * unless another thread is just doing so: waking a thread for it would cost more than the sending. Nobody ever waits for a slow
 * connection but the sender's own thread.
 */
final class ReportSender implements AgentOutbox.Carrier, Runnable {
    private final AgentOutbox outbox;
    private final Link<AgentMessage, ServerMessage> link;
    private final ReentrantLock sending = new ReentrantLock();
    /** A message that the connection did not take; it goes before all others. */
    private @Nullable AgentMessage stuck;

    private volatile @Nullable Thread thread;
    private volatile boolean over;

    ReportSender(AgentOutbox outbox, Link<AgentMessage, ServerMessage> link) {
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

    @Override
    public void soon() {
        LockSupport.unpark(thread);
    }

    /** Repeats what was not acknowledged, and then sends what has waited long enough, or got stuck; until the end. */
    @Override
    public void run() {
        thread = Thread.currentThread();
        try {
            begin();
            while (!over) {
                carryOn();
                // A thread that put something in while we had the lock has left the sending to us.
                if (outbox.hasNews(this)) continue;
                long pause = outbox.untilDue();
                if (pause > 0 && !over) LockSupport.parkNanos(this, pause);
            }
        } catch (LinkException broken) {
            link.close();
        }
    }

    private void begin() throws LinkException {
        sending.lock();
        try {
            if (over) return;
            for (var message : outbox.connect(this)) link.send(message);
            offerAll();
        } finally {
            sending.unlock();
        }
    }

    private void carryOn() throws LinkException {
        sending.lock();
        try {
            if (over) return;
            if (stuck != null) sendStuck(stuck);
            offerAll();
        } finally {
            sending.unlock();
        }
    }

    /** Closes the connection and lets the sender's thread end. */
    void end() {
        link.close(); // frees the thread that may be waiting in it with the lock
        sending.lock();
        try {
            over = true;
            outbox.disconnect();
        } finally {
            sending.unlock();
        }
        LockSupport.unpark(thread);
    }

    private void offerAll() throws LinkException {
        if (stuck != null) return;
        for (var message = outbox.next(this); message != null; message = outbox.next(this)) {
            if (link.offer(message)) outbox.sent(message);
            else {
                stuck = message;
                LockSupport.unpark(thread);
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
