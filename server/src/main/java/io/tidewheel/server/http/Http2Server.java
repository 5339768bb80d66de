package io.tidewheel.server.http;

import io.helidon.webserver.CloseConnectionException;
import io.tidewheel.protocol.MemoryBudget;
import io.tidewheel.server.http.h2.Http2Connection;
import io.tidewheel.server.http.h2.Http2Limits;
import io.tidewheel.server.http.h2.Http2Stream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;

/** Serves one connection of HTTP/2, with the routes, the gate and the limits that hold for HTTP/1.1. */
final class Http2Server implements Http2Connection.ConnectionWatch {
    /** What a connection takes before anybody has asked for anything: what came and was not used, frames in the making, and known headers. */
    static final int CONNECTION_BYTES = 128 << 10;

    private static final Logger LOG = System.getLogger(Http2Server.class.getName());
    private static final int STREAMS = 100;
    private static final int IDLE_FRAMES = 1_000;
    private static final int RESETS = 100;

    private final HttpConnection connection;
    private final RequestDispatcher dispatcher;
    private final MemoryBudget.Share memory;
    private final Http2Connection frames;

    /** @param memory has what a connection takes; more of it is asked for here, and given back by whoever made it */
    Http2Server(HttpConnection connection, RequestDispatcher dispatcher, Executor threads, MemoryBudget.Share memory) {
        this.connection = connection;
        this.dispatcher = dispatcher;
        this.memory = memory;
        frames = new Http2Connection(
                connection.framed(), connection.output(), limits(connection.patience()), threads, this::answer, this);
    }

    private static Http2Limits limits(PeerTimeouts patience) {
        return new Http2Limits(
                STREAMS,
                Http1.MAX_REQUEST_LINE_BYTES + Http1.MAX_HEADERS_BYTES,
                IDLE_FRAMES,
                RESETS,
                patience.body(),
                PeerTimeouts.MIN_BYTES_PER_SECOND,
                patience.write());
    }

    void serve() throws IOException {
        try {
            connection.endsWith(frames::leave);
            frames.serve();
            connection.farewell();
        } finally {
            connection.close();
            frames.awaitHandlers();
        }
    }

    private void answer(Http2Stream stream) {
        try {
            dispatcher.serve(new Http2Exchange(connection, stream, frames::leave));
        } catch (CloseConnectionException e) {
            LOG.log(Level.TRACE, "a stream ended", e);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a stream ended by a mistake of ours", e);
        } catch (OutOfMemoryError | StackOverflowError e) {
            LOG.log(Level.WARNING, "a stream is closed, since there is no memory for it: " + e.getMessage());
        }
    }

    @Override
    public void idle() {
        connection.awaitsRequest();
    }

    @Override
    public void head() {
        connection.awaitsHead();
    }

    @Override
    public void busy() {
        connection.awaitsNothing();
    }

    @Override
    public boolean takesMemory(long bytes) {
        try {
            return memory.take(bytes, Duration.ZERO);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void left() {
        connection.finishes();
    }
}
