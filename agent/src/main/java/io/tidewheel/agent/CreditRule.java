package io.tidewheel.agent;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * Decides how many chains the agent is willing to hold: one per slot, and as many waiting ones as it takes to keep the slots
 * busy while the next are on their way. Pure.
 */
final class CreditRule {
    /** What can be worked off in this time is fetched ahead: several round trips to a server, and a slow commit. */
    static final Duration AHEAD = Duration.ofMillis(50);
    /** The same for short tasks: what is done and not yet reported counts as held, and their reports may wait. */
    static final Duration AHEAD_OF_SHORT = AHEAD.plusNanos(AgentOutbox.PATIENCE_OF_MANY);
    /**
     * Chains that take this long are better left to whoever is free first, who may be a machine that is yet to be made: what waits here waits
     * for one of them, and without it a slot stands idle for a thousandth of its time.
     */
    static final Duration LONG_TASK = Duration.ofSeconds(2);

    static final int MOST_AHEAD = 4_096;
    /** The most chains for each slot that are fetched because of what the slot could do, beyond what it does. */
    static final int MOST_FOR_ONE_THAT_WAITS = 8;
    /** An agent that finishes fewer chains per second is not at work, whatever it could do. */
    private static final double AT_WORK_PER_SECOND = 1;

    private final int slots;
    private final OptionalInt fixedPrefetch;

    CreditRule(int slots, OptionalInt fixedPrefetch) {
        this.slots = slots;
        this.fixedPrefetch = fixedPrefetch;
    }

    /** Chains to hold in all as long as none has ended: the first may be long. */
    int firstCredit() {
        return slots + fixedPrefetch.orElse(0);
    }

    /** Chains to hold in all, given how many were finished per second of late and how long one took. */
    int credit(double perSecond, Duration meanDuration) {
        return slots + fixedPrefetch.orElseGet(() -> prefetch(perSecond, meanDuration));
    }

    /** Whether a change is large enough to tell the server: a message for every chain more or less would be chatter. */
    boolean worthTelling(int told, int now) {
        if (told == now) return false;
        boolean prefetchBeginsOrEnds = told <= slots || now <= slots;
        return prefetchBeginsOrEnds || Math.abs(now - told) > Math.max(2, told / 5);
    }

    private int prefetch(double perSecond, Duration meanDuration) {
        if (meanDuration.compareTo(LONG_TASK) >= 0) return 0;
        boolean isShort = meanDuration.toNanos() < AgentOutbox.SHORT_TASK;
        double ahead = perSecond * (isShort ? AHEAD_OF_SHORT : AHEAD).toNanos() / 1e9;
        if (perSecond >= AT_WORK_PER_SECOND) ahead = Math.max(ahead, possible(meanDuration));
        return (int) Math.clamp(Math.ceil(ahead), Math.min(slots, MOST_AHEAD), MOST_AHEAD);
    }

    /**
     * What slots could work off that never waited. Those that wait for a server that is busy finish little; if they fetched little for that, each chain
     * would be a message there and one back, and the server still busier.
     */
    private double possible(Duration meanDuration) {
        double each = (double) AHEAD.toNanos() / Math.max(1, meanDuration.toNanos());
        return slots * Math.min(MOST_FOR_ONE_THAT_WAITS, each);
    }
}
