package io.tidewheel.model;

import java.time.Instant;

/**
 * A chain that was leased.
 *
 * @param attempt the fencing token: only a report that carries the current attempt is accepted
 * @param failures how many attempts have failed before, and {@code losses} how many agents were lost with it
 * @param added when it was submitted
 * @param firstClaimed when its first attempt was leased (this one, if it is the first), from which its deadline counts
 */
public record ClaimedChain(
        LaneId lane,
        int index,
        int attempt,
        int failures,
        int losses,
        SessionId session,
        String parameter,
        Payload body,
        Instant added,
        Instant firstClaimed) {
    public ChainId chain() {
        return new ChainId(lane.run(), index);
    }

    /** The same lease for another agent. */
    public ClaimedChain to(SessionId other) {
        return new ClaimedChain(lane, index, attempt, failures, losses, other, parameter, body, added, firstClaimed);
    }
}
