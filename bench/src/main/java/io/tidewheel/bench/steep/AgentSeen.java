package io.tidewheel.bench.steep;

/**
 * An agent that was there.
 *
 * @param joined in seconds since the submission
 * @param killed in seconds since the submission; not a number if it was not killed
 */
record AgentSeen(String name, String offers, double joined, double killed) {}
