package io.tidewheel.server.http;

import io.helidon.http.HttpPrologue;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.spi.ServerConnection;
import io.tidewheel.model.Role;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.OutgoingBudget;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.server.access.RouteAccess;
import io.tidewheel.server.http.websocket.WebSocketHandshake;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What stands behind the parsers: asks the gate, then runs the route's action. There is no other way to an action. */
final class RequestDispatcher {
    private static final Logger LOG = System.getLogger(RequestDispatcher.class.getName());

    private final RequestGate gate;
    /** The limits of what agents send; clients have their own, so that users who send much stop no agent. */
    private final LinkLimits agentLinks;

    private final LinkLimits clientLinks;
    private final RequestMemory.Budget memory = new RequestMemory.Budget();
    private final TrustedProxies proxies;
    private final StatusCounts tallies;

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

    /** Answers one request. */
    void serve(HttpExchange exchange) {
        var answer = answer(exchange);
        try (var _ = exchange.takeWatcher()) {
            // A guesser of tokens needs a new connection for each guess.
            if (StatusCounts.statusOf(answer) == 429) exchange.isLast();
            tallies.count(answer);
            write(answer, exchange);
        }
    }

    private HttpAnswer answer(HttpExchange exchange) {
        try {
            // The gate is asked once per request: a moment later it might say something else.
            var decision = exchange.refusal().orElseGet(() -> decide(exchange));
            return switch (decision) {
                case GateDecision.Refused(var problem) -> problem.answer();
                case GateDecision.Admitted admitted -> act(exchange, admitted);
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
                            .formatted(exchange.method(), exchange.rawPath(), e.getMessage()));
            return RequestMemory.exhausted().answer();
        } catch (Exception e) {
            LOG.log(Level.ERROR, "could not answer " + exchange.method() + " " + exchange.rawPath(), e);
            return HttpProblem.internal().answer();
        }
    }

    private HttpAnswer act(HttpExchange exchange, GateDecision.Admitted admitted) throws Exception {
        return switch (admitted.route().action()) {
            case RouteHandler.Answering(var handler) -> handled(exchange, admitted, handler);
            case RouteHandler.Watching(var handler) -> handled(exchange, admitted, handler);
            case RouteHandler.Streaming<?, ?> _ ->
                throw HttpProblem.of(
                                426,
                                "upgrade-required",
                                "this path is a stream: ask for the upgrade to " + StreamDialer.PROTOCOL)
                        .with("Upgrade", StreamDialer.PROTOCOL)
                        .asException();
        };
    }

    private HttpAnswer handled(HttpExchange exchange, GateDecision.Admitted admitted, RouteHandler.Handler handler)
            throws Exception {
        return counted(exchange, admitted, memory.within(() -> handler.handle(requestOf(exchange, admitted))));
    }

    /** An answer that lasts is one of those of its token, and of all, until it has ended. */
    private HttpAnswer counted(HttpExchange exchange, GateDecision.Admitted admitted, HttpAnswer answer) {
        return switch (answer) {
            case HttpAnswer.Full full -> full;
            case HttpAnswer.Flowing flowing -> {
                exchange.watches(watchers.enter(admitted.caller()));
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
                exchange.watches(watchers.enter(admitted.caller()));
                yield events;
            }
        };
    }

    private AdmittedRequest requestOf(HttpExchange exchange, GateDecision.Admitted admitted) {
        long limit = admitted.route().maxBodyBytes();
        if (exchange.contentLength() > limit) {
            throw HttpProblem.tooLarge(limit).asException();
        }
        var origin = origin(exchange);
        return new AdmittedRequest(
                admitted,
                QueryString.parse(exchange.rawQuery()),
                origin,
                origin.headers(exchange.headers()),
                () -> new LimitedBody(exchange.body(limit), limit));
    }

    private GateDecision decide(HttpExchange exchange) {
        return decide(exchange.method(), exchange.rawPath(), exchange.headers(), origin(exchange));
    }

    private GateDecision decide(String method, String rawPath, RequestHeaders headers, RequestOrigin origin) {
        return gate.decide(method, rawPath, origin.headers(headers), origin.source());
    }

    private RequestOrigin origin(HttpExchange exchange) {
        return RequestOrigin.of(exchange.peer(), exchange.isSecure(), exchange.headers(), proxies);
    }

    private void write(HttpAnswer answer, HttpExchange exchange) {
        boolean headAlone = exchange.method().equals("HEAD");
        switch (answer) {
            case HttpAnswer.Full full -> {
                var headers = headers(exchange, full.contentType(), full.headers());
                if (headAlone) headers.putIfAbsent("Content-Length", Integer.toString(full.body().length));
                if (headAlone) exchange.answerHead(full.status(), headers);
                else exchange.answer(full.status(), headers, full.body());
            }
            case HttpAnswer.Flowing(var status, var type, var writer, var more) -> {
                var headers = headers(exchange, type, more);
                if (headAlone) exchange.answerHead(status, headers);
                else exchange.answer(status, headers, writer);
            }
            case HttpAnswer.Events(var source) -> {
                var headers = headers(exchange, "text/event-stream", Map.of());
                if (headAlone) exchange.answerHead(200, headers);
                else exchange.answer(200, headers, out -> feed(source, new ServerSentEvents(out)));
            }
        }
    }

