package io.tidewheel.model;

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

    @Override
    public String toString() {
        return run + "#" + number;
    }
}
