package io.tidewheel.protocol;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How much memory may be taken by what peers send while it is being read and answered, by all of them together. Whoever reads something
 * large asks first, in the order in which they came; so many large ones at once wait for each other instead of exhausting the heap.
 */
public final class MemoryBudget {
    /** So little is not worth a question: heartbeats and other short messages pass whatever else is being read. */
    public static final int FREE_BYTES = 8 << 10;

    private static final int UNIT_BYTES = 1 << 10;

    private final int units;
    private final Semaphore free;

    public MemoryBudget(long bytes) {
        units = Math.clamp(bytes / UNIT_BYTES, 1, Integer.MAX_VALUE);
        free = new Semaphore(units, true);
    }

    /** A budget of the given part of the heap. */
    public static MemoryBudget ofHeap(double part) {
        return new MemoryBudget((long) (Runtime.getRuntime().maxMemory() * part));
    }

    /** For a program that talks to a server it trusts. */
    public static MemoryBudget unlimited() {
        return new MemoryBudget(Long.MAX_VALUE);
    }

    /** How much there is if nobody has any. */
    public long bytes() {
        return (long) units * UNIT_BYTES;
    }

    /** How much is taken now. */
    public long taken() {
        return (long) (units - free.availablePermits()) * UNIT_BYTES;
    }

    /** What somebody has of it, which is nothing at first. */
    public Share open() {
        return new Share();
    }

    /** A part of the budget, until it is closed. Any thread may close it, also twice. */
    public final class Share implements HeldMemory {
        private final AtomicInteger held = new AtomicInteger();

        private Share() {}

        /** Takes so much more; waits until others have given it back, but not longer than this. False, and nothing taken, if there is none. */
        public boolean take(long bytes, Duration patience) throws InterruptedException {
            if (bytes > MemoryBudget.this.bytes()) return false;
            int more = (int) ((bytes + UNIT_BYTES - 1) / UNIT_BYTES);
            if (more == 0) return true;
            if (!free.tryAcquire(more, patience.toNanos(), TimeUnit.NANOSECONDS)) return false;
            held.addAndGet(more);
            return true;
        }

        /** How much it has. */
        public long heldBytes() {
            return (long) held.get() * UNIT_BYTES;
        }

        @Override
        public void close() {
            free.release(held.getAndSet(0));
        }
    }
}
