package io.tidewheel.bench.steep;

/**
 * A chain after its end.
 *
 * @param set what it required
 * @param finished in seconds since the submission
 * @param seconds how long its last attempt took on its agent
 */
record ChainSeen(int index, String set, String agent, boolean succeeded, double finished, double seconds, int losses) {}
