package io.tidewheel.server.http;

import com.google.protobuf.ByteString;
import com.google.protobuf.BytesValue;
import com.google.protobuf.Int64Value;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Role;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.access.RouteAccess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/** A server with a few routes, one of each kind. */
final class ServerFixture implements AutoCloseable {
    static final LinkLimits LINKS = new LinkLimits(5 << 20, 1 << 20);
    static final PeerTimeouts SHORT = new PeerTimeouts(
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ofMillis(300));
    static final Map<String, Caller> TOKENS = Map.of(
            "admin-token", new Caller(Role.ADMIN, new Owner("root"), "t1"),
            "user-token", new Caller(Role.USER, new Owner("ann"), "t2"),
            "agent-token", new Caller(Role.AGENT, new Owner("root"), "t3"),
            "reader-token", new Caller(Role.READ_ONLY, new Owner("ann"), "t4"));

    static final int MOST_CONNECTIONS = 1_000;
    static final int WHOLE_BYTES = 1 << 20;

    final AtomicInteger handled = new AtomicInteger();
    /** How many watchers have begun. */
    final AtomicInteger watchers = new AtomicInteger();

    final BlockingQueue<Link<BytesValue, Int64Value>> links = new LinkedBlockingQueue<>();
    final BlockingQueue<String> ends = new LinkedBlockingQueue<>();
    final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    final StatusCounts counts = new StatusCounts(Time.system());
    final HttpServer server;
    private final AtomicInteger forgotten = new AtomicInteger();

    private ServerFixture(PeerTimeouts patience, Optional<Supplier<SSLContext>> tls) throws IOException {
        var settings = new HttpSettings(
                new InetSocketAddress("127.0.0.1", 0),
                tls,
                Set.of("tidewheel.example"),
                MOST_CONNECTIONS,
                patience,
                LINKS);
        server = HttpServer.open(settings, routes(), this::callerOf, counts);
    }

    /** Cannot say so often whose a token is, and then can. */
    void forgetTokens(int times) {
        forgotten.set(times);
    }

    private Optional<Caller> callerOf(String token) {
        if (forgotten.getAndUpdate(times -> Math.max(0, times - 1)) > 0) {
            throw new StoreFailure("the store sleeps");
        }
        return Optional.ofNullable(TOKENS.get(token));
    }

    static ServerFixture open() throws IOException {
        return new ServerFixture(PeerTimeouts.DEFAULT, Optional.empty());
    }

    /** Nobody is cut off in the time that a test takes. */
    static ServerFixture patient() throws IOException {
        var hours = Duration.ofHours(4);
        return new ServerFixture(new PeerTimeouts(hours, hours, hours, hours, hours), Optional.empty());
    }

    static ServerFixture impatient() throws IOException {
        return new ServerFixture(SHORT, Optional.empty());
    }

    static ServerFixture impatient(SSLContext tls) throws IOException {
        return new ServerFixture(SHORT, Optional.of(() -> tls));
    }

    static ServerFixture secure(SSLContext tls) throws IOException {
        return secure(() -> tls);
    }

    static ServerFixture secure(Supplier<SSLContext> tls) throws IOException {
        return new ServerFixture(PeerTimeouts.DEFAULT, Optional.of(tls));
    }

    RouteTable routes() {
        return new RouteTable(List.of(
                Route.get("/livez", RouteAccess.open(), _ -> counted("ok")),
                Route.get(
                        "/api/v1/runs",
                        RouteAccess.only(Role.USER, Role.READ_ONLY),
                        request -> counted(request.caller().owner()
                                + request.query()
                                        .allow("state")
                                        .one("state")
                                        .map(state -> " " + state)
                                        .orElse(""))),
                Route.post(
                        "/api/v1/runs",
                        RouteAccess.only(Role.USER),
                        1000,
                        request -> counted("got " + request.bytes().length)),
                Route.get(
                        "/api/v1/runs/{run}",
                        RouteAccess.only(Role.USER),
                        request -> counted("run " + request.part("run"))),
                Route.delete("/api/v1/runs/{run}", RouteAccess.only(Role.USER), _ -> HttpAnswer.nothing()),
                Route.post(
                        "/api/v1/large",
                        RouteAccess.only(Role.USER),
                        10 << 20,
                        request -> counted("got " + request.bytes().length)),
                Route.get("/api/v1/whole", RouteAccess.only(Role.USER), _ -> counted("x".repeat(WHOLE_BYTES))),
                Route.post("/api/v1/slow", RouteAccess.only(Role.USER), 10 << 20, request -> {
                    try {
                        return counted("got " + request.bytes().length);
                    } finally {
                        ends.add("slow");
                    }
                }),
                Route.post("/api/v1/ignoring", RouteAccess.only(Role.USER), 10 << 20, _ -> counted("ignored")),
                Route.get("/api/v1/broken", RouteAccess.only(Role.USER), _ -> {
                    throw new IllegalStateException("a secret detail");
                }),
                Route.get("/api/v1/greedy", RouteAccess.only(Role.USER), _ -> {
                    throw new OutOfMemoryError("as the heap would");
                }),
                Route.get("/api/v1/deep", RouteAccess.only(Role.USER), _ -> {
                    throw new StackOverflowError();
                }),
                Route.get(
                        "/api/v1/half",
                        RouteAccess.only(Role.USER),
                        _ -> new HttpAnswer.Flowing(
                                "text/plain",
                                out -> {
                                    out.write("begin".getBytes(StandardCharsets.UTF_8));
                                    out.flush();
                                    throw new IOException("the source dried up");
                                },
                                Map.of())),
                Route.get(
                        "/api/v1/endless",
                        RouteAccess.only(Role.USER),
                        _ -> new HttpAnswer.Flowing(
                                "text/plain",
                                out -> {
                                    var piece = new byte[100_000];
                                    try {
                                        while (true) {
                                            out.write(piece);
                                        }
                                    } finally {
                                        ends.add("endless");
                                    }
                                },
                                Map.of())),
                Route.watch(
                        "/api/v1/watch",
                        RouteAccess.only(Role.USER),
                        _ -> new HttpAnswer.Events(sink -> {
                            watchers.incrementAndGet();
                            for (var event = events.take(); !event.equals("end"); event = events.take()) {
                                sink.send("change", "7", event);
                            }
                        })),
                Route.stream("/api/v1/stream", RouteAccess.only(Role.AGENT), Int64Value.parser(), this::echo)));
    }

    private void echo(Caller caller, Link<BytesValue, Int64Value> link) throws LinkException {
        links.add(link);
        try {
            link.send(text("hello " + caller.tokenId()));
            for (var next = link.receive(); next.isPresent(); next = link.receive()) {
                link.send(filled((int) next.get().getValue()));
            }
            ends.add("end");
        } catch (LinkException e) {
            ends.add(String.valueOf(e.getMessage()));
            link.send(text("bad"));
            link.finish(Duration.ofSeconds(5));
        }
    }

    private HttpAnswer counted(String text) {
        handled.incrementAndGet();
        return HttpAnswer.text(text);
    }

    RawClient client() throws IOException {
        return new RawClient(server.address());
    }

    static BytesValue text(String text) {
        return BytesValue.of(ByteString.copyFromUtf8(text));
    }

    static BytesValue filled(int bytes) {
        return BytesValue.of(ByteString.copyFrom(new byte[bytes]));
    }

    @Override
    public void close() {
        server.close();
    }
}
