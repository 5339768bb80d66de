package io.tidewheel.server.http;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;

/**
 * One entry of the table.
 *
 * @param path literal segments and parts in braces: {@code /api/v1/runs/{run}}
 * @param maxBodyBytes the largest body that is read
 */
public record Route(String method, String path, Access access, long maxBodyBytes, Action action) {
    public static Route get(String path, Access access, Action.Handler handler) {
        return new Route("GET", path, access, 0, new Action.Answering(handler));
    }

    public static Route post(String path, Access access, long maxBodyBytes, Action.Handler handler) {
        return new Route("POST", path, access, maxBodyBytes, new Action.Answering(handler));
    }

    /** Answers with what a GET would answer, without the body. */
    public static Route head(String path, Access access, Action.Handler handler) {
        return new Route("HEAD", path, access, 0, new Action.Answering(handler));
    }

    /** A body of any size that is kept as it arrives; the handler sees to a smaller limit. */
    public static Route put(String path, Access access, long maxBodyBytes, Action.Handler handler) {
        return new Route("PUT", path, access, maxBodyBytes, new Action.Answering(handler));
    }

    public static Route delete(String path, Access access, Action.Handler handler) {
        return new Route("DELETE", path, access, 0, new Action.Answering(handler));
    }

    /** A stream; it is never open to everybody. */
    public static <O extends MessageLite, I extends MessageLite> Route stream(
            String path, Access.Only access, Parser<I> parser, Action.Server<O, I> server) {
        return new Route("GET", path, access, 0, new Action.Streaming<>(parser, server));
    }
}
