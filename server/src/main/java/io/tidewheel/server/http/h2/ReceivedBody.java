package io.tidewheel.server.http.h2;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;
import org.jspecify.annotations.Nullable;

/** The body of a request: what has come of it and was not read yet, never more than the peer was allowed to send. */
final class ReceivedBody extends InputStream {
    /** Tells the peer that it may send more. */
    @FunctionalInterface
    interface UsedBytes {
        void used(int bytes, long readInAll) throws IOException;
    }

    private static final byte[] NOTHING = {};

    private final Http2Limits limits;
    private final OptionalLong expected;
    private final UsedBytes peer;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    /** What waits is in here, from {@code first} on; the rest is guarded by the lock, too. */
    private byte[] waiting = NOTHING;

    private int first;
    private int count;
    private long received;
    private boolean ended;
    private boolean dropped;
    private @Nullable IOException broken;
    private long begun;
    private long readInAll;

    ReceivedBody(Http2Limits limits, OptionalLong expected, UsedBytes peer) {
        this.limits = limits;
        this.expected = expected;
        this.peer = peer;
    }

    /** Adds more of the body. False if nobody wants it, and it is used already. */
    boolean add(ByteBuffer data, boolean last) throws H2StreamResetException {
        lock.lock();
        try {
            received += data.remaining();
            ended |= last;
            if (expected.isPresent() && (received > expected.getAsLong() || (ended && received < expected.getAsLong())))
                throw new H2StreamResetException(
                        H2Error.PROTOCOL_ERROR, "the body is not as long as it was said to be");
            if (!dropped) append(data);
            news.signalAll();
            return !dropped;
        } finally {
            lock.unlock();
        }
    }

    private void append(ByteBuffer data) {
        int more = data.remaining();
        if (first + count + more > waiting.length) {
            var moved = count + more > waiting.length
                    ? new byte[Math.max(count + more, Math.min(2 * waiting.length, FlowCredit.AT_FIRST))]
                    : waiting;
            System.arraycopy(waiting, first, moved, 0, count);
            waiting = moved;
            first = 0;
        }
        data.get(waiting, first + count, more);
        count += more;
    }

    /** Whether the peer has sent it to its end. */
    boolean hasEnded() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    /** Whether it was read to its end. */
    boolean isRead() {
        lock.lock();
        try {
            return ended && count == 0;
        } finally {
            lock.unlock();
        }
    }

    /** Breaks the body off: the thread that reads it, now or later, gets this reason instead of more bytes. */
    void breakOff(IOException why) {
        lock.lock();
        try {
            if (broken == null) broken = why;
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Drops the body, which nobody will read any more; answers how many bytes were waiting in it and are free now. */
    int drop() {
        lock.lock();
        try {
            dropped = true;
            int rest = count;
            count = 0;
            forget();
            return rest;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) return 0;
        int read = take(into, offset, length);
        if (read > 0) peer.used(read, readInAll);
        return read;
    }

    private int take(byte[] into, int offset, int length) throws IOException {
        lock.lock();
        try {
            while (count == 0) {
                if (broken != null) throw new IOException("the body will never be complete", broken);
                if (ended) return -1;
                long left = timeLeft();
                if (left <= 0) throw new IOException("the body comes too slowly");
                news.awaitNanos(left);
            }
            int read = Math.min(length, count);
            System.arraycopy(waiting, first, into, offset, read);
            first += read;
            count -= read;
            readInAll += read;
            if (count == 0) forget();
            return read;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the body", e);
        } finally {
            lock.unlock();
        }
    }

    /** What is used takes no room: a hundred streams whose bodies were long would keep a hundred times what may wait. */
    private void forget() {
        waiting = NOTHING;
        first = 0;
    }

    private long timeLeft() {
        long now = System.nanoTime();
        if (begun == 0) begun = now;
        return begun + limits.body().toNanos() + TimeUnit.SECONDS.toNanos(received / limits.bodyRate()) - now;
    }
}
