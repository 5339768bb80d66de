package io.tidewheel.server.http.h2;

import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.core5.http2.H2ConnectionException;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;

/** How much the peer will take: on the connection, and on each stream of it. Whoever has something to send waits here, but not for ever. */
final class FlowCredit {
    /** What is agreed before anybody has said anything. */
    static final int AT_FIRST = 65_535;

    private static final long MOST = Integer.MAX_VALUE;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private long connection = AT_FIRST;
    private long ofEachStream = AT_FIRST;
    private boolean over;

    /** What one stream has on top of what each has; guarded by the lock. */
    final class Share {
        private long extra;
        private boolean closed;

        /**
         * Takes so much, or less but at least one; waits for it until then.
         *
         * @param until a moment of {@link System#nanoTime}
         */
        int take(int wanted, long until) throws IOException {
            lock.lock();
            try {
                while (available() < 1) {
                    if (closed || over) throw new IOException("the peer does not want the answer any more");
                    long left = until - System.nanoTime();
                    if (left <= 0) throw new IOException("the peer took nothing of the answer for too long");
                    more.awaitNanos(left);
                }
                int taken = (int) Math.min(wanted, available());
                extra -= taken;
                connection -= taken;
                return taken;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting for the peer", e);
            } finally {
                lock.unlock();
            }
        }

        /** Takes what there is now, at most so much. */
        int takeNow(int wanted) {
            lock.lock();
            try {
                int taken = (int) Math.max(0, Math.min(wanted, available()));
                extra -= taken;
                connection -= taken;
                return taken;
            } finally {
                lock.unlock();
            }
        }

        private long available() {
            return closed || over ? 0 : Math.min(connection, ofEachStream + extra);
        }

        void add(int increment) throws IOException {
            lock.lock();
            try {
                if (ofEachStream + extra + increment > MOST)
                    throw new H2StreamResetException(H2Error.FLOW_CONTROL_ERROR, "a window of more than 2^31-1 bytes");
                extra += increment;
                more.signalAll();
            } finally {
                lock.unlock();
            }
        }

        /** Lets all go on that wait here, and none wait any longer. */
        void close() {
            lock.lock();
            try {
                closed = true;
                more.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    Share open() {
        return new Share();
    }

    void add(int increment) throws H2ConnectionException {
        lock.lock();
        try {
            if (connection + increment > MOST)
                throw new H2ConnectionException(H2Error.FLOW_CONTROL_ERROR, "a window of more than 2^31-1 bytes");
            connection += increment;
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The peer says what each stream begins with; it holds for those that are open, too. */
    void begin(long each) throws H2ConnectionException {
        if (each < 0 || each > MOST)
            throw new H2ConnectionException(H2Error.FLOW_CONTROL_ERROR, "a window of more than 2^31-1 bytes");
        lock.lock();
        try {
            ofEachStream = each;
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The connection has ended. */
    void close() {
        lock.lock();
        try {
            over = true;
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
