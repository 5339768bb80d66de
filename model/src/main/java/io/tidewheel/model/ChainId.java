package io.tidewheel.model;

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

    @Override
    public String toString() {
        return run + "/" + index;
    }
}
