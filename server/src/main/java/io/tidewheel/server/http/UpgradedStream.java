package io.tidewheel.server.http;

import com.google.protobuf.MessageLite;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.webserver.spi.ServerConnection;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.SocketLink;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.server.access.Caller;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A connection from its upgrade on: says yes to the peer and gives the link to the route's server. */
final class UpgradedStream<O extends MessageLite, I extends MessageLite> implements ServerConnection {
    private static final Logger LOG = System.getLogger(UpgradedStream.class.getName());
    private static final byte[] YES = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: %s\r\n\r\n"
            .formatted(StreamDialer.PROTOCOL)
            .getBytes(StandardCharsets.US_ASCII);

    private final HttpConnection connection;
    private final RouteHandler.Streaming<O, I> action;
    private final Caller caller;
    private final LinkLimits limits;
    private final StatusCounts tallies;

    UpgradedStream(
            HttpConnection connection,
            RouteHandler.Streaming<O, I> action,
            Caller caller,
            LinkLimits limits,
            StatusCounts tallies) {
        this.tallies = tallies;
        this.connection = connection;
        this.action = action;
        this.caller = caller;
        this.limits = limits;
    }

    @Override
    public void handle(Limit limit) {
        try (var _ = connection.takeWatcher();
                var link = open()) {
            serve(link);
        } catch (LinkException e) {
            LOG.log(Level.DEBUG, "a stream broke", e);
        } catch (OutOfMemoryError | StackOverflowError e) {
            LOG.log(
                    Level.WARNING,
                    "a stream of %s is closed, since there is no memory for it: %s"
                            .formatted(caller.tokenId(), e.getMessage()));
        } catch (Exception e) {
            LOG.log(Level.ERROR, "a stream of %s ended by a mistake of ours".formatted(caller.tokenId()), e);
        }
    }

    private void serve(SocketLink<O, I> link) throws Exception {
        try {
            action.server().serve(caller, link);
            link.finish(connection.patience().farewell());
        } finally {
            if (link.isSpoiled()) tallies.linkSpoiled();
        }
    }

    private SocketLink<O, I> open() throws LinkException {
        try {
            var in = connection.streamed();
            connection.socket().getOutputStream().write(YES);
            return SocketLink.open(connection.carrier(), connection.socket(), in, action.parser(), limits);
        } catch (IOException e) {
            throw new LinkException("the peer went while its stream was opened", e);
        }
    }

    @Override
    public Duration idleTime() {
        return Duration.ZERO;
    }

    @Override
    public void close(boolean interrupt) {
        connection.close();
    }
}
