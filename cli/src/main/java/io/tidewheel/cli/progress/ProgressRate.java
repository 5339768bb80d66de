package io.tidewheel.cli.progress;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;

/** How fast something advances, judged by the last seconds. Told the time; reads no clock. */
final class ProgressRate {
    private static final long WINDOW_NANOS = Duration.ofSeconds(10).toNanos();

    private record Look(long nanos, long done) {}

    private final ArrayDeque<Look> looks = new ArrayDeque<>();

    void look(long nanos, long done) {
        looks.addLast(new Look(nanos, done));
        while (looks.size() > 2 && nanos - looks.getFirst().nanos > WINDOW_NANOS) looks.removeFirst();
    }

    double perSecond() {
        if (looks.size() < 2) return 0;
        long nanos = looks.getLast().nanos - looks.getFirst().nanos;
        return nanos <= 0 ? 0 : (looks.getLast().done - looks.getFirst().done) * 1e9 / nanos;
    }

    /** When nothing moves, nobody knows. */
    Optional<Duration> untilDone(long left) {
        double rate = perSecond();
        if (rate <= 0 || left <= 0) return Optional.empty();
        double seconds = left / rate;
        return seconds > 1e8 ? Optional.empty() : Optional.of(Duration.ofSeconds(Math.round(seconds)));
    }
}
