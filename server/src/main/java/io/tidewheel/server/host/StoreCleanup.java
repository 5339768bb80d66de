package io.tidewheel.server.host;

import io.tidewheel.engine.EngineCounters;
import io.tidewheel.model.StoreCleaner;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the store's cleaner do one step after another, and rests after each as long as the cleaner says: the engine's work needs
 * the same processors and the same disk.
 */
final class StoreCleanup implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(StoreCleanup.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);
    private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);
    private static final Duration LONGEST_REST = Duration.ofSeconds(1);

    private final StoreCleaner cleaner;
    private final Duration retention;
    private final Time time;
    private final CountDownLatch closing;
    private final EngineCounters counters;

    StoreCleanup(StoreCleaner cleaner, Duration retention, Time time, CountDownLatch closing, EngineCounters counters) {
        this.cleaner = cleaner;
        this.retention = retention;
        this.time = time;
        this.closing = closing;
        this.counters = counters;
    }

    @Override
    public void run() {
        if (retention.isZero()) return;
        try {
            var rest = BETWEEN_LOOKS;
            while (!closing.await(rest.toNanos(), TimeUnit.NANOSECONDS)) rest = step();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns how long to rest. */
    private Duration step() {
        try {
            long start = time.nanos();
            var done = cleaner.clean(time.instant(), retention);
            counters.runsRemoved.add(done.runs());
            counters.chainsRemoved.add(done.chains());
            if (!done.more()) return BETWEEN_LOOKS;
            var rest = Duration.ofNanos((time.nanos() - start) * cleaner.rest());
            return rest.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : rest;
        } catch (StoreFailure failed) {
            log.warn("old runs could not be removed, the next time may do: {}", failed.getMessage());
        } catch (OutOfMemoryError full) {
            log.warn("no memory to remove old runs, the next time may do: {}", full.getMessage());
        }
        return AFTER_FAILURE;
    }
}
