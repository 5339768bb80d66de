package io.tidewheel.model;

/** How many chains a lane was given, and how they ended. */
public record LaneTotals(long added, long succeeded, long failed, long cancelled) {
    public static final LaneTotals ZERO = new LaneTotals(0, 0, 0, 0);

    public long ended() {
        return succeeded + failed + cancelled;
    }

    public long open() {
        return added - ended();
    }

    public LaneTotals plus(LaneTotals other) {
        return new LaneTotals(
                added + other.added, succeeded + other.succeeded, failed + other.failed, cancelled + other.cancelled);
    }
}
