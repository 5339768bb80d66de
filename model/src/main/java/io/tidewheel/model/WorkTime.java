package io.tidewheel.model;

import java.time.Duration;
import java.time.Instant;

/**
 * How long an owner's chains of a kind have taken on machines of a setup.
 *
 * @param kind what the chains do, see {@link LaneSpec#kindIn}
 * @param chains how many were completed
 * @param took how long they took all together
 * @param last when the last of them ended
 */
public record WorkTime(Owner owner, String setup, String kind, long chains, Duration took, Instant last) {
    public WorkTime {
        if (chains < 1) throw new IllegalArgumentException("so many chains have taken no time: " + chains);
        if (took.isNegative()) throw new IllegalArgumentException("chains take no negative time: " + took);
    }

    /** The same with more of it: of the same owner, setup and kind. */
    public WorkTime plus(WorkTime other) {
        return new WorkTime(
                owner,
                setup,
                kind,
                chains + other.chains,
                took.plus(other.took),
                other.last.isAfter(last) ? other.last : last);
    }
}
