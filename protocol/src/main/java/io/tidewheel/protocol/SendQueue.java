package io.tidewheel.protocol;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Messages on their way out, limited by their bytes. Many threads put, one takes all that has gathered and says when it is gone. */
final class SendQueue<T> {
    /** What is accepted when all readers together are behind. */
    private static final int FEW_BYTES = 64 << 10;

    private final int maxBytes;
    private final OutgoingBudget budget;
    private final OutgoingBudget.Reader reader;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Condition gone = lock.newCondition();
    private List<T> waiting = new ArrayList<>();
    private long pendingBytes;
    private boolean closed;
    private @Nullable Throwable broken;

    SendQueue(int maxBytes) {
        this(maxBytes, OutgoingBudget.unlimited(), _ -> {});
    }

    /** @param tooSlow ends what is behind this box, told why */
    SendQueue(int maxBytes, OutgoingBudget budget, Consumer<String> tooSlow) {
        this.maxBytes = maxBytes;
        this.budget = budget;
        this.reader = budget.open(tooSlow);
    }

    OutgoingBudget.Reader reader() {
        return reader;
    }

    void put(T item, int bytes) throws LinkException {
        lock.lock();
        try {
            while (!accepts(bytes)) {
                gone.await();
            }
            add(item, bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LinkException("interrupted while the other end was slow", e);
        } finally {
            lock.unlock();
        }
    }

    boolean offer(T item, int bytes) throws LinkException {
        lock.lock();
        try {
            if (!accepts(bytes)) {
                return false;
            }
            add(item, bytes);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Takes all that waits, in order; waits until there is something. Empty when the box is closed and nothing is left. */
    List<T> take() {
        lock.lock();
        try {
            while (waiting.isEmpty() && !closed) {
                arrived.awaitUninterruptibly();
            }
            var taken = waiting;
            waiting = new ArrayList<>();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Notes that so many bytes of what was taken have been sent. */
    void gone(long bytes) {
        lock.lock();
        try {
            reader.took(Math.min(pendingBytes, bytes));
            pendingBytes = Math.max(0, pendingBytes - bytes);
            gone.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until nothing is pending, at most for {@code patience}. */
    void awaitGone(Duration patience) {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (pendingBytes > 0 && left > 0) {
                left = gone.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Accepts nothing more; what waits can still be taken. */
    void close() {
        lock.lock();
        try {
            closed = true;
            arrived.signalAll();
            gone.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Closes and forgets what waits. The first cause is what later callers are told. */
    void breakOff(@Nullable Throwable cause) {
        lock.lock();
        try {
            if (broken == null && !closed) {
                broken = cause;
            }
            waiting.clear();
            pendingBytes = 0;
            reader.close();
            close();
        } finally {
            lock.unlock();
        }
    }

    private boolean accepts(int bytes) throws LinkException {
        if (closed) {
            throw broken == null
                    ? new LinkException("the link is closed")
                    : new LinkException("the link is broken: " + broken.getMessage(), broken);
        }
        return pendingBytes == 0 || pendingBytes + bytes <= (budget.isTight() ? FEW_BYTES : maxBytes);
    }

    private void add(T item, int bytes) {
        waiting.add(item);
        pendingBytes += bytes;
        reader.waits(bytes);
        arrived.signal();
    }
}
