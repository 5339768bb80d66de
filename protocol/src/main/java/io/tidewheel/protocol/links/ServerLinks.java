package io.tidewheel.protocol.links;

import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.PemFiles;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.ServerMessage;
import java.io.IOException;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** The ways to a server of ours, over HTTP: links are streams that it upgrades a request to. */
final class ServerLinks implements QueueLinks {
    private static final String AGENT_PATH = "/api/v1/stream/agent";
    private static final String CLIENT_PATH = "/api/v1/stream/client";

    private final LinkRequest request;
    private final String token;
    private final Optional<SSLContext> tls;
    private final StreamDialer dialer;

    ServerLinks(LinkRequest request) {
        this.request = request;
        this.token = request.requiredToken();
        this.tls = tls(request);
        this.dialer = new StreamDialer(request.address(), tls, request.patience(), LinkLimits.DEFAULT);
    }

    private static Optional<SSLContext> tls(LinkRequest request) {
        if (request.certificate().isEmpty()) return Optional.empty();
        try {
            return Optional.of(PemFiles.trust(request.certificate().get()));
        } catch (IOException unusable) {
            throw new IllegalArgumentException("--certificate: " + unusable.getMessage(), unusable);
        }
    }

    @Override
    public LinkOffer offer() {
        return LinkOffer.EVERYTHING;
    }

    @Override
    public LinkOpener<AgentMessage, ServerMessage> agent() {
        return () -> dialer.dial(AGENT_PATH, token, ServerMessage.parser());
    }

    @Override
    public LinkOpener<ClientMessage, ServerAnswer> client() {
        return () -> dialer.dial(CLIENT_PATH, token, ServerAnswer.parser());
    }

    @Override
    public ApiCalls api() {
        return new HttpApiCalls(request.address(), token, tls, request.patience());
    }

    @Override
    public void close() {
        // every link is closed by whoever opened it
    }
}
