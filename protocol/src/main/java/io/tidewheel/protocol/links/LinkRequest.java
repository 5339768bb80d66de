package io.tidewheel.protocol.links;

import io.tidewheel.model.Time;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Which queue is to be reached, and what a program knows about it.
 *
 * @param address whatever a provider understands; what follows the scheme is its own affair
 * @param token what the program shows; never part of an address
 * @param certificate a PEM file with whom to trust, if not whom the JDK trusts
 * @param patience how long to wait for a connection, and then for each step of an answer
 * @param random for names that nobody else uses
 */
public record LinkRequest(
        URI address,
        Optional<String> token,
        Optional<Path> certificate,
        Duration patience,
        Time time,
        RandomGenerator random) {
    public LinkRequest {
        if (address.getScheme() == null)
            throw new IllegalArgumentException("'%s' is no address: write it like http://host:7117".formatted(address));
        if (address.getUserInfo() != null)
            throw new IllegalArgumentException("there are no names and passwords in addresses: take '%s@' out of '%s'"
                    .formatted(address.getUserInfo(), address));
    }

    /** The token, for a queue that does nothing without one. */
    public String requiredToken() {
        return token.orElseThrow(() -> new IllegalArgumentException("there is no token for " + address));
    }
}
