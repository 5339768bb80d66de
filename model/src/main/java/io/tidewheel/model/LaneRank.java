package io.tidewheel.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a lane stands among those of its owner: the least is served first, on machines that are the owner's own.
 *
 * @param run for all lanes of a run
 * @param lane among the lanes of the run
 */
public record LaneRank(double run, double lane) implements Comparable<LaneRank> {
    /**
     * The rank of a lane that nobody has looked at: it comes before all that were looked at, so that its rank is known soon, but after
     * those that are overdue.
     */
    public static final LaneRank NONE = new LaneRank(-Double.MAX_VALUE, Double.NEGATIVE_INFINITY);

    public LaneRank {
        if (Double.isNaN(run) || Double.isNaN(lane))
            throw new IllegalArgumentException("a rank is a number, not %s and %s".formatted(run, lane));
    }

    /**
     * The rank of a lane that has waited for too long since that moment: it comes before all that are not overdue, or are so since later.
     */
    public static LaneRank overdue(Instant since) {
        return new LaneRank(Double.NEGATIVE_INFINITY, since.toEpochMilli());
    }

    /** A lane of the same run that nobody has looked at. */
    public LaneRank ofNewLane() {
        return run == Double.NEGATIVE_INFINITY ? this : new LaneRank(run, Double.NEGATIVE_INFINITY);
    }

    @Override
    public int compareTo(LaneRank other) {
        int byRun = Double.compare(run, other.run);
        return byRun != 0 ? byRun : Double.compare(lane, other.lane);
    }

    // By hand: all ranks are compared at every look, and what records come with is slow until the JVM is warm.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LaneRank that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        return 31 * Double.hashCode(run) + Double.hashCode(lane);
    }
}
