package io.tidewheel.server.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.tidewheel.protocol.HeldMemory;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A request and an answer of HTTP/1.1, as Helidon reads and writes them. */
final class Http1Exchange implements HttpExchange {
    private static final Logger LOG = System.getLogger(Http1Exchange.class.getName());
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final Header NO_SNIFFING = HeaderValues.create("X-Content-Type-Options", "nosniff");
    private static final Header NO_STORE = HeaderValues.create("Cache-Control", "no-store");

    private final HttpConnection connection;
    private final RoutingRequest request;
    private final RoutingResponse response;
    private boolean last;

    Http1Exchange(HttpConnection connection, RoutingRequest request, RoutingResponse response) {
        this.connection = connection;
        this.request = request;
        this.response = response;
        last = request.headers().containsToken(HeaderValues.CONNECTION_CLOSE);
    }

    /**
     * The request is answered. Helidon 4.5 announces the end of a connection but does not end it, and would read an unread body as the next
     * request.
     */
    void end() {
        if (last || !request.content().consumed()) {
            throw new CloseConnectionException("the last request of this connection is answered");
        }
        connection.answered();
    }

    static List<String> all(Headers headers, String name) {
        return headers.all(HeaderNames.create(name), List::of);
    }

    @Override
    public String method() {
        return request.prologue().method().text();
    }

    @Override
    public String rawPath() {
        return request.prologue().uriPath().rawPath();
    }

    @Override
    public String rawQuery() {
        return request.prologue().hasQuery() ? request.prologue().query().rawValue() : "";
    }

    @Override
    public RequestHeaders headers() {
        return name -> all(request.headers(), name);
    }

    @Override
    public String peer() {
        return connection.remotePeer().host();
    }

    @Override
    public boolean isSecure() {
        return connection.isSecure();
    }

    @Override
    public long contentLength() {
        return request.headers().contentLength().orElse(0);
    }

    /** Helidon keeps a whole chunk in memory, and reads lines between chunks without a limit; so chunks are read by us. */
    @Override
    public InputStream body(long limit) {
        if (!request.headers().contains(HeaderNames.TRANSFER_ENCODING))
            return request.content().inputStream();
        if (request.headers().contains(HeaderValues.EXPECT_100))
            connection.dataWriter().write(BufferData.create(CONTINUE));
        return new ChunkedBody(connection.dataReader(), limit);
    }

    @Override
    public Optional<GateDecision> refusal() {
        return connection.takeRefusal();
    }

    @Override
    public void watches(HeldMemory place) {
        connection.watches(place);
    }

    @Override
    public HeldMemory takeWatcher() {
        return connection.takeWatcher();
    }

    @Override
    public void isLast() {
        last = true;
        response.header(HeaderValues.CONNECTION_CLOSE);
    }

    @Override
    public void answer(int status, Map<String, String> headers, byte[] body) {
        head(status, headers);
        response.send(body);
    }

    @Override
    public void answerHead(int status, Map<String, String> headers) {
        head(status, headers);
        response.send();
    }

    @Override
    public void answer(int status, Map<String, String> headers, HttpAnswer.Writer writer) {
        head(status, headers);
        try (var out = response.outputStream()) {
            writer.writeTo(out);
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.DEBUG, "an answer was broken off", e);
            throw new CloseConnectionException("the answer was broken off", e);
        }
        response.commit();
    }

    private void head(int status, Map<String, String> headers) {
        if (!request.content().consumed()) response.header(HeaderValues.CONNECTION_CLOSE);
        response.status(Status.create(status));
        response.header(NO_SNIFFING);
        response.header(NO_STORE);
        headers.forEach((name, value) -> response.header(HeaderNames.create(name), value));
    }
}
