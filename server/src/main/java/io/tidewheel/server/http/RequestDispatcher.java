package io.tidewheel.server.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.HttpPrologue;
import io.helidon.http.Method;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.HttpSecurity;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import io.helidon.webserver.spi.ServerConnection;
import io.tidewheel.model.Role;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.OutgoingBudget;
import io.tidewheel.protocol.StreamDialer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What stands behind Helidon's parser: asks the gate, then runs the route's action. There is no other way to an action. */
final class RequestDispatcher implements HttpRouting, Http1Upgrader {
    private static final Logger LOG = System.getLogger(RequestDispatcher.class.getName());

    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final Header NO_SNIFFING = HeaderValues.create("X-Content-Type-Options", "nosniff");
    private static final Header NO_STORE = HeaderValues.create("Cache-Control", "no-store");

    private final RequestGate gate;
    /** Each has a budget of its own, so that users who send much stop no agent. */
    private final LinkLimits agentLinks;

    private final LinkLimits clientLinks;
    private final RequestMemory.Budget memory = new RequestMemory.Budget();
    private final TrustedProxies proxies;
    private final StatusCounts tallies;
    private final HttpSecurity security = HttpSecurity.create();

    private final OpenWatchers watchers;
    /** What answers take while they flow; slow readers of them hold no room of requests. */
    private final RequestMemory.Budget flows = new RequestMemory.Budget();

    RequestDispatcher(
            RequestGate gate, LinkLimits links, TrustedProxies proxies, WatcherLimits limits, StatusCounts tallies) {
        this.watchers = new OpenWatchers(limits, tallies);
        this.proxies = proxies;
        this.gate = gate;
        this.agentLinks = links.withinHeap();
        this.clientLinks = links.withinHeap();
        this.tallies = tallies;
        tallies.outgoing(List.of(agentLinks.outgoing(), clientLinks.outgoing()));
    }

    OutgoingBudget outgoing() {
        return clientLinks.outgoing();
    }

    @Override
    public void route(ConnectionContext context, RoutingRequest request, RoutingResponse response) {
        var connection = (HttpConnection) context;
        connection.handling();
        var answer = answer(connection, request);
        try (var _ = connection.takeWatcher()) {
            route(connection, answer, request, response);
        }
    }

    private void route(HttpConnection connection, HttpAnswer answer, RoutingRequest request, RoutingResponse response) {
        // Whoever guesses has to come anew for each guess.
        boolean last = isLast(request) || StatusCounts.statusOf(answer) == 429;
        tallies.count(answer);
        write(answer, origin(connection, request.headers()).prefix(), request, response);
        // Helidon 4.5 announces the end of a connection but does not end it, and would read an unread body as the next
        // request.
        if (last || !request.content().consumed()) {
            throw new CloseConnectionException("the last request of this connection is answered");
        }
        connection.answered();
    }

    private HttpAnswer answer(HttpConnection connection, RoutingRequest request) {
        try {
            // The gate is asked once per request: a moment later it might say something else.
            var decision =
                    connection.takeRefusal().orElseGet(() -> decide(connection, request.prologue(), request.headers()));
            return switch (decision) {
                case GateDecision.Refused(var problem) -> problem.answer();
                case GateDecision.Admitted admitted -> act(connection, admitted, request);
            };
        } catch (ProblemException e) {
            return e.problem().answer();
        } catch (RequestException e) {
            return Http1.problem(e.status().code()).answer();
        } catch (CloseConnectionException e) {
            throw e;
        } catch (OutOfMemoryError | StackOverflowError e) {
            LOG.log(
                    Level.WARNING,
                    "%s %s took more memory than there is (%s); it is refused, and everything else goes on"
                            .formatted(
                                    request.prologue().method().text(),
                                    request.prologue().uriPath().rawPath(),
                                    e.getMessage()));
            return RequestMemory.exhausted().answer();
        } catch (Exception e) {
            LOG.log(
                    Level.ERROR,
                    "could not answer " + request.prologue().method().text() + " "
                            + request.prologue().uriPath().rawPath(),
                    e);
            return HttpProblem.internal().answer();
        }
    }

