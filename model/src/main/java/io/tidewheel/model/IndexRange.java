package io.tidewheel.model;

/** The values of an array, {@code from} to {@code to} inclusive by {@code step}: {@code 1-1000:2}. */
public record IndexRange(long from, long to, long step) {
    public static final int MAX_COUNT = 100_000_000;

    public IndexRange {
        if (from < 0 || to < from || step < 1) {
            throw new IllegalArgumentException(
                    "array %d-%d:%d is impossible: it needs 0 <= from <= to and a step of at least 1"
                            .formatted(from, to, step));
        }
        if ((to - from) / step + 1 > MAX_COUNT) {
            throw new IllegalArgumentException("array %d-%d:%d has more than %,d values: split it into several runs"
                    .formatted(from, to, step, MAX_COUNT));
        }
    }

    /** Reads {@code 10} (meaning 10-10), {@code 1-10} or {@code 1-10:2}; digits may be grouped with {@code _}. */
    public static IndexRange parse(String text) {
        var match = java.util.regex.Pattern.compile("(\\d[\\d_]*)(?:-(\\d[\\d_]*)(?::(\\d[\\d_]*))?)?")
                .matcher(text.strip());
        if (!match.matches()) {
            throw new IllegalArgumentException(
                    "'%s' is not an array: write it like 1-1000 or 1-1000:2".formatted(text));
        }
        long from = number(match.group(1), text);
        long to = match.group(2) == null ? from : number(match.group(2), text);
        long step = match.group(3) == null ? 1 : number(match.group(3), text);
        return new IndexRange(from, to, step);
    }

    public int count() {
        return (int) ((to - from) / step + 1);
    }

    public long value(int index) {
        return from + index * step;
    }

    private static long number(String digits, String text) {
        var plain = digits.replace("_", "");
        if (plain.length() > 18)
            throw new IllegalArgumentException("a number in array '%s' is too large".formatted(text));
        return Long.parseLong(plain);
    }

    @Override
    public String toString() {
        return from + "-" + to + (step == 1 ? "" : ":" + step);
    }
}
