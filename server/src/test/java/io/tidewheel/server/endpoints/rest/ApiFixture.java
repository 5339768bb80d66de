package io.tidewheel.server.endpoints.rest;

import io.tidewheel.engine.EngineSettings;
import io.tidewheel.model.LossLimits;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.PemFiles;
import io.tidewheel.server.host.DatabaseOpener;
import io.tidewheel.server.host.FleetPlan;
import io.tidewheel.server.host.ServerAdapters;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.StartFailure;
import io.tidewheel.server.host.TidewheelServer;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A whole server on the loopback address, on a database in memory, and a client that speaks plain HTTP. */
final class ApiFixture implements AutoCloseable {
    private static final JsonMapper MAPPER = new JsonMapper();
    /** Pretended agents send no heartbeats. */
    static final EngineSettings PATIENT =
            EngineSettings.DEFAULT.withSilence(Duration.ofMinutes(30), Duration.ofHours(2));

    /** An answer as it came. */
    record Reply(int status, String body, HttpResponse<String> raw) {
        JsonNode json() {
            return MAPPER.readTree(body);
        }

        String detail() {
            return json().get("detail").asString();
        }
    }

    final TidewheelServer server;
    final HttpClient http;
    final String admin;
    private final AtomicLong sessions = new AtomicLong(100);

    ApiFixture(Path folder) throws StartFailure, InterruptedException, IOException {
        this(folder, _ -> MemoryDatabase.empty());
    }

    ApiFixture(Path folder, DatabaseOpener opener) throws StartFailure, InterruptedException, IOException {
        this(folder, settings(folder), opener);
    }

    /** With machines on demand. */
    ApiFixture(Path folder, FleetPlan fleet) throws StartFailure, InterruptedException, IOException {
        this(folder, settings(folder).withFleet(fleet), _ -> MemoryDatabase.empty());
    }

    static ServerSettings settings(Path folder) {
        return ServerSettings.local(folder)
                .withBind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withName(folder.getFileName().toString())
                .withEngine(PATIENT);
    }

    ApiFixture(Path folder, ServerSettings settings, DatabaseOpener opener)
            throws StartFailure, InterruptedException, IOException {
        this(folder, settings, opener, Time.system());
    }

    ApiFixture(Path folder, ServerSettings settings, DatabaseOpener opener, Time time)
            throws StartFailure, InterruptedException, IOException {
        this(folder, settings, ServerAdapters.standard().withDatabase(opener), time);
    }

    /** One of several servers on a database, which keeps the objects, too. */
    static ApiFixture sharing(Path folder, DatabaseOpener opener)
            throws StartFailure, InterruptedException, IOException {
        return new ApiFixture(folder, settings(folder), shared(opener), Time.system());
    }

    /** What servers stand on that share a database: it keeps the objects, too. */
    static ServerAdapters shared(DatabaseOpener opener) {
        return new ServerAdapters(
                opener, (_, small, _) -> small, ServerAdapters.standard().authentication());
    }

    private ApiFixture(Path folder, ServerSettings settings, ServerAdapters adapters, Time time)
            throws StartFailure, InterruptedException, IOException {
        http = client(settings.tls());
        server = TidewheelServer.start(settings, adapters, time);
        admin = Files.readString(folder.resolve("admin.token")).strip();
    }

    /** It trusts the certificate that the server shows, if there is one. */
    private static HttpClient client(Optional<ServerSettings.Tls> tls) throws IOException {
        var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        if (tls.isPresent()) client.sslContext(PemFiles.trust(tls.get().certificates()));
        return client.build();
    }

    FakeAgent agent(String name, int slots, String... capabilities) throws LinkException {
        return FakeAgent.join(server.server().connectAgent(), name, slots, sessions.incrementAndGet(), capabilities);
    }

    FakeAgent agent(String name, int slots, LossLimits limits) throws LinkException {
        return FakeAgent.join(server.server().connectAgent(), name, slots, sessions.incrementAndGet(), limits);
    }

    URI uri(String path) {
        return URI.create(server.url() + path);
    }

    Reply send(HttpRequest.Builder request) {
        try {
            var response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Reply(response.statusCode(), response.body(), response);
        } catch (IOException e) {
            throw new AssertionError("no answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    HttpRequest.Builder request(String token, String path) {
        return HttpRequest.newBuilder(uri(path))
                .header("Authorization", "Bearer " + token)
                .timeout(Duration.ofSeconds(60));
    }

    Reply get(String token, String path) {
        return send(request(token, path));
    }

    Reply get(String path) {
        return get(admin, path);
    }

    Reply post(String token, String path, String body) {
        return send(request(token, path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    Reply post(String path, String body) {
        return post(admin, path, body);
    }

    Reply put(String token, String path, String body) {
        return send(request(token, path).PUT(HttpRequest.BodyPublishers.ofString(body)));
    }

    Reply delete(String token, String path) {
        return send(request(token, path).DELETE());
    }

    /** The body as it comes. */
    InputStream open(String token, String path) throws IOException, InterruptedException {
        var response = http.send(request(token, path).build(), HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() != 200)
            throw new AssertionError(
                    response.statusCode() + " " + new String(response.body().readAllBytes()));
        return response.body();
    }

    /** Submits and returns the number. */
    long submit(String token, String body) {
        var reply = post(token, "/api/v1/runs", body);
        if (reply.status() != 201) throw new AssertionError(reply.status() + " " + reply.body());
        return reply.json().get("id").asLong();
    }

    long submit(String body) {
        return submit(admin, body);
    }

    String token(String role, String owner) {
        var reply = post("/api/v1/tokens", "{\"role\": \"%s\", \"owner\": \"%s\"}".formatted(role, owner));
        if (reply.status() != 201) throw new AssertionError(reply.body());
        return reply.json().get("token").asString();
    }

    JsonNode run(long id) {
        return get("/api/v1/runs/" + id).json();
    }

    /** Reads the events of a run until it has ended, and shows how it stands then. */
    JsonNode ended(long id) {
        get("/api/v1/runs/" + id + "/events");
        return run(id);
    }

    @Override
    public void close() {
        http.close();
        server.close();
    }
}