    private HttpAnswer act(HttpConnection connection, GateDecision.Admitted admitted, RoutingRequest request)
            throws Exception {
        return switch (admitted.route().action()) {
            case RouteHandler.Answering(var handler) ->
                counted(
                        connection,
                        admitted,
                        memory.within(() -> handler.handle(requestOf(connection, admitted, request))));
            case RouteHandler.Streaming<?, ?> _ ->
                throw HttpProblem.of(
                                426,
                                "upgrade-required",
                                "this path is a stream: ask for the upgrade to " + StreamDialer.PROTOCOL)
                        .with("Upgrade", StreamDialer.PROTOCOL)
                        .asException();
        };
    }

    /** An answer that lasts is one of those of its token, and of all, until it has ended. */
    private HttpAnswer counted(HttpConnection connection, GateDecision.Admitted admitted, HttpAnswer answer) {
        return switch (answer) {
            case HttpAnswer.Full full -> full;
            case HttpAnswer.Flowing flowing -> {
                connection.watches(watchers.enter(admitted.caller()));
                yield new HttpAnswer.Flowing(
                        flowing.status(),
                        flowing.contentType(),
                        out -> flows.flowing(() -> {
                            flowing.writer().writeTo(out);
                            return null;
                        }),
                        flowing.headers());
            }
            case HttpAnswer.Events events -> {
                connection.watches(watchers.enter(admitted.caller()));
                yield events;
            }
        };
    }

    private AdmittedRequest requestOf(
            HttpConnection connection, GateDecision.Admitted admitted, RoutingRequest request) {
        long limit = admitted.route().maxBodyBytes();
        if (request.headers().contentLength().orElse(0) > limit) {
            throw HttpProblem.tooLarge(limit).asException();
        }
        var query = QueryString.parse(
                request.prologue().hasQuery() ? request.prologue().query().rawValue() : "");
        var origin = origin(connection, request.headers());
        return new AdmittedRequest(
                admitted,
                query,
                origin,
                origin.headers(name -> all(request.headers(), name)),
                () -> new LimitedBody(body(connection, request, limit), limit));
    }

    /** Helidon keeps a whole chunk in memory, and reads lines between chunks without a limit; so chunks are read here. */
    private static InputStream body(HttpConnection connection, RoutingRequest request, long limit) {
        if (!request.headers().contains(HeaderNames.TRANSFER_ENCODING))
            return request.content().inputStream();
        if (request.headers().contains(HeaderValues.EXPECT_100))
            connection.dataWriter().write(BufferData.create(CONTINUE));
        return new ChunkedBody(connection.dataReader(), limit);
    }

    private GateDecision decide(HttpConnection connection, HttpPrologue prologue, io.helidon.http.Headers headers) {
        var origin = origin(connection, headers);
        return gate.decide(
                prologue.method().text(),
                prologue.uriPath().rawPath(),
                origin.headers(name -> all(headers, name)),
                origin.source());
    }

    private RequestOrigin origin(HttpConnection connection, io.helidon.http.Headers headers) {
        return RequestOrigin.of(
                connection.remotePeer().host(), connection.isSecure(), name -> all(headers, name), proxies);
    }

    private static List<String> all(io.helidon.http.Headers headers, String name) {
        return headers.all(HeaderNames.create(name), List::of);
    }

    private static boolean isLast(RoutingRequest request) {
        return request.headers().containsToken(HeaderValues.CONNECTION_CLOSE);
    }

