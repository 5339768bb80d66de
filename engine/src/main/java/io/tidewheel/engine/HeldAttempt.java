package io.tidewheel.engine;

import io.tidewheel.model.ChainId;

/**
 * An attempt of a chain that an agent speaks of.
 *
 * @param receipted whether the agent has shown that a server handed it this attempt; counts where the store keeps no lease
 * @param goesOn whether it is at work, and goes on although another agent has been given a later attempt meanwhile
 */
public record HeldAttempt(ChainId chain, int attempt, boolean receipted, boolean goesOn) {
    /** An attempt of which the agent has shown nothing. */
    public HeldAttempt(ChainId chain, int attempt) {
        this(chain, attempt, false, false);
    }

    /** An attempt of which nobody knows whether it is at work. */
    public HeldAttempt(ChainId chain, int attempt, boolean receipted) {
        this(chain, attempt, receipted, false);
    }
}
