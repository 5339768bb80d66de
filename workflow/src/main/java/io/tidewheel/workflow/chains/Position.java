package io.tidewheel.workflow.chains;

import java.util.Arrays;

/**
 * The place of a round in its loop. It depends on where the item comes from, never on when it came: {@code 3} is the item at index 3,
 * {@code 3.1} the second of several things that round 3 of another loop yielded, {@code 3+0} the first that round 3 of the loop itself
 * yielded to its own input. Ordered as the items of a list: what comes out of 3 stands between 3 and 4.
 */
final class Position implements Comparable<Position> {
    private static final int CHILD = 1 << 30;

    private final int[] steps;

    private Position(int[] steps) {
        this.steps = steps;
    }

    static Position of(int index) {
        return new Position(new int[] {index});
    }

    Position item(int index) {
        return further(index);
    }

    Position child(int index) {
        return further(index | CHILD);
    }

    private Position further(int step) {
        var longer = Arrays.copyOf(steps, steps.length + 1);
        longer[steps.length] = step;
        return new Position(longer);
    }

    /** Reads what {@link #toString} writes. */
    static Position parse(String text) {
        var position = new Position(new int[0]);
        int at = 0;
        int kind = 0;
        while (at < text.length()) {
            int end = at;
            while (end < text.length() && Character.isDigit(text.charAt(end))) end++;
            try {
                position = position.further(Integer.parseInt(text.substring(at, end)) | kind);
            } catch (NumberFormatException wrong) {
                throw new IllegalArgumentException("'%s' is not the position of a round".formatted(text), wrong);
            }
            if (end == text.length()) return position;
            kind = text.charAt(end) == '+' ? CHILD : 0;
            at = end + 1;
        }
        throw new IllegalArgumentException("'%s' is not the position of a round".formatted(text));
    }

    @Override
    public int compareTo(Position other) {
        return Arrays.compare(steps, other.steps);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Position position && Arrays.equals(steps, position.steps);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(steps);
    }

    @Override
    public String toString() {
        if (steps.length == 1) return Integer.toString(steps[0]);
        var text = new StringBuilder();
        for (int i = 0; i < steps.length; i++) {
            if (i > 0) text.append((steps[i] & CHILD) == 0 ? '.' : '+');
            text.append(steps[i] & ~CHILD);
        }
        return text.toString();
    }
}
