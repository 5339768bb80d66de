package io.tidewheel.model;

import java.time.Duration;

/**
 * When a failed chain is tried again. {@code maxAttempts} counts all attempts, the first included; {@link #FOREVER} has no end. The delay
 * after attempt n is {@code delay * exponentialBackoff^(n-1)}, at most {@code maxDelay}.
 */
public record RetryPolicy(int maxAttempts, Duration delay, int exponentialBackoff, Duration maxDelay) {
    public static final int FOREVER = -1;
    public static final Duration LONGEST = Duration.ofDays(365);
    public static final RetryPolicy NEVER = new RetryPolicy(1, Duration.ZERO, 1, LONGEST);

    public RetryPolicy {
        if (maxAttempts != FOREVER && maxAttempts < 1) {
            throw new IllegalArgumentException("maxAttempts is at least 1, or -1 for no end, not " + maxAttempts);
        }
        if (exponentialBackoff < 1) {
            throw new IllegalArgumentException("exponentialBackoff is at least 1, not " + exponentialBackoff);
        }
        Durations.requireNotNegative("delay", delay);
        Durations.requireNotNegative("maxDelay", maxDelay);
    }

    /** The same with other parts. */
    public RetryPolicy withMaxAttempts(int other) {
        return new RetryPolicy(other, delay, exponentialBackoff, maxDelay);
    }

    public RetryPolicy withDelay(Duration other) {
        return new RetryPolicy(maxAttempts, other, exponentialBackoff, maxDelay);
    }

    public RetryPolicy withExponentialBackoff(int other) {
        return new RetryPolicy(maxAttempts, delay, other, maxDelay);
    }

    public RetryPolicy withMaxDelay(Duration other) {
        return new RetryPolicy(maxAttempts, delay, exponentialBackoff, other);
    }

    public boolean allowsAnother(int attemptsMade) {
        return maxAttempts == FOREVER || attemptsMade < maxAttempts;
    }

    public Duration delayAfter(int attempt) {
        if (delay.isZero()) return delay;
        double factor = Math.pow(exponentialBackoff, Math.max(0, attempt - 1));
        double millis = Math.min(delay.toMillis() * factor, (double) maxDelay.toMillis());
        return Duration.ofMillis((long) millis);
    }
}
