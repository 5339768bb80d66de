package io.tidewheel.client;

import java.time.Duration;

/**
 * How a client works.
 *
 * @param threads how many batches of one run may be on their way to the server at a time
 * @param batchSize how many tasks a batch has at most; it has fewer when fewer have gathered
 * @param maxUnacknowledged how many tasks of a run may be added before the server has acknowledged them; then {@code add} waits
 * @param maxUnacknowledgedBytes the same in bytes
 * @param maxResults how many results of a run wait in memory for whoever reads them; the server keeps the rest
 * @param patience how long to try to reach a server that is gone, before everything fails
 */
public record ClientOptions(
        int threads,
        int batchSize,
        int maxUnacknowledged,
        long maxUnacknowledgedBytes,
        int maxResults,
        Duration patience) {
    public static final ClientOptions DEFAULT =
            new ClientOptions(2, 10_000, 100_000, 32L << 20, 50_000, Duration.ofHours(1));

    public ClientOptions {
        if (threads < 1 || threads > 32) throw new IllegalArgumentException("threads is 1 to 32, not " + threads);
        if (batchSize < 1 || batchSize > 100_000) {
            throw new IllegalArgumentException("batchSize is 1 to 100,000, not " + batchSize);
        }
        if (maxUnacknowledged < 1 || maxUnacknowledgedBytes < 1 || maxResults < 1) {
            throw new IllegalArgumentException("the limits of a client are positive");
        }
        if (patience.isNegative()) throw new IllegalArgumentException("patience is not negative, but " + patience);
    }

    /** Other batches: CloudKon's number of client threads and packing size. */
    public ClientOptions withBatches(int atATime, int size) {
        return new ClientOptions(atATime, size, maxUnacknowledged, maxUnacknowledgedBytes, maxResults, patience);
    }

    public ClientOptions withLimits(int unacknowledged, int results) {
        return new ClientOptions(threads, batchSize, unacknowledged, maxUnacknowledgedBytes, results, patience);
    }

    public ClientOptions withPatience(Duration other) {
        return new ClientOptions(threads, batchSize, maxUnacknowledged, maxUnacknowledgedBytes, maxResults, other);
    }
}