    private static void write(HttpAnswer answer, String prefix, RoutingRequest request, RoutingResponse response) {
        if (!request.content().consumed() || StatusCounts.statusOf(answer) == 429) {
            response.header(HeaderValues.CONNECTION_CLOSE);
        }
        response.header(NO_SNIFFING);
        response.header(NO_STORE);
        if (request.prologue().method().equals(Method.HEAD)) {
            headAlone(answer, prefix, response);
            return;
        }
        switch (answer) {
            case HttpAnswer.Full full -> {
                response.status(Status.create(full.status()));
                head(response, prefix, full.contentType(), full.headers());
                response.send(full.body());
            }
            case HttpAnswer.Flowing(var status, var type, var writer, var headers) -> {
                response.status(Status.create(status));
                head(response, prefix, type, headers);
                flow(response, writer);
            }
            case HttpAnswer.Events(var source) -> {
                head(response, prefix, "text/event-stream", Map.of());
                flow(response, out -> feed(source, new EventSink(out)));
            }
        }
    }

    /** What the answer to a GET would have before its body. */
    private static void headAlone(HttpAnswer answer, String prefix, RoutingResponse response) {
        switch (answer) {
            case HttpAnswer.Full full -> {
                response.status(Status.create(full.status()));
                head(response, prefix, full.contentType(), full.headers());
                if (!full.headers().containsKey("Content-Length")) response.contentLength(full.body().length);
            }
            case HttpAnswer.Flowing(var status, var type, var _, var headers) -> {
                response.status(Status.create(status));
                head(response, prefix, type, headers);
            }
            case HttpAnswer.Events _ -> head(response, prefix, "text/event-stream", Map.of());
        }
        response.send();
    }

    /** Addresses of ours are relative to us; whoever comes through a proxy needs them as the proxy knows them. */
    private static void head(RoutingResponse response, String prefix, String contentType, Map<String, String> headers) {
        if (!contentType.isEmpty()) {
            response.header(HeaderNames.CONTENT_TYPE, contentType);
        }
        headers.forEach((name, value) -> response.header(
                HeaderNames.create(name), name.equals("Location") && value.startsWith("/") ? prefix + value : value));
    }

    /** The status has gone out when the body is made: a failure can only be told by breaking off before the end mark. */
    private static void flow(RoutingResponse response, HttpAnswer.Writer writer) {
        try (var out = response.outputStream()) {
            writer.writeTo(out);
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.DEBUG, "an answer was broken off", e);
            throw new CloseConnectionException("the answer was broken off", e);
        }
        response.commit();
    }

    private static void feed(HttpAnswer.EventSource source, EventSink sink) throws IOException {
        try {
            // The first bytes carry the head to the watcher, who then knows that it is being served.
            sink.ping();
            source.feed(sink);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String supportedProtocol() {
        return StreamDialer.PROTOCOL;
    }

    /** None if the request may not have a stream or does not ask for one properly: then it is routed, and told why. */
    @Override
    public @Nullable ServerConnection upgrade(
            ConnectionContext context, HttpPrologue prologue, WritableHeaders<?> headers) {
        if (!asksForUpgrade(headers)) {
            return null;
        }
        var connection = (HttpConnection) context;
        return switch (decide(connection, prologue, headers)) {
            case GateDecision.Refused refused -> {
                connection.refuse(refused);
                yield null;
            }
            case GateDecision.Admitted admitted -> stream(connection, admitted);
        };
    }

    private @Nullable ServerConnection stream(HttpConnection connection, GateDecision.Admitted admitted) {
        if (!(admitted.route().action() instanceof RouteHandler.Streaming<?, ?> streaming)) return null;
        var caller = admitted.caller().orElseThrow();
        var limits = caller.role() == Role.AGENT ? agentLinks : clientLinks;
        try {
            connection.watches(watchers.enter(admitted.caller()));
            return new UpgradedStream<>(connection, streaming, caller, limits);
        } catch (ProblemException tooMany) {
            connection.refuse(new GateDecision.Refused(tooMany.problem()));
            return null;
        }
    }

    private static boolean asksForUpgrade(io.helidon.http.Headers headers) {
        return all(headers, "Connection").stream()
                .flatMap(value -> Stream.of(value.split(",")))
                .anyMatch(token -> token.strip().equalsIgnoreCase("upgrade"));
    }

    @Override
    public HttpSecurity security() {
        return security;
    }
}
