package io.tidewheel.server.http;

import io.tidewheel.model.Time;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Remembers from where wrong tokens, secrets and names of sites come. Whoever shows many is told to come later, and later
 * each time, and has to connect anew for every further one; the right ones are always accepted, also from the same address: others may be behind it. What is remembered is bounded.
 */
public final class FailedSignIns {
    private static final int MOST_SOURCES = 10_000;
    private static final int FREE = 20;
    private static final int MOST_DOUBLINGS = 6;
    private static final Duration FORGOTTEN = Duration.ofMinutes(10);
    private static final long BETWEEN_NOTES_NANOS = Duration.ofSeconds(1).toNanos();

    /** The listener that wants to know of many failures. */
    @FunctionalInterface
    public interface Listener {
        /** There were so many failures from this source by now; it is not told of each one. */
        void manyFailed(String source, long failures);
    }

    private static final class Source {
        long failures;
        long lastNanos;
    }

    private final Time time;
    private final LongAdder failed = new LongAdder();
    private final LongAdder limited = new LongAdder();
    private volatile Listener listener = (_, _) -> {};
    private long notedNanos;
    private final Map<String, Source> sources = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Source> eldest) {
            return size() > MOST_SOURCES;
        }
    };

    public FailedSignIns(Time time) {
        this.time = time;
        this.notedNanos = time.nanos() - BETWEEN_NOTES_NANOS;
    }

    /** Tells somebody, now and then. */
    public void tell(Listener told) {
        listener = told;
    }

    /** How many there were. */
    public long failed() {
        return failed.sum();
    }

    /** How many of them were told to come later. */
    public long limited() {
        return limited.sum();
    }

    /**
     * Counts one. If there were many from there, it is refused with 429 instead of what the caller would have said.
     *
     * @param source the address of whoever showed something wrong
     */
    public void count(String source) {
        failed.increment();
        long failures = add(source);
        if (failures == FREE || (failures > FREE && Long.bitCount(failures) == 1)) note(source, failures);
        if (failures <= FREE) return;
        limited.increment();
        throw HttpProblem.of(
                        429,
                        "too-many-failures",
                        "%d wrong tokens or secrets have come from this address: correct yours, and try again later"
                                .formatted(failures))
                .with("Retry-After", Long.toString(1L << Math.min(MOST_DOUBLINGS, (failures - FREE - 1) / FREE)))
                .asException();
    }

    private synchronized long add(String source) {
        long now = time.nanos();
        var known = sources.computeIfAbsent(source, _ -> new Source());
        if (now - known.lastNanos > FORGOTTEN.toNanos()) known.failures = 0;
        known.lastNanos = now;
        return ++known.failures;
    }

    private void note(String source, long failures) {
        synchronized (this) {
            if (time.nanos() - notedNanos < BETWEEN_NOTES_NANOS) return;
            notedNanos = time.nanos();
        }
        listener.manyFailed(source, failures);
    }
}
