package io.tidewheel.model;

/**
 * An attempt that an agent shows after it was lost and given up.
 *
 * @param proven whether the agent has shown that it was given the attempt; if not, the record of its loss has to
 * @param goesOn whether it is at work, so that it goes on although another agent has been given a later attempt meanwhile
 */
public record ShownAttempt(ChainId chain, int attempt, boolean proven, boolean goesOn) {}
