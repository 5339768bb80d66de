package io.tidewheel.workflow;

/** Where something stands in its file; both numbers begin at 1. {@link #NOWHERE} is for what no file contains. */
public record SourcePlace(int line, int column) implements Comparable<SourcePlace> {
    public static final SourcePlace NOWHERE = new SourcePlace(0, 0);

    @Override
    public int compareTo(SourcePlace other) {
        return line != other.line ? Integer.compare(line, other.line) : Integer.compare(column, other.column);
    }

    @Override
    public String toString() {
        return line + ":" + column;
    }
}
