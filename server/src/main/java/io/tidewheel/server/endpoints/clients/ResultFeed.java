package io.tidewheel.server.endpoints.clients;

import io.tidewheel.engine.EndedChain;
import io.tidewheel.engine.RunStatus;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.RunId;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.protocol.HeldMemory;
import io.tidewheel.server.endpoints.RunStatuses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Carries results to those who watch a run, as they become durable. A watcher that is slower than the results, or comes later, reads what it
 * missed from the archive; so nothing is lost, memory is bounded, and each result is sent once per watch.
 */
public final class ResultFeed {
    private static final int LARGEST_PAGE = 1_000;
    private static final int SMALLEST_PAGE = 10;
    /** About so much is read at a time for a watcher, and so much of what is new waits for it. */
    private static final long PAGE_BYTES = 256 << 10;

    private static final int READ_AT_ONCE = 4;

    private static final long BETWEEN_READS_NANOS = Duration.ofMillis(500).toNanos();
    private static final int MOST_WAITING = 50_000;
    private static final Set<ChainState> FINAL =
            EnumSet.of(ChainState.SUCCEEDED, ChainState.FAILED, ChainState.CANCELLED);

    /** Where results go. May block; an exception ends the watch. */
    interface Sink {
        void results(RunId run, List<EndedChain> results) throws Exception;

        /** Counts so many bytes as held in memory for this watcher until what is handed out is closed. */
        HeldMemory holding(long bytes);

        /** The last call if the state is final: all results have been sent. */
        void status(RunStatus status) throws Exception;

        /** Nothing more will come, although there is more: whoever watches must begin anew. */
        void lost();
    }

    /** Results that were read, and the memory that they take. */
    private record Page(List<EndedChain> chains, HeldMemory memory) {}

    private final Semaphore reading = new Semaphore(READ_AT_ONCE, true);
    private final Archive archive;
    private final Map<RunId, CopyOnWriteArrayList<Watch>> watches = new ConcurrentHashMap<>();

    public ResultFeed(Archive archive) {
        this.archive = archive;
    }

    /**
     * Watches a run until its end, or until {@link Watch#stop}. Results whose index is in {@code have} are not sent.
     *
     * @param fromTheStart false if the run is so new that nothing can have ended before this call
     */
    Watch watch(RunId run, IndexSet have, boolean fromTheStart, Sink sink) {
        var watch = new Watch(run, have, fromTheStart, sink);
        watches.computeIfAbsent(run, _ -> new CopyOnWriteArrayList<>()).add(watch);
        Thread.ofVirtual().name("watch-" + run).start(watch::pump);
        return watch;
    }

    public void ended(RunId run, List<EndedChain> chains) {
        var list = watches.get(run);
        if (list == null) return;
        long bytes = bytes(chains);
        list.forEach(watch -> watch.add(chains, bytes));
    }

    public void changed(RunStatus status) {
        var list = watches.get(status.id());
        if (list != null) list.forEach(watch -> watch.update(status));
    }

    /** What is known of a run may be old: another server has ended it. */
    public void lookAgain(RunId run) {
        var list = watches.get(run);
        if (list != null) list.forEach(Watch::miss);
    }

    /** Something may have happened that nobody told. */
    public void lookAgain() {
        watches.values().forEach(list -> list.forEach(Watch::miss));
    }

    /** One who watches. */
    final class Watch {
        private final RunId run;
        private final IndexSet sent;
        private final Sink sink;
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition news = lock.newCondition();
        private List<List<EndedChain>> waiting = new ArrayList<>();
        private int waitingCount;
        private long waitingBytes;
        private int page = SMALLEST_PAGE;
        private boolean missed;
        /** There are results that came from another server; they are read in a moment, together with those that follow. */
        private boolean behind;

        private long lastReadNanos = System.nanoTime() - BETWEEN_READS_NANOS;
        private boolean stopped;
        private @Nullable RunStatus status;

        private Watch(RunId run, IndexSet have, boolean fromTheStart, Sink sink) {
            this.run = run;
            this.sent = have;
            this.missed = fromTheStart;
            this.sink = sink;
        }

        void stop() {
            lock.lock();
            try {
                stopped = true;
                news.signal();
            } finally {
                lock.unlock();
            }
        }

        private void add(List<EndedChain> chains, long bytes) {
            lock.lock();
            try {
                if (waitingCount + chains.size() > MOST_WAITING || waitingBytes + bytes > 16 * PAGE_BYTES) {
                    forgetWaiting();
                    missed = true;
                } else if (!missed) {
                    waiting.add(chains);
                    waitingCount += chains.size();
                    waitingBytes += bytes;
                }
                news.signal();
            } finally {
                lock.unlock();
            }
        }

