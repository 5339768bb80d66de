package io.tidewheel.model;

import java.time.Instant;
import java.util.Comparator;

/**
 * Where a lane stands among those of its owner: the least is served first, on machines that are the owner's own.
 *
 * @param run for all lanes of a run
 * @param lane among the lanes of the run
 */
public record Rank(double run, double lane) implements Comparable<Rank> {
    /** Nobody has said anything: it comes before all that were looked at, so that it is known soon; but for what is overdue. */
    public static final Rank NONE = new Rank(-Double.MAX_VALUE, Double.NEGATIVE_INFINITY);

    private static final Comparator<Rank> ORDER =
            Comparator.comparingDouble(Rank::run).thenComparingDouble(Rank::lane);

    public Rank {
        if (Double.isNaN(run) || Double.isNaN(lane))
            throw new IllegalArgumentException("a rank is a number, not %s and %s".formatted(run, lane));
    }

    /** It has waited for too long, and comes before all that is not overdue, or came later. */
    public static Rank overdue(Instant since) {
        return new Rank(Double.NEGATIVE_INFINITY, since.toEpochMilli());
    }

    /** A lane of the same run that nobody has looked at. */
    public Rank ofNewLane() {
        return run == Double.NEGATIVE_INFINITY ? this : new Rank(run, Double.NEGATIVE_INFINITY);
    }

    @Override
    public int compareTo(Rank other) {
        return ORDER.compare(this, other);
    }
}
