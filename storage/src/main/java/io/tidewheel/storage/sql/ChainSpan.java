package io.tidewheel.storage.sql;

/**
 * Consecutive chains of one lane that have the same past: all ready, or all leased to one session by one claim. Each unfinished chain that
 * does not wait for a back-off is in exactly one span. Chains that have ended may still lie inside; they have an outcome, and
 * {@code remaining} does not count them.
 *
 * @param first the key of the first chain
 * @param attempt the attempt that is leased, or the last one that was made if the chains are ready
 * @param session who holds them; {@link #READY} if nobody does
 * @param claimed when they were leased, in microseconds; 0 if they are not
 */
public record ChainSpan(long first, int count, int lane, int attempt, long session, long claimed, int remaining) {
    /** No session has this number. */
    public static final long READY = 0;

    public static ChainSpan ready(long first, int count, int lane, int attempt) {
        return new ChainSpan(first, count, lane, attempt, READY, 0, count);
    }

    /** The first key behind it. */
    public long end() {
        return first + count;
    }

    public boolean contains(long key) {
        return key >= first && key < end();
    }

    public boolean isReady() {
        return session == READY;
    }

    /** True if chains inside have ended. */
    public boolean hasHoles() {
        return remaining < count;
    }

    ChainSpan withOneLess() {
        return new ChainSpan(first, count, lane, attempt, session, claimed, remaining - 1);
    }

    /** A part of it. */
    ChainSpan part(long from, long to, int left) {
        return new ChainSpan(from, (int) (to - from), lane, attempt, session, claimed, left);
    }

    ChainSpan leasedTo(long holder, long at) {
        return new ChainSpan(first, count, lane, attempt + 1, holder, at, remaining);
    }

    /** True if {@code next} goes on where this one ends, and both could be one. */
    boolean continuesWith(ChainSpan next) {
        return isReady() && next.isReady() && end() == next.first && lane == next.lane && attempt == next.attempt;
    }

    ChainSpan joined(ChainSpan next) {
        return new ChainSpan(first, count + next.count, lane, attempt, session, claimed, remaining + next.remaining);
    }
}
