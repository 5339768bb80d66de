package io.tidewheel.balancing.hint;

import java.time.Duration;

/**
 * What there is to do for the sites.
 *
 * @param running partitions under lease
 * @param urgent waiting partitions of jobs that need them to meet their target
 * @param patient waiting partitions of jobs without a target
 * @param usualTime how long a partition of such a job takes; zero if unknown
 */
public record SiteDemand(long running, long urgent, long patient, Duration usualTime) {
    public SiteDemand {
        if (running < 0 || urgent < 0 || patient < 0 || usualTime.isNegative()) {
            throw new IllegalArgumentException(
                    "nothing is negative in %d, %d, %d, %s".formatted(running, urgent, patient, usualTime));
        }
    }

    public long queued() {
        return urgent + patient;
    }
}
