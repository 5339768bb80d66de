package io.tidewheel.workflow;

/** Where something stands in its file; both numbers begin at 1. {@link #NOWHERE} is for what no file contains. */
public record Place(int line, int column) implements Comparable<Place> {
    public static final Place NOWHERE = new Place(0, 0);

    @Override
    public int compareTo(Place other) {
        return line != other.line ? Integer.compare(line, other.line) : Integer.compare(column, other.column);
    }

    @Override
    public String toString() {
        return line + ":" + column;
    }
}
