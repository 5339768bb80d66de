package io.tidewheel.model;

import java.time.Duration;
import java.time.Instant;

/**
 * Removes finished runs that are not kept any more, with all that belongs to them, while the engine goes on with its work. A run disappears
 * from sight in one step; what it has left behind goes little by little. Each step is small, durable when it returns, and taken up where it
 * was left if the process dies. It may throw {@link StoreFailure}. Called by one thread at a time, which need not be the engine's.
 */
public interface StoreCleaner {
    /**
     * What a step has done.
     *
     * @param runs how many runs have disappeared from sight
     * @param chains how many chains are gone
     * @param more true if there is more to do right now
     */
    record CleaningStep(int runs, long chains, boolean more) {
        public static final CleaningStep NOTHING = new CleaningStep(0, 0, false);
    }

    /** For each moment that a step has taken, so many are to pass before the next, so that the engine's work hardly notices. */
    int rest();

    /** Does one step for runs that ended longer ago than {@code retention}, oldest first. */
    CleaningStep clean(Instant now, Duration retention);
}
