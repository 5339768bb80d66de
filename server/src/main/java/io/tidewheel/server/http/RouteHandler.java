package io.tidewheel.server.http;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.tidewheel.protocol.Link;
import io.tidewheel.server.access.Caller;

/** What happens on a route once the gate has let somebody in. */
public sealed interface RouteHandler {
    /** A request is answered. */
    record Answering(Handler handler) implements RouteHandler {}

    /** A request is answered with events, over HTTP or, if the caller asks for it, over a WebSocket. */
    record Watching(Handler handler) implements RouteHandler {}

    /** The connection becomes a stream of messages in both directions. */
    record Streaming<O extends MessageLite, I extends MessageLite>(Parser<I> parser, Server<O, I> server)
            implements RouteHandler {}

    /** Answers one request, on a virtual thread: it may block. */
    @FunctionalInterface
    interface Handler {
        HttpAnswer handle(AdmittedRequest request) throws Exception;
    }

    /** Serves one stream on the connection's own virtual thread, which it may use to receive. When it returns, what it sent still goes out and the link ends. */
    @FunctionalInterface
    interface Server<O extends MessageLite, I extends MessageLite> {
        void serve(Caller caller, Link<O, I> link) throws Exception;
    }
}
