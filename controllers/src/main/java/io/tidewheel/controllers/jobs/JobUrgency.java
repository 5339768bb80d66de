package io.tidewheel.controllers.jobs;

import io.tidewheel.model.RunSpec;
import java.time.Instant;
import java.util.Comparator;

/**
 * How soon a job is to be served, beside others: the higher priority first, then the earlier deadline.
 *
 * @param deadline far in the future if it has none
 */
public record JobUrgency(int priority, Instant deadline) implements Comparable<JobUrgency> {
    private static final Comparator<JobUrgency> ORDER =
            Comparator.comparingInt(JobUrgency::priority).reversed().thenComparing(JobUrgency::deadline);

    public static JobUrgency of(RunSpec spec) {
        return new JobUrgency(spec.priority(), spec.deadline().orElse(Instant.MAX));
    }

    /** The more urgent one comes first. */
    @Override
    public int compareTo(JobUrgency other) {
        return ORDER.compare(this, other);
    }
}
