package io.tidewheel.client;

import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.ServerAnswer;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** Opens connections to a server, within a time limit of its own. Called again whenever the last connection broke. */
@FunctionalInterface
public interface ClientLinks {
    /** Where the server's stream for clients is. */
    String PATH = "/api/v1/stream/client";

    Link<ClientMessage, ServerAnswer> open() throws LinkException;

    /** Connections over the network. */
    static ClientLinks to(URI server, String token) {
        return to(server, token, Optional.empty());
    }

    /** The same, to a server whose certificate only the given context trusts. */
    static ClientLinks to(URI server, String token, Optional<SSLContext> trust) {
        var dialer = new StreamDialer(server, trust, Duration.ofSeconds(10), LinkLimits.DEFAULT);
        return () -> dialer.dial(PATH, token, ServerAnswer.parser());
    }
}
