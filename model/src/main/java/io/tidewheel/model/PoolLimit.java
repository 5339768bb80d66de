package io.tidewheel.model;

/** How many agents there should be at least, and may be at most, that offer a set of capabilities, whatever setups they come from. */
public record PoolLimit(Capabilities capabilities, int min, int max) {
    public static final int NO_MAXIMUM = Integer.MAX_VALUE;

    public PoolLimit {
        if (min < 0) throw new IllegalArgumentException("min is at least 0, not " + min);
        if (max < min) throw new IllegalArgumentException("max is at least min, but %d < %d".formatted(max, min));
    }
}
