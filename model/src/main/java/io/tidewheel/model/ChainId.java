package io.tidewheel.model;

import org.jspecify.annotations.Nullable;

/** A process chain within its run: {@code 42/7} is the chain at index 7 of run 42. Indexes count from 0. */
public record ChainId(RunId run, int index) implements Comparable<ChainId> {
    public ChainId {
        if (index < 0) throw new IllegalArgumentException("a chain's index is not negative, but " + index);
    }

    public static ChainId of(long run, int index) {
        return new ChainId(new RunId(run), index);
    }

    @Override
    public int compareTo(ChainId other) {
        int byRun = run.compareTo(other.run);
        return byRun != 0 ? byRun : Integer.compare(index, other.index);
    }

    // By hand: it is a key of many maps, and what records come with is slow until the JVM is warm.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ChainId that && index == that.index && run.equals(that.run);
    }

    @Override
    public int hashCode() {
        return 31 * run.hashCode() + index;
    }

    @Override
    public String toString() {
        return run + "/" + index;
    }
}
