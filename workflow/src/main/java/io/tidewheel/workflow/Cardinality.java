package io.tidewheel.workflow;

/** How often a parameter may be given: {@code 1..1}, {@code 0..n}. */
public record Cardinality(int lower, int upper) {
    public static final int UNBOUNDED = Integer.MAX_VALUE;
    public static final Cardinality ONE = new Cardinality(1, 1);

    public Cardinality {
        if (lower < 0 || upper < 1 || lower > upper) {
            throw new IllegalArgumentException(
                    "cardinality %s: the lower bound is at least 0, the upper at least 1 and not below the lower"
                            .formatted(text(lower, upper)));
        }
    }

    /** Reads {@code lower..upper}; throws IllegalArgumentException with a text for users. */
    public static Cardinality parse(String text) {
        int dots = text.indexOf("..");
        try {
            if (dots > 0) {
                return new Cardinality(
                        bound(text.substring(0, dots).strip()),
                        bound(text.substring(dots + 2).strip()));
            }
        } catch (NumberFormatException wrong) {
            throw notOne(text);
        }
        throw notOne(text);
    }

    private static int bound(String text) {
        return text.equals("n") ? UNBOUNDED : Integer.parseInt(text);
    }

    private static IllegalArgumentException notOne(String text) {
        return new IllegalArgumentException(
                "'%s' is not a cardinality: write two bounds like 1..1, or 0..n for any number".formatted(text));
    }

    public boolean allows(long count) {
        return lower <= count && (count <= upper || upper == UNBOUNDED);
    }

    private static String text(int lower, int upper) {
        return bound(lower) + ".." + bound(upper);
    }

    private static String bound(int bound) {
        return bound == UNBOUNDED ? "n" : Integer.toString(bound);
    }

    @Override
    public String toString() {
        return text(lower, upper);
    }
}
