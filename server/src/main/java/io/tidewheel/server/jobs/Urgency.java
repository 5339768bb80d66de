package io.tidewheel.server.jobs;

import io.tidewheel.model.RunSpec;
import java.time.Instant;
import java.util.Comparator;

/**
 * How soon a job is to be served, beside others: the higher priority first, then the earlier deadline.
 *
 * @param deadline far in the future if it has none
 */
public record Urgency(int priority, Instant deadline) implements Comparable<Urgency> {
    static final Urgency USUAL = new Urgency(0, Instant.MAX);

    private static final Comparator<Urgency> ORDER =
            Comparator.comparingInt(Urgency::priority).reversed().thenComparing(Urgency::deadline);

    static Urgency of(RunSpec spec) {
        return new Urgency(spec.priority(), spec.deadline().orElse(Instant.MAX));
    }

    /** The more urgent one comes first. */
    @Override
    public int compareTo(Urgency other) {
        return ORDER.compare(this, other);
    }
}
