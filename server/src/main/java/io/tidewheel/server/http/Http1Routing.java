package io.tidewheel.server.http;

import io.helidon.http.HttpPrologue;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.HttpSecurity;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import io.helidon.webserver.spi.ServerConnection;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What stands behind Helidon's parser of HTTP/1.1: hands on requests, and connections that are to become something else. */
final class Http1Routing implements HttpRouting {
    private final RequestDispatcher dispatcher;
    private final HttpSecurity security = HttpSecurity.create();

    Http1Routing(RequestDispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    @Override
    public void route(ConnectionContext context, RoutingRequest request, RoutingResponse response) {
        var connection = (HttpConnection) context;
        connection.handling();
        var exchange = new Http1Exchange(connection, request, response);
        dispatcher.serve(exchange);
        exchange.end();
    }

    @Override
    public HttpSecurity security() {
        return security;
    }

    /** Makes something else of a connection whose request may have it. */
    @FunctionalInterface
    interface ConnectionChange {
        /** The connection after the change; null if the request is to be answered as a request instead. */
        @Nullable
        ServerConnection change(HttpConnection connection, HttpPrologue prologue, RequestHeaders headers);
    }

    /** An upgrade that clients can ask for by this name. None is made if it is not asked for properly: then the request is routed, and told why. */
    static Http1Upgrader upgrade(String name, ConnectionChange change) {
        return new Http1Upgrader() {
            @Override
            public String supportedProtocol() {
                return name;
            }

            @Override
            public @Nullable ServerConnection upgrade(
                    ConnectionContext context, HttpPrologue prologue, WritableHeaders<?> headers) {
                RequestHeaders received = each -> Http1Exchange.all(headers, each);
                return asksForUpgrade(received) ? change.change((HttpConnection) context, prologue, received) : null;
            }
        };
    }

    private static boolean asksForUpgrade(RequestHeaders headers) {
        return headers.all("Connection").stream()
                .flatMap(value -> Stream.of(value.split(",")))
                .anyMatch(token -> token.strip().equalsIgnoreCase("upgrade"));
    }
}
