package io.tidewheel.agent;

import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Share;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The partitions of iterative jobs that run here. Tells their progress when it is due, and hands them what the server answers. It has a thread of
 * its own, because it reads files.
 */
final class Parts implements Runnable {
    private static final long LONGEST_SLEEP = Duration.ofSeconds(1).toNanos();
    private static final long SHORTEST_SLEEP = Duration.ofMillis(1).toNanos();

    private final LongSupplier nanos;
    private final Consumer<Collection<Progress>> telling;
    private final Map<AttemptId, Part> parts = new LinkedHashMap<>();
    private boolean ended;

    Parts(LongSupplier nanos, Consumer<Collection<Progress>> telling) {
        this.nanos = nanos;
        this.telling = telling;
    }

    synchronized void add(Part part) {
        parts.put(part.id(), part);
        notifyAll();
    }

    synchronized void remove(Part part) {
        parts.remove(part.id(), part);
    }

    private synchronized List<Part> all() {
        return List.copyOf(parts.values());
    }

    /** There is a new connection, perhaps to a server that has to be told everything. */
    void tellAll() {
        for (var part : all()) part.hurry();
        synchronized (this) {
            notifyAll();
        }
    }

    void share(Share share) {
        Part part;
        synchronized (this) {
            part = parts.get(AttemptId.of(share.getAttempt()));
        }
        if (part != null) part.share(share);
        synchronized (this) {
            notifyAll(); // the next report may be due sooner than was thought
        }
    }

    synchronized void end() {
        ended = true;
        notifyAll();
    }

    @Override
    public void run() {
        try {
            while (sleep()) tellDue();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    /** Until something is due; false at the end. */
    private synchronized boolean sleep() throws InterruptedException {
        while (!ended) {
            long now = nanos.getAsLong();
            long left = LONGEST_SLEEP;
            for (var part : parts.values()) left = Math.min(left, part.due() - now);
            if (left <= 0) return true;
            if (parts.isEmpty()) wait();
            else TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, SHORTEST_SLEEP));
        }
        return false;
    }

    private void tellDue() {
        long now = nanos.getAsLong();
        var due = new ArrayList<Progress>();
        for (var part : all()) if (part.due() - now <= 0) due.add(part.tell());
        if (!due.isEmpty()) telling.accept(due);
    }
}
