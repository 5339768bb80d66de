package io.tidewheel.agent;

import java.time.Duration;

/** How fast chains were finished of late. One thread looks, at moments of its choosing; it is told the totals and the time. */
final class CompletionRate {
    /** Shorter looks at few chains say more about chance than about pace. */
    private static final long SHORTEST_LOOK = Duration.ofMillis(50).toNanos();

    private static final long SHORTEST_LOOK_AT_MANY = Duration.ofMillis(10).toNanos();
    private static final long MANY = 64;
    private static final double MEMORY = Duration.ofMillis(75).toNanos();

    private long lastLook;
    private long lastFinished;
    private long lastBusyNanos;
    private long quietSince;
    private double perSecond;
    private double meanNanos;

    CompletionRate(long now) {
        lastLook = now;
        quietSince = now;
    }

    /**
     * Takes a look.
     *
     * @param finished chains finished so far
     * @param busyNanos the sum of their durations
     * @param running whether any chain runs now
     */
    void look(long now, long finished, long busyNanos, boolean running) {
        long passed = now - lastLook;
        long more = finished - lastFinished;
        if (more > 0 || !running) quietSince = now;
        if (passed < SHORTEST_LOOK && (more < MANY || passed < SHORTEST_LOOK_AT_MANY)) return;
        // A long look outweighs what was seen before it: yesterday's pace is no reason to hoard today.
        double weight = 1 - Math.exp(-passed / MEMORY);
        perSecond += weight * (more * 1e9 / passed - perSecond);
        if (more > 0) meanNanos = (meanNanos + (double) (busyNanos - lastBusyNanos) / more) / 2;
        lastLook = now;
        lastFinished = finished;
        lastBusyNanos = busyNanos;
    }

    /** Whether any chain has ended. */
    boolean isKnown() {
        return lastFinished > 0;
    }

    double perSecond() {
        return perSecond;
    }

    /** How long a chain takes; when none has ended for long although some run, those tell of their length already. */
    Duration meanDuration(long now) {
        return Duration.ofNanos(Math.max((long) meanNanos, now - quietSince));
    }
}
