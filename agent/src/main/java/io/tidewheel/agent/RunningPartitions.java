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
final class RunningPartitions implements Runnable {
    private static final long LONGEST_SLEEP = Duration.ofSeconds(1).toNanos();
    private static final long SHORTEST_SLEEP = Duration.ofMillis(1).toNanos();

    private final LongSupplier nanos;
    private final Consumer<Collection<Progress>> telling;
    private final Map<AttemptId, RunningPartition> parts = new LinkedHashMap<>();
    private boolean ended;

    RunningPartitions(LongSupplier nanos, Consumer<Collection<Progress>> telling) {
        this.nanos = nanos;
        this.telling = telling;
    }

    synchronized void add(RunningPartition partition) {
        parts.put(partition.id(), partition);
        notifyAll();
    }

    synchronized void remove(RunningPartition partition) {
        parts.remove(partition.id(), partition);
    }

    private synchronized List<RunningPartition> all() {
        return List.copyOf(parts.values());
    }

    /** There is a new connection, perhaps to a server that has to be told everything. */
    void tellAll() {
        for (var partition : all()) partition.hurry();
        synchronized (this) {
            notifyAll();
        }
    }

    void share(Share share) {
        RunningPartition partition;
        synchronized (this) {
            partition = parts.get(AttemptId.of(share.getAttempt()));
        }
        if (partition != null) partition.share(share);
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
            for (var partition : parts.values()) left = Math.min(left, partition.due() - now);
            if (left <= 0) return true;
            if (parts.isEmpty()) wait();
            else TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, SHORTEST_SLEEP));
        }
        return false;
    }

    private void tellDue() {
        long now = nanos.getAsLong();
        var due = new ArrayList<Progress>();
        for (var partition : all()) if (partition.due() - now <= 0) due.add(partition.tell());
        if (!due.isEmpty()) telling.accept(due);
    }
}
