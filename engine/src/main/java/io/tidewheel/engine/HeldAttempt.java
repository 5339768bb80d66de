package io.tidewheel.engine;

import io.tidewheel.model.ChainId;

/**
 * An attempt of a chain that an agent speaks of.
 *
 * @param receipted whether the agent has shown that a server handed it this attempt; counts where the store keeps no lease
 */
public record HeldAttempt(ChainId chain, int attempt, boolean receipted) {
    /** An attempt of which the agent has shown nothing. */
    public HeldAttempt(ChainId chain, int attempt) {
        this(chain, attempt, false);
    }
}
