package io.tidewheel.server.http;

import io.helidon.common.concurrency.limits.FixedLimit;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.context.Context;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.DirectHandler.TransportResponse;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.media.MediaContext;
import io.helidon.service.registry.GlobalServiceRegistry;
import io.helidon.webserver.ListenerConfig;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.Router;
import io.helidon.webserver.Routing;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;

/**
 * Helidon's HTTP/1.1 parser without Helidon's server: no discovery of services, configuration or features, which would cost more time
 * at start than everything else together.
 */
final class Http1 implements ListenerContext {
    static final int MAX_REQUEST_LINE_BYTES = 8 << 10;
    static final int MAX_HEADERS_BYTES = 16 << 10;

    static {
        // Helidon keeps it in a static field and asks it while its classes are initialised; so it must be there first.
        GlobalServiceRegistry.registry(new EmptyServiceRegistry());
    }

    private final ExecutorService threads;
    private final Http1ConnectionSelector parser;
    private final ListenerConfig config;
    private final Router router;
    private final Context context = Context.create();
    private final MediaContext media = MediaContext.builder()
            .mediaSupportsDiscoverServices(false)
            .registerDefaults(false)
            .build();
    private final ContentEncodingContext encodings = ContentEncodingContext.builder()
            .contentEncodingsDiscoverServices(false)
            .build();
    private final DirectHandlers handlers = problems();
    private final Limit limit = FixedLimit.create();

    Http1(Http1Routing routing, List<Http1Upgrader> upgrades, long maxBodyBytes, ExecutorService threads) {
        this.threads = threads;
        var selector = Http1ConnectionSelector.builder()
                .config(http -> http.maxPrologueLength(MAX_REQUEST_LINE_BYTES)
                        .maxHeadersSize(MAX_HEADERS_BYTES)
                        .sendKeepAliveHeader(false));
        upgrades.forEach(selector::addUpgrader);
        parser = selector.build();
        config = ListenerConfig.builder()
                .address(InetAddress.getLoopbackAddress())
                .protocolsDiscoverServices(false)
                .maxPayloadSize(maxBodyBytes)
                .buildPrototype();
        router = new OneRouting(routing);
    }

    Router router() {
        return router;
    }

    /** Serves one connection until it ends. */
    void serve(HttpConnection connection) throws InterruptedException {
        parser.connection(connection).handle(limit);
    }

    private static DirectHandlers problems() {
        var handlers = DirectHandlers.builder();
        for (var type : EventType.values()) {
            handlers.addHandler(type, (_, _, status, _, _) -> response(problem(status.code())));
        }
        return handlers.build();
    }

    private static TransportResponse response(HttpProblem problem) {
        return TransportResponse.builder()
                .status(Status.create(problem.status()))
                .header(HeaderNames.CONTENT_TYPE, HttpProblem.CONTENT_TYPE)
                .keepAlive(false)
                .entity(problem.json())
                .build();
    }

    /** What is wrong with a request that Helidon refuses with this status. */
    static HttpProblem problem(int status) {
        return switch (status) {
            case 413 ->
                HttpProblem.of(
                        413, "too-large", "the body is larger than what is accepted here: send it in smaller parts");
            case 414 ->
                HttpProblem.of(414, "too-large", "the request line exceeds %d bytes".formatted(MAX_REQUEST_LINE_BYTES));
            case 500 -> HttpProblem.internal();
            case 501 ->
                HttpProblem.of(501, "not-implemented", "the only transfer encoding that is known here is chunked");
            case 505 -> HttpProblem.of(505, "http-version", "only HTTP/1.1 and HTTP/2 are spoken here");
            default ->
                HttpProblem.malformed("this is not a valid HTTP/1.1 request, or its headers exceed %d bytes"
                        .formatted(MAX_HEADERS_BYTES));
        };
    }

    @Override
    public Context context() {
        return context;
    }

    @Override
    public MediaContext mediaContext() {
        return media;
    }

    @Override
    public ContentEncodingContext contentEncodingContext() {
        return encodings;
    }

    @Override
    public DirectHandlers directHandlers() {
        return handlers;
    }

    @Override
    public ListenerConfig config() {
        return config;
    }

    @Override
    public ExecutorService executor() {
        return threads;
    }

    /** Every request goes the same way. */
    private record OneRouting(Http1Routing routing) implements Router {
        @Override
        public <T extends Routing> T routing(Class<T> type, T otherwise) {
            return type.isInstance(routing) ? type.cast(routing) : otherwise;
        }

        @Override
        public List<? extends Routing> routings() {
            return List.of(routing);
        }

        @Override
        public void beforeStart() {}

        @Override
        public void afterStop() {}
    }
}
