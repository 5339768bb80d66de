package io.tidewheel.server.notices;

import io.tidewheel.model.NoticeStore;
import io.tidewheel.model.NotifierFailure;
import io.tidewheel.model.QueuedNotice;
import io.tidewheel.model.Time;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells one target what waits for it, and again later what it could not be told. Used by one thread; the last failure may be read by any. */
final class NoticeSender {
    private static final Logger log = LoggerFactory.getLogger(NoticeSender.class);
    /** How long is waited after each attempt that was in vain; after the last pause there is no other attempt. */
    static final List<Duration> PAUSES = List.of(
            Duration.ofSeconds(5),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2),
            Duration.ofHours(5),
            Duration.ofHours(10));
    /** Longer than any notifier takes. */
    private static final Duration CLAIM = Duration.ofMinutes(10);

    /** Another server may have kept something. */
    private static final Duration SELDOM = Duration.ofSeconds(30);

    private static final int AT_A_TIME = 10;

    private final NoticeTarget target;
    private final NoticeStore store;
    private final Time time;
    private final RandomGenerator random;
    private final NoticeCounters counters;
    private final Semaphore bell = new Semaphore(1);
    private volatile String lastFailure = "";

    NoticeSender(NoticeTarget target, NoticeStore store, Time time, RandomGenerator random, NoticeCounters counters) {
        this.target = target;
        this.store = store;
        this.time = time;
        this.random = random;
        this.counters = counters;
    }

    NoticeTarget target() {
        return target;
    }

    /** Why the last attempt failed; empty if it did not. */
    String lastFailure() {
        return lastFailure;
    }

    /** There is something to tell. */
    void ring() {
        if (bell.availablePermits() == 0) bell.release();
    }

    /** Waits until there is something to tell, or there may be: what failed is due again some time. */
    void await() throws InterruptedException {
        var longest = lastFailure.isEmpty() ? SELDOM : PAUSES.getFirst();
        var _ = bell.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS);
        bell.drainPermits();
    }

    /** Tells what is due; true if there may be more. */
    boolean runOnce() {
        var now = time.instant();
        var due = store.claim(target.name(), now, now.plus(CLAIM), AT_A_TIME);
        for (var notice : due) {
            if (Thread.currentThread().isInterrupted()) return false;
            send(notice);
        }
        return due.size() == AT_A_TIME;
    }

    private void send(QueuedNotice queued) {
        try {
            target.notifier().tell(NoticeJson.read(queued.body().bytes()));
            lastFailure = "";
            counters.delivered.increment();
            store.settle(queued, time.instant());
        } catch (NotifierFailure failure) {
            failed(queued, String.valueOf(failure.getMessage()), failure.isLasting());
        } catch (IllegalArgumentException unreadable) {
            failed(queued, String.valueOf(unreadable.getMessage()), true);
        } catch (RuntimeException | LinkageError mistake) {
            failed(queued, "the notifier '%s' threw %s".formatted(target.provider(), mistake), false);
        }
    }

    private void failed(QueuedNotice queued, String why, boolean lasting) {
        counters.failed.increment();
        lastFailure = why;
        if (lasting || queued.attempts() >= PAUSES.size()) {
            counters.givenUp.increment();
            log.warn("{} is not told of {} any more: {}", target.name(), queued.id(), why);
            store.settle(queued, time.instant());
            return;
        }
        var pause = PAUSES.get(queued.attempts());
        // Notices that failed together need not be tried again together.
        long most = pause.toMillis() / 10;
        log.info("{} could not be told of {}, again in {}: {}", target.name(), queued.id(), pause, why);
        store.postpone(queued, time.instant().plus(pause).plusMillis(random.nextLong(most + 1)));
    }
}