    /** Addresses of ours are relative to us; whoever comes through a proxy needs them as the proxy knows them. */
    private Map<String, String> headers(HttpExchange exchange, String contentType, Map<String, String> more) {
        var headers = new LinkedHashMap<String, String>();
        if (!contentType.isEmpty()) headers.put("Content-Type", contentType);
        more.forEach((name, value) -> headers.put(
                name,
                name.equals("Location") && value.startsWith("/")
                        ? origin(exchange).prefix() + value
                        : value));
        return headers;
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

    /** A link of an agent or of a client, instead of the connection that asks for it. */
    @Nullable
    ServerConnection link(HttpConnection connection, HttpPrologue prologue, RequestHeaders headers) {
        return switch (decide(connection, prologue, headers)) {
            case GateDecision.Refused refused -> {
                connection.refuse(refused);
                yield null;
            }
            case GateDecision.Admitted admitted
            when admitted.route().action() instanceof RouteHandler.Streaming<?, ?> streaming ->
                link(connection, admitted, streaming);
            case GateDecision.Admitted _ -> null;
        };
    }

    private @Nullable ServerConnection link(
            HttpConnection connection, GateDecision.Admitted admitted, RouteHandler.Streaming<?, ?> streaming) {
        var caller = admitted.caller().orElseThrow();
        boolean ofAgents = isForAgents(admitted.route());
        var limits = ofAgents ? agentLinks : clientLinks;
        try {
            if (!ofAgents) connection.watches(watchers.enter(admitted.caller()));
            return new UpgradedStream<>(connection, streaming, caller, limits, tallies);
        } catch (ProblemException tooMany) {
            connection.refuse(new GateDecision.Refused(tooMany.problem()));
            return null;
        }
    }

    /** Whether agents talk there, whosever token they show: that of the administrator opens it, too. */
    private static boolean isForAgents(Route route) {
        return route.access() instanceof RouteAccess.Only(var roles) && roles.contains(Role.AGENT);
    }

    /** Events over a WebSocket, instead of the connection that asks for it. */
    @Nullable
    ServerConnection socket(HttpConnection connection, HttpPrologue prologue, RequestHeaders headers) {
        RequestHeaders known = name -> withToken(headers, name);
        try {
            return switch (decide(connection, prologue, known)) {
                case GateDecision.Refused(var problem) -> throw problem.asException();
                case GateDecision.Admitted admitted
                when admitted.route().action() instanceof RouteHandler.Watching(var handler) ->
                    watching(connection, admitted, prologue, known, handler);
                case GateDecision.Admitted _ -> null;
            };
        } catch (ProblemException refused) {
            connection.refuse(new GateDecision.Refused(refused.problem()));
            return null;
        }
    }

    /** Pages cannot set headers here: what stands in for the one with the token counts as it. */
    private static List<String> withToken(RequestHeaders headers, String name) {
        var said = headers.all(name);
        return said.isEmpty() && name.equalsIgnoreCase("Authorization")
                ? WebSocketHandshake.tokenIn(headers::all).map(token -> "Bearer " + token).stream()
                        .toList()
                : said;
    }

    private ServerConnection watching(
            HttpConnection connection,
            GateDecision.Admitted admitted,
            HttpPrologue prologue,
            RequestHeaders headers,
            RouteHandler.Handler handler) {
        var handshake = handshake(headers);
        var origin = RequestOrigin.of(connection.remotePeer().host(), connection.isSecure(), headers, proxies);
        var request = new AdmittedRequest(
                admitted,
                QueryString.parse(prologue.hasQuery() ? prologue.query().rawValue() : ""),
                origin,
                origin.headers(headers),
                InputStream::nullInputStream);
        if (!(handled(request, handler) instanceof HttpAnswer.Events(var source)))
            throw HttpProblem.internal().asException();
        connection.watches(watchers.enter(admitted.caller()));
        return new WebSocketEvents(connection, handshake, source);
    }

    private static WebSocketHandshake handshake(RequestHeaders headers) {
        try {
            return WebSocketHandshake.of(headers::all);
        } catch (IllegalArgumentException wrong) {
            throw HttpProblem.malformed("no WebSocket can be opened: " + wrong.getMessage())
                    .with("Sec-WebSocket-Version", WebSocketHandshake.VERSION)
                    .asException();
        }
    }

    private HttpAnswer handled(AdmittedRequest request, RouteHandler.Handler handler) {
        try {
            return memory.within(() -> handler.handle(request));
        } catch (ProblemException refused) {
            throw refused;
        } catch (OutOfMemoryError | StackOverflowError e) {
            throw RequestMemory.exhausted().asException();
        } catch (Exception e) {
            LOG.log(Level.ERROR, "could not open a WebSocket", e);
            throw HttpProblem.internal().asException();
        }
    }

    private GateDecision decide(HttpConnection connection, HttpPrologue prologue, RequestHeaders headers) {
        var origin = RequestOrigin.of(connection.remotePeer().host(), connection.isSecure(), headers, proxies);
        return decide(prologue.method().text(), prologue.uriPath().rawPath(), headers, origin);
    }
}
