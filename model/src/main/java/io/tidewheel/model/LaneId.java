package io.tidewheel.model;

import org.jspecify.annotations.Nullable;

/** A lane within its run. */
public record LaneId(RunId run, int number) implements Comparable<LaneId> {
    public LaneId {
        if (number < 0) throw new IllegalArgumentException("a lane's number is not negative, but " + number);
    }

    @Override
    public int compareTo(LaneId other) {
        int byRun = run.compareTo(other.run);
        return byRun != 0 ? byRun : Integer.compare(number, other.number);
    }

    // By hand: it is a key of many maps, and what records come with is slow until the JVM is warm.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LaneId that && number == that.number && run.equals(that.run);
    }

    @Override
    public int hashCode() {
        return 31 * run.hashCode() + number;
    }

    @Override
    public String toString() {
        return run + "#" + number;
    }
}