        private void forgetWaiting() {
            waiting = new ArrayList<>();
            waitingCount = 0;
            waitingBytes = 0;
        }

        private void miss() {
            lock.lock();
            try {
                missed = true;
                news.signal();
            } finally {
                lock.unlock();
            }
        }

        private void update(RunStatus now) {
            lock.lock();
            try {
                status = now;
                news.signal();
            } finally {
                lock.unlock();
            }
        }

        private void pump() {
            try {
                while (deliverOrTryAgain()) {
                    // until the run has ended or the watcher is gone
                }
            } catch (Exception gone) {
                Thread.currentThread().interrupt();
            } catch (OutOfMemoryError full) {
                sink.lost();
            } finally {
                watches.computeIfPresent(run, (_, list) -> {
                    list.remove(this);
                    return list.isEmpty() ? null : list;
                });
            }
        }

        /** A store that fails comes back; the watcher waits. */
        private boolean deliverOrTryAgain() throws Exception {
            try {
                return deliver();
            } catch (StoreFailure unavailable) {
                lock.lock();
                try {
                    behind = true;
                    lastReadNanos = System.nanoTime();
                } finally {
                    lock.unlock();
                }
                return true;
            }
        }

        private void awaitNews() throws InterruptedException {
            while (!stopped && !missed && waiting.isEmpty() && status == null) {
                if (!behind) {
                    news.await();
                } else if (news.awaitNanos(lastReadNanos + BETWEEN_READS_NANOS - System.nanoTime()) <= 0) {
                    missed = true;
                }
            }
        }

        private boolean deliver() throws Exception {
            List<List<EndedChain>> batch;
            RunStatus now;
            boolean readArchive;
            lock.lock();
            try {
                awaitNews();
                if (stopped) return false;
                batch = waiting;
                forgetWaiting();
                now = status;
                status = null;
                readArchive = missed;
                missed = false;
            } finally {
                lock.unlock();
            }
            if (readArchive) now = readArchive(now);
            for (var chains : batch) send(chains);
            if (now == null) return true;
            if (sent.size() < now.totals().ended()) catchUp(now);
            sink.status(now);
            return !now.state().isFinal();
        }

        /** Reading takes long when much has ended: while the run goes on, it is done now and then only. */
        private void catchUp(RunStatus now) throws Exception {
            boolean soon = System.nanoTime() - lastReadNanos < BETWEEN_READS_NANOS;
            if (soon && !now.state().isFinal()) behind = true;
            else readArchive(now);
        }

        /** Sends everything that has ended so far. Returns the run's status, if it is known to have ended. */
        private @Nullable RunStatus readArchive(@Nullable RunStatus known) throws Exception {
            lastReadNanos = System.nanoTime();
            behind = false;
            var record = archive.run(run);
            int from = sent.firstMissing();
            while (true) {
                int next = sendPage(from);
                if (next == from) break;
                from = next;
            }
            if (record.isPresent() && record.get().state().isFinal()) {
                return RunStatuses.of(record.get());
            }
            return known;
        }

        /** Answers where the next page begins, which is the longer the shorter the results are. */
        private int sendPage(int from) throws Exception {
            var read = readPage(from);
            try (var _ = read.memory) {
                if (read.chains.isEmpty()) return from;
                send(read.chains);
            }
            long fitting = PAGE_BYTES * read.chains.size() / Math.max(1, bytes(read.chains));
            page = Math.clamp(Math.min(fitting, 4L * page), SMALLEST_PAGE, LARGEST_PAGE);
            return read.chains.getLast().index() + 1;
        }

        /** A few read at a time, so that what is read is counted before very many have read something. */
        private Page readPage(int from) throws InterruptedException {
            reading.acquire();
            try {
                var chains = archive.chains(run, FINAL, from, page, true).stream()
                        .map(ResultFeed::ended)
                        .toList();
                return new Page(chains, sink.holding(bytes(chains)));
            } finally {
                reading.release();
            }
        }

        private void send(List<EndedChain> chains) throws Exception {
            var fresh = new ArrayList<EndedChain>(chains.size());
            for (var chain : chains) {
                if (sent.add(chain.index())) fresh.add(chain);
            }
            if (!fresh.isEmpty()) sink.results(run, fresh);
        }
    }

    private static long bytes(List<EndedChain> chains) {
        long bytes = 0;
        for (var chain : chains) bytes += chain.report().size();
        return bytes;
    }

    private static EndedChain ended(ChainRecord chain) {
        return new EndedChain(
                chain.id().index(), chain.state(), chain.reason(), chain.exitCode(), chain.attempt(), chain.report());
    }
}
