package io.tidewheel.balancing.hint;

import java.time.Duration;
import java.time.Instant;

/**
 * A foreign infrastructure that takes partitions.
 *
 * @param slots how many partitions it can run now
 * @param mostSlots how many if it switches everything on
 * @param heard its last call, of any kind
 */
public record Site(String id, int slots, int mostSlots, Instant heard) {
    private static final int INACTIVE_AFTER = 2;
    private static final int REMOVED_AFTER = 5;

    /** Whether it counts. */
    public enum Presence {
        ACTIVE,
        /** Too long silent to be counted. */
        INACTIVE,
        /** The site was silent for so long that it is no longer shown; when it calls again it is active again. */
        REMOVED
    }

    public Site {
        if (slots < 0) throw new IllegalArgumentException("a site has 0 slots or more, not " + slots);
        if (mostSlots < 1) throw new IllegalArgumentException("a site has at least 1 slot at most, not " + mostSlots);
    }

    /** @param scaleTime how long sites take to change their size */
    public Presence presence(Duration scaleTime, Instant now) {
        var silent = Duration.between(heard, now);
        if (silent.compareTo(scaleTime.multipliedBy(INACTIVE_AFTER)) < 0) return Presence.ACTIVE;
        if (silent.compareTo(scaleTime.multipliedBy(REMOVED_AFTER)) < 0) return Presence.INACTIVE;
        return Presence.REMOVED;
    }

    Site heard(Instant now) {
        return new Site(id, slots, mostSlots, now);
    }

    Site sized(int newSlots, int newMost) {
        return new Site(id, newSlots, newMost, heard);
    }
}
