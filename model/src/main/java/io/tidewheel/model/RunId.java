package io.tidewheel.model;

import org.jspecify.annotations.Nullable;

/** The number of a run: small, unique in its store, and what users type. */
public record RunId(long number) implements Comparable<RunId> {
    public RunId {
        if (number <= 0) throw new IllegalArgumentException("a run's number is positive, not " + number);
    }

    @Override
    public int compareTo(RunId other) {
        return Long.compare(number, other.number);
    }

    // By hand: it is a key of many maps, and what records come with is slow until the JVM is warm.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RunId that && number == that.number;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }

    @Override
    public String toString() {
        return Long.toString(number);
    }
}
