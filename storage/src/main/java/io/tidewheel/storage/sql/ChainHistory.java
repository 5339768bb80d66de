package io.tidewheel.storage.sql;

import org.jspecify.annotations.Nullable;

/**
 * What is remembered of an unfinished chain that was leased before and taken back. Times are in microseconds.
 *
 * @param due when its back-off is over; null if it does not wait for that
 */
public record ChainHistory(
        long chain,
        int lane,
        int attempt,
        int failures,
        int losses,
        long firstClaimed,
        long claimed,
        @Nullable Long due,
        int reason) {
    ChainHistory inLane(int other) {
        return new ChainHistory(chain, other, attempt, failures, losses, firstClaimed, claimed, due, reason);
    }
}
