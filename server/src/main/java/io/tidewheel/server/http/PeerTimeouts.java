package io.tidewheel.server.http;

import java.time.Duration;
import java.util.stream.Stream;

/**
 * How long the server waits for a peer, so that nobody holds a connection by being slow. Streams are exempt: their protocol has
 * heartbeats.
 *
 * @param idle between two requests
 * @param head from the connection, or the first byte of a request, to the end of its headers, TLS included
 * @param body for the body, on top of what {@link #MIN_BYTES_PER_SECOND} allows for its size
 * @param write until a piece of an answer is taken
 * @param farewell until a peer that was told of the end has closed
 */
public record PeerTimeouts(Duration idle, Duration head, Duration body, Duration write, Duration farewell) {
    /** A body that comes more slowly than this is cut off. */
    static final int MIN_BYTES_PER_SECOND = 8 << 10;

    public static final PeerTimeouts DEFAULT = new PeerTimeouts(
            Duration.ofSeconds(75),
            Duration.ofSeconds(15),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofSeconds(2));

    /** How often to look, so that nobody exceeds a limit by much. */
    Duration watchInterval() {
        return Stream.of(idle, head, body, write, farewell)
                .min(Duration::compareTo)
                .orElseThrow()
                .dividedBy(4);
    }
}
