package io.tidewheel.server.http.h2;

import java.time.Duration;

/**
 * What a peer may ask of one connection.
 *
 * @param streams requests that are being answered at a time; one that was reset counts until its handler has noticed
 * @param headerBytes of a request, as they come and as they are when they are unpacked
 * @param frames that cost us something and bring nobody further (pings, settings, priorities, empty ones): so many at once, and a tenth of
 *     it each second
 * @param resets requests that are taken back, by either side, before they are answered: so many at once, and a tenth of it each second
 * @param body how long a body may take, on top of what {@code bodyRate} allows for its size
 * @param bodyRate bytes per second
 * @param write until a piece of an answer is let through by the peer
 */
public record Http2Limits(
        int streams, int headerBytes, int frames, int resets, Duration body, int bodyRate, Duration write) {
    public Http2Limits {
        if (streams < 1 || headerBytes < 1 || frames < 1 || resets < 1 || bodyRate < 1) {
            throw new IllegalArgumentException(
                    "limits of a connection must be positive: %d streams, %d bytes of headers, %d frames, %d resets, %d bytes/s"
                            .formatted(streams, headerBytes, frames, resets, bodyRate));
        }
    }
}
