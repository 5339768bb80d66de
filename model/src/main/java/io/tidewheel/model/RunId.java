package io.tidewheel.model;

/** The number of a run: small, unique in its store, and what users type. */
public record RunId(long number) implements Comparable<RunId> {
    public RunId {
        if (number <= 0) throw new IllegalArgumentException("a run's number is positive, not " + number);
    }

    @Override
    public int compareTo(RunId other) {
        return Long.compare(number, other.number);
    }

    @Override
    public String toString() {
        return Long.toString(number);
    }
}
