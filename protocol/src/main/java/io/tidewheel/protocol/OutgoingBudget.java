package io.tidewheel.protocol;

import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * How much memory may be taken by what waits until its readers take it, by all of them together. When it is too much, the reader that has
 * taken nothing for the longest time is closed first. Safe for many threads; nobody ever waits for it.
 */
public final class OutgoingBudget {
    private final long maxBytes;
    private final LongSupplier nanos;
    private final AtomicLong total = new AtomicLong();
    private final Set<Reader> readers = ConcurrentHashMap.newKeySet();
    private final LongAdder closed = new LongAdder();
    private final Queue<Runnable> ending = new ConcurrentLinkedQueue<>();

    public OutgoingBudget(long maxBytes, LongSupplier nanos) {
        this.maxBytes = maxBytes;
        this.nanos = nanos;
    }

    /** A budget of the given part of the heap. */
    public static OutgoingBudget ofHeap(double part) {
        return new OutgoingBudget((long) (Runtime.getRuntime().maxMemory() * part), System::nanoTime);
    }

    /** For a program that talks to one server. */
    public static OutgoingBudget unlimited() {
        return new OutgoingBudget(Long.MAX_VALUE, System::nanoTime);
    }

    /** @param close ends the reader, told why; is called at most once, on a thread of its own */
    public Reader open(Consumer<String> close) {
        var reader = new Reader(close);
        readers.add(reader);
        return reader;
    }

    /** How much waits now. */
    public long waiting() {
        return total.get();
    }

    /** Whether more than half is taken: then senders that can wait do so. */
    public boolean isTight() {
        return total.get() > maxBytes / 2;
    }

    /** How many readers were closed because they took too little. */
    public long closed() {
        return closed.sum();
    }

    /** If there is no memory for a thread now, the next who adds something tries again. */
    private void startEnding() {
        try {
            Thread.startVirtualThread(() -> {
                for (var next = ending.poll(); next != null; next = ending.poll()) next.run();
            });
        } catch (OutOfMemoryError full) {
            return;
        }
    }

    private void closeSlowest() {
        while (total.get() > maxBytes) {
            var slowest = slowest();
            if (slowest.isEmpty()) return;
            slowest.get().end();
        }
    }

    private synchronized Optional<Reader> slowest() {
        Reader slowest = null;
        long longest = Long.MIN_VALUE;
        long now = nanos.getAsLong();
        for (var reader : readers) {
            long still = now - reader.lastTaken;
            if (reader.bytes() == 0 || still <= longest) continue;
            slowest = reader;
            longest = still;
        }
        return Optional.ofNullable(slowest);
    }

    /** One who is to take what waits. */
    public final class Reader implements AutoCloseable {
        private final Consumer<String> close;
        private volatile long lastTaken = nanos.getAsLong();
        private long bytes;
        private boolean over;

        private Reader(Consumer<String> close) {
            this.close = close;
        }

        /** Adds so many bytes to what waits for this reader. */
        public void waits(long more) {
            if (!add(more)) return;
            if (total.addAndGet(more) > maxBytes) closeSlowest();
            if (!ending.isEmpty()) startEnding();
        }

        private synchronized boolean add(long more) {
            if (over) return false;
            if (bytes == 0) lastTaken = nanos.getAsLong();
            bytes += more;
            return true;
        }

        /** The reader has taken so many bytes. */
        public void took(long some) {
            lastTaken = nanos.getAsLong();
            total.addAndGet(-remove(some));
        }

        private synchronized long remove(long some) {
            long removed = Math.min(bytes, some);
            bytes -= removed;
            return removed;
        }

        private synchronized long bytes() {
            return bytes;
        }

        /**
         * Ends the reader; what waited for it counts no longer. It is closed on another thread than ours: whoever calls may hold locks.
         */
        private void end() {
            long waited = bytes();
            if (!forget()) return;
            closed.increment();
            ending.add(() -> close.accept(
                    "its reader was the slowest of all, with %,d bytes waiting for it, and there is no room for more"
                            .formatted(waited)));
        }

        private boolean forget() {
            synchronized (this) {
                if (over) return false;
                over = true;
            }
            readers.remove(this);
            total.addAndGet(-remove(Long.MAX_VALUE));
            return true;
        }

        @Override
        public void close() {
            forget();
        }
    }
}
