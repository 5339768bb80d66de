package io.tidewheel.server.endpoints;

import io.tidewheel.engine.RunStatus;
import io.tidewheel.model.RunId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * Tells watchers how runs stand. Only the newest state of each run waits for a watcher, so a slow one skips states but never falls behind,
 * and costs no more memory than the runs that changed meanwhile.
 */
public final class RunFeed implements AutoCloseable {
    private static final int MOST_RUNS_WAITING = 10_000;

    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

    private volatile boolean over;

    /** Watches the runs that fit, until it is closed. */
    public Subscription subscribe(Predicate<RunStatus> which) {
        var subscription = new Subscription(which);
        subscriptions.add(subscription);
        return subscription;
    }

    /** Ends all subscriptions: their watchers wait no longer. */
    @Override
    public void close() {
        over = true;
        subscriptions.forEach(Subscription::wake);
    }

    public boolean isWatched() {
        return !subscriptions.isEmpty();
    }

    /** Something may have happened that nobody told. */
    public void lookAgain() {
        subscriptions.forEach(Subscription::miss);
    }

    public void changed(RunStatus run) {
        for (var subscription : subscriptions) subscription.offer(run);
    }

    /** One who watches. */
    public final class Subscription implements AutoCloseable {
        private final Predicate<RunStatus> which;
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition news = lock.newCondition();
        private Map<RunId, RunStatus> waiting = new LinkedHashMap<>();
        private boolean missed;

        private Subscription(Predicate<RunStatus> which) {
            this.which = which;
        }

        private void offer(RunStatus run) {
            if (!which.test(run)) return;
            lock.lock();
            try {
                if (waiting.size() >= MOST_RUNS_WAITING && !waiting.containsKey(run.id())) missed = true;
                else waiting.put(run.id(), run);
                news.signal();
            } finally {
                lock.unlock();
            }
        }

        /** What has changed since the last call; waits for it, at most so long, and is then empty. */
        public List<RunStatus> next(Duration patience) throws InterruptedException {
            lock.lock();
            try {
                long left = patience.toNanos();
                while (waiting.isEmpty() && left > 0 && !over && !missed) left = news.awaitNanos(left);
                var changed = new ArrayList<>(waiting.values());
                waiting = new LinkedHashMap<>();
                return changed;
            } finally {
                lock.unlock();
            }
        }

        /** True if nothing will come any more, because the server stops. */
        public boolean isOver() {
            return over;
        }

        private void miss() {
            lock.lock();
            try {
                missed = true;
                news.signalAll();
            } finally {
                lock.unlock();
            }
        }

        private void wake() {
            lock.lock();
            try {
                news.signalAll();
            } finally {
                lock.unlock();
            }
        }

        /** True, once, if so much changed that something was left out: the watcher should read the list again. */
        public boolean missedSomething() {
            lock.lock();
            try {
                boolean was = missed;
                missed = false;
                return was;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() {
            subscriptions.remove(this);
        }
    }
}
