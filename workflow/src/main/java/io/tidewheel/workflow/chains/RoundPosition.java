package io.tidewheel.workflow.chains;

import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * The place of a round in its loop. It depends on where the item comes from, never on when it came: {@code 3} is the item at index 3,
 * {@code 3.1} the second of several things that round 3 of another loop yielded, {@code 3+0} the first that round 3 of the loop itself
 * yielded to its own input, and {@code 3++0} what such a round of another loop yielded. Ordered as the items of a list: what comes out of
 * 3 stands between 3 and 4.
 */
final class RoundPosition implements Comparable<RoundPosition> {
    /** One plus sign: above the bits of the index. */
    private static final long PLUS = 1L << 32;

    /** Longer texts are called by their hashes, so that what is stored of a round does not grow with how deep it is. */
    private static final int LONGEST_NAME = 40;

    private static final Pattern HASH = Pattern.compile("~[a-z2-7]{20}");

    private final long[] steps;

    private RoundPosition(long[] steps) {
        this.steps = steps;
    }

    static RoundPosition of(int index) {
        return new RoundPosition(new long[] {index});
    }

    RoundPosition item(int index) {
        return further(index);
    }

    RoundPosition child(int index) {
        return further(PLUS | index);
    }

    private RoundPosition further(long step) {
        var longer = Arrays.copyOf(steps, steps.length + 1);
        longer[steps.length] = step;
        return new RoundPosition(longer);
    }

    /** The same place in a list that another loop reads: one plus sign more, so that its own rounds have other names. */
    RoundPosition outside() {
        boolean plain = true;
        for (long step : steps) plain &= step < PLUS;
        if (plain) return this;
        var marked = steps.clone();
        for (int i = 0; i < marked.length; i++) {
            if (marked[i] >= PLUS) marked[i] += PLUS;
        }
        return new RoundPosition(marked);
    }

    /**
     * What a round is called in the ids of its actions. It depends on the position alone, so that it is the same after a crash.
     *
     * @param isShort false for runs from before names were short
     */
    String name(boolean isShort) {
        var text = toString();
        return isShort && text.length() > LONGEST_NAME ? "~" + FileNaming.hash(text) : text;
    }

    /** Whether a text can be the name of a round. */
    static boolean isName(String text) {
        if (HASH.matcher(text).matches()) return true;
        try {
            parse(text);
            return true;
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    /** Reads what {@link #toString} writes. */
    static RoundPosition parse(String text) {
        var position = new RoundPosition(new long[0]);
        int at = 0;
        long pluses = 0;
        while (at < text.length()) {
            int end = at;
            while (end < text.length() && Character.isDigit(text.charAt(end))) end++;
            position = position.further(pluses * PLUS + index(text, at, end));
            if (end == text.length()) return position;
            at = end;
            while (at < text.length() && text.charAt(at) == '+') at++;
            pluses = (long) at - end;
            if (pluses == 0) {
                if (text.charAt(at) != '.') throw none(text);
                at++;
            }
        }
        throw none(text);
    }

    private static int index(String text, int from, int to) {
        try {
            return Integer.parseInt(text, from, to, 10);
        } catch (NumberFormatException wrong) {
            throw none(text);
        }
    }

    private static IllegalArgumentException none(String text) {
        return new IllegalArgumentException("'%s' is not the position of a round".formatted(text));
    }

    @Override
    public int compareTo(RoundPosition other) {
        return Arrays.compare(steps, other.steps);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RoundPosition position && Arrays.equals(steps, position.steps);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(steps);
    }

    @Override
    public String toString() {
        if (steps.length == 1) return Long.toString(steps[0]);
        var text = new StringBuilder();
        for (int i = 0; i < steps.length; i++) {
            if (i > 0) text.append(steps[i] < PLUS ? "." : "+".repeat((int) (steps[i] / PLUS)));
            text.append(steps[i] % PLUS);
        }
        return text.toString();
    }
}
