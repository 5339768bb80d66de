package io.tidewheel.server.http;

/**
 * How many conversations that last (links of clients, events, output that flows) there may be at a time. Agents are not counted: one token
 * serves a whole fleet, and their number is that of all connections at most.
 *
 * @param perToken opened with one token
 * @param inAll opened by all
 */
public record WatcherLimits(int perToken, int inAll) {
    public static final WatcherLimits DEFAULT = new WatcherLimits(256, 4_000);

    public WatcherLimits {
        if (perToken < 1 || inAll < 1) {
            throw new IllegalArgumentException(
                    "at least one connection must be possible, not %d for a token and %d in all"
                            .formatted(perToken, inAll));
        }
    }
}
