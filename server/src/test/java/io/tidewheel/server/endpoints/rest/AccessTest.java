package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Role;
import io.tidewheel.model.Setup;
import io.tidewheel.model.Time;
import io.tidewheel.server.access.RouteAccess;
import io.tidewheel.server.access.TokenRegistry;
import io.tidewheel.server.http.Route;
import io.tidewheel.server.http.RouteHandler;
import io.tidewheel.testing.PatientWaiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every route against every kind of caller; the routes come from the table, so none can be forgotten. */
class AccessTest {
    @TempDir
    Path folder;

    private ApiFixture api;
    private long run;
    private String ann;
    private String bob;
    private String reader;
    private String foreignReader;
    private String agent;
    private String site;

    @BeforeEach
    void start() throws Exception {
        api = new ApiFixture(folder.resolve("data"));
        ann = api.token("user", "ann");
        bob = api.token("user", "bob");
        reader = api.token("read-only", "ann");
        foreignReader = api.token("read-only", "bob");
        agent = api.token("agent", "ann");
        site = api.token("site", "ann");
        run = api.submit(ann, "{\"command\": [\"go\"]}");
        remember(new MachineId("m-1"));
    }

    private void remember(MachineId machine) {
        var server = api.server.server();
        var machines = server.database().machines();
        var number = server.host().engine().number();
        var record = MachineRecord.intended(machine, Setup.of("m", Capabilities.NONE, 1), Instant.EPOCH, "a test");
        assertThat(machines.lead(number, Duration.ZERO) && machines.save(number, List.of(record), List.of()))
                .isTrue();
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void nobodyGetsInWithoutAValidToken() {
        var tokens = new TokenRegistry(api.server.server().archive(), Time.system(), new SecureRandom());
        var expired = tokens.make(Role.ADMIN, new Owner("ann"), "", Optional.of(Instant.EPOCH))
                .secret();
        var revoked = api.post("/api/v1/tokens", "{\"role\": \"admin\"}").json();
        assertThat(api.delete(api.admin, "/api/v1/tokens/" + revoked.get("id").asString())
                        .status())
                .isEqualTo(204);
        for (var route : closed()) {
            assertThat(status(route, Optional.empty()))
                    .as("%s without a token", name(route))
                    .isEqualTo(401);
            for (var bad : List.of(
                    "wrong",
                    TokenRegistry.PREFIX + "A".repeat(43),
                    expired,
                    revoked.get("token").asString(),
                    ann + "x")) {
                assertThat(status(route, Optional.of(bad)))
                        .as("%s with %s", name(route), bad)
                        .isIn(401, 429);
            }
        }
    }

    @Test
    void everyRoleGetsWhatIsItsOwnAndNoMore() {
        var tokens = new LinkedHashMap<Role, String>();
        tokens.put(Role.USER, ann);
        tokens.put(Role.READ_ONLY, reader);
        tokens.put(Role.AGENT, agent);
        tokens.put(Role.SITE, site);
        for (var route : closed()) {
            var roles = ((RouteAccess.Only) route.access()).roles();
            tokens.forEach((role, token) -> {
                int status = status(route, Optional.of(token));
                if (roles.contains(role))
                    assertThat(status)
                            .as("%s as %s", name(route), role)
                            .isNotIn(401, 403, mayHaveNothing(route) ? 0 : 404, 500);
                else assertThat(status).as("%s as %s", name(route), role).isEqualTo(403);
            });
            if (route.method().equals("POST") || route.method().equals("DELETE")) {
                assertThat(roles).as(name(route)).doesNotContain(Role.READ_ONLY, Role.AGENT, Role.SITE);
            }
        }
    }

    @Test
    void theRunsOfOthersAreNotThere() {
        for (var route : closed()) {
            if (!route.path().contains("{run}")) continue;
            var roles = ((RouteAccess.Only) route.access()).roles();
            assertThat(status(route, Optional.of(bob)))
                    .as("%s as a stranger", name(route))
                    .isEqualTo(404);
            int readers = roles.contains(Role.READ_ONLY) ? 404 : 403;
            assertThat(status(route, Optional.of(foreignReader)))
                    .as(name(route))
                    .isEqualTo(readers);
        }
        assertThat(api.get(bob, "/api/v1/runs").json().get("items")).isEmpty();
        assertThat(api.get(bob, "/api/v1/runs?owner=ann").status()).isEqualTo(403);
        assertThat(api.get(bob, "/api/v1/runs/last").status()).isEqualTo(404);
        assertThat(api.get(reader, "/api/v1/runs").json().get("items")).hasSize(1);
        assertThat(api.run(run).get("state").asString()).isEqualTo("QUEUED");
    }

    @Test
    void theOwnerComesFromTheTokenAlone() {
        var named = api.post(bob, "/api/v1/runs", "{\"command\": [\"go\"], \"owner\": \"ann\"}");
        assertThat(named.status()).isEqualTo(400);
        assertThat(named.detail()).contains("'owner'");
        var headed = api.send(api.request(bob, "/api/v1/runs")
                .header("X-Owner", "ann")
                .header("X-Forwarded-User", "ann")
                .POST(HttpRequest.BodyPublishers.ofString("{\"command\": [\"go\"]}")));
        assertThat(headed.json().get("owner").asString()).isEqualTo("bob");
        // The same key of another owner is another key.
        var first = submitWithKey(ann);
        var second = submitWithKey(bob);
        assertThat(second).isNotEqualTo(first);
    }

    private long submitWithKey(String token) {
        return api.send(api.request(token, "/api/v1/runs")
                        .header("Idempotency-Key", "same")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"command\": [\"go\"]}")))
                .json()
                .get("id")
                .asLong();
    }

    @Test
    void otherSpellingsOfAPathOpenNothing() throws Exception {
        var tricks = List.of(
                "%s/",
                "/%s",
                "%s//",
                "/.%s",
                "/livez/..%s",
                "%s;a=b",
                "%s/.",
                "%s%%20",
                "%s%%00",
                "%s%%2f",
                "%s/%%2e%%2e",
                "%s.json",
                "%s/livez",
                "%s/../livez",
                "/api/v1/../..%s",
                "/%%61pi/v1/..%s",
                "%s\\");
        for (var route : closed()) {
            for (var trick : tricks) {
                var path = trick.formatted(concrete(route));
                assertThat(rawStatus(route.method(), path, "")).as(path).isIn(400, 401);
                assertThat(rawStatus(route.method(), path, "Authorization: Bearer " + agent + "\r\n"))
                        .as(path)
                        .isIn(400, 403, 404, 405);
            }
        }
        var overridden = api.send(api.request(reader, "/api/v1/runs").header("X-HTTP-Method-Override", "POST"));
        assertThat(overridden.status()).isEqualTo(200);
        assertThat(api.get("/api/v1/runs").json().get("items")).hasSize(1);
        for (var method : List.of("PUT", "PATCH", "HEAD", "OPTIONS", "TRACE")) {
            assertThat(rawStatus(method, "/api/v1/runs", "Authorization: Bearer " + ann + "\r\n"))
                    .as(method)
                    .isIn(400, 405, 501);
        }
    }

    @Test
    void aRevokedTokenStopsWorkingAtOnceAndEndsItsStreams() throws Exception {
        var made = api.post("/api/v1/tokens", "{\"role\": \"user\", \"owner\": \"ann\", \"expires\": \"1h\"}")
                .json();
        var token = made.get("token").asString();
        assertThat(api.get(token, "/api/v1/runs").status()).isEqualTo(200);
        try (var events =
                new BufferedReader(new InputStreamReader(api.open(token, "/api/v1/events"), StandardCharsets.UTF_8))) {
            assertThat(events.readLine()).isNotNull();
            assertThat(api.delete(api.admin, "/api/v1/tokens/" + made.get("id").asString())
                            .status())
                    .isEqualTo(204);
            assertThat(api.get(token, "/api/v1/runs").status()).isEqualTo(401);
            // Reads to the end, which comes without anybody ending the server.
            assertThat(events.lines()).isNotEmpty();
        }
        var listed = api.get("/api/v1/tokens").body();
        assertThat(listed).contains(made.get("id").asString()).doesNotContain(token);
        assertThat(api.get("/api/v1/audit").body()).contains("token-revoke").doesNotContain(token);
        assertThat(api.delete(api.admin, "/api/v1/tokens/nobody").status()).isEqualTo(404);
    }

    @Test
    void nobodyCanRevokeTheTokenHeUses() {
        var own = api.get("/api/v1/tokens").json().get("items").get(0).get("id").asString();
        assertThat(api.delete(api.admin, "/api/v1/tokens/" + own).status()).isEqualTo(409);
        assertThat(api.get("/api/v1/runs").status()).isEqualTo(200);
    }

    private List<Route> closed() {
        var routes = api.server.routes().routes().stream()
                .filter(route -> route.access() instanceof RouteAccess.Only)
                .toList();
        assertThat(routes).hasSizeGreaterThan(25);
        return routes;
    }

    /** Those paths know workflows only, and here is none. */
    private static boolean mayHaveNothing(Route route) {
        return !route.path().startsWith("/api/")
                || route.path().endsWith("/source")
                || route.path().endsWith("/reuse")
                || route.path().contains("/jobs/{action}")
                || route.path().contains("/files/")
                || route.path().endsWith("/result");
    }

    private String concrete(Route route) {
        return route.path()
                .replace("{run}", Long.toString(run))
                .replace("{hash}", "0".repeat(64))
                .replace("{machine}", "m-1")
                .replace("{number}", "1")
                .replaceAll("\\{(index|partition)}", "0")
                .replaceAll("\\{(session|id|action|server|notifier)}", "nobody");
    }

    /** Only the status: what follows may have no end. */
    private int status(Route route, Optional<String> token) {
        try {
            var header =
                    token.map(text -> "Authorization: Bearer " + text + "\r\n").orElse("");
            boolean streaming = route.action() instanceof RouteHandler.Streaming<?, ?>;
            assertThat(streaming).isEqualTo(route.path().startsWith("/api/v1/stream/"));
            return rawStatus(route.method(), concrete(route), header);
        } catch (IOException e) {
            throw new AssertionError(name(route), e);
        }
    }

    private int rawStatus(String method, String path, String header) throws IOException {
        try (var socket = new Socket("127.0.0.1", api.server.url().getPort())) {
            socket.setSoTimeout((int) PatientWaiting.LONGEST.toMillis());
            var length = method.equals("POST") ? "Content-Length: 0\r\n" : "";
            var request = "%s %s HTTP/1.1\r\nHost: localhost\r\n%s%s\r\n".formatted(method, path, header, length);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            var line = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))
                    .readLine();
            return Integer.parseInt(line.split(" ")[1]);
        }
    }

    private static String name(Route route) {
        return route.method() + " " + route.path();
    }
}
