package io.tidewheel.agent.process;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a process may take.
 *
 * @param maxRuntime from its start to its end
 * @param maxInactivity without a byte of output
 * @param grace between the polite request to end (SIGTERM) and the end by force (SIGKILL)
 * @param linger how long, after the process itself has ended by its own will, others of its group may still finish writing
 */
public record ProcessLimits(
        Optional<Duration> maxRuntime, Optional<Duration> maxInactivity, Duration grace, Duration linger) {

    /** No limit on the run itself, ten seconds of grace. */
    public static final ProcessLimits NONE =
            new ProcessLimits(Optional.empty(), Optional.empty(), Duration.ofSeconds(10), Duration.ofMillis(100));

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    public ProcessLimits {
        maxRuntime.ifPresent(limit -> checkPositive("maxRuntime", limit));
        maxInactivity.ifPresent(limit -> checkPositive("maxInactivity", limit));
        checkNotNegative("grace", grace);
        checkNotNegative("linger", linger);
    }

    public ProcessLimits withMaxRuntime(Duration limit) {
        return new ProcessLimits(Optional.of(limit), maxInactivity, grace, linger);
    }

    public ProcessLimits withMaxInactivity(Duration limit) {
        return new ProcessLimits(maxRuntime, Optional.of(limit), grace, linger);
    }

    public ProcessLimits withGrace(Duration limit) {
        return new ProcessLimits(maxRuntime, maxInactivity, limit, linger);
    }

    public ProcessLimits withLinger(Duration limit) {
        return new ProcessLimits(maxRuntime, maxInactivity, grace, limit);
    }

    /** In nanoseconds; what the clock cannot count, some three hundred years, is for ever: Long.MAX_VALUE. */
    static long nanos(Duration limit) {
        return limit.compareTo(LONGEST) >= 0 ? Long.MAX_VALUE : limit.toNanos();
    }

    private static void checkPositive(String name, Duration limit) {
        if (!limit.isPositive()) throw new IllegalArgumentException(name + " must be longer than zero, not " + limit);
    }

    private static void checkNotNegative(String name, Duration limit) {
        if (limit.isNegative()) throw new IllegalArgumentException(name + " must not be negative, but is " + limit);
    }
}
