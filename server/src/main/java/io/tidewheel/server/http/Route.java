package io.tidewheel.server.http;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.tidewheel.server.access.RouteAccess;

/**
 * One entry of the table.
 *
 * @param path literal segments and parts in braces: {@code /api/v1/runs/{run}}
 * @param maxBodyBytes the largest body that is read
 */
public record Route(String method, String path, RouteAccess access, long maxBodyBytes, RouteHandler action) {
    public static Route get(String path, RouteAccess access, RouteHandler.Handler handler) {
        return new Route("GET", path, access, 0, new RouteHandler.Answering(handler));
    }

    /** What it answers are events, or a problem. */
    public static Route watch(String path, RouteAccess access, RouteHandler.Handler handler) {
        return new Route("GET", path, access, 0, new RouteHandler.Watching(handler));
    }

    public static Route post(String path, RouteAccess access, long maxBodyBytes, RouteHandler.Handler handler) {
        return new Route("POST", path, access, maxBodyBytes, new RouteHandler.Answering(handler));
    }

    /** Answers with what a GET would answer, without the body. */
    public static Route head(String path, RouteAccess access, RouteHandler.Handler handler) {
        return new Route("HEAD", path, access, 0, new RouteHandler.Answering(handler));
    }

    /** A body of any size that is kept as it arrives; the handler sees to a smaller limit. */
    public static Route put(String path, RouteAccess access, long maxBodyBytes, RouteHandler.Handler handler) {
        return new Route("PUT", path, access, maxBodyBytes, new RouteHandler.Answering(handler));
    }

    public static Route delete(String path, RouteAccess access, RouteHandler.Handler handler) {
        return new Route("DELETE", path, access, 0, new RouteHandler.Answering(handler));
    }

    /** A stream; it is never open to everybody. */
    public static <O extends MessageLite, I extends MessageLite> Route stream(
            String path, RouteAccess.Only access, Parser<I> parser, RouteHandler.Server<O, I> server) {
        return new Route("GET", path, access, 0, new RouteHandler.Streaming<>(parser, server));
    }
}
