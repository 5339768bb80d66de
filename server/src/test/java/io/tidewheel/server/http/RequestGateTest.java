package io.tidewheel.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.Role;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.server.access.RouteAccess;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestGateTest {
    private static final RouteHandler.Handler NOTHING = _ -> HttpAnswer.nothing();
    private static final RouteTable ROUTES = new RouteTable(List.of(
            Route.get("/livez", RouteAccess.open(), NOTHING),
            Route.get("/api/v1/runs", RouteAccess.only(Role.USER), NOTHING),
            Route.post("/api/v1/runs", RouteAccess.only(Role.USER), 10, NOTHING),
            Route.get("/api/v1/runs/{run}", RouteAccess.only(Role.USER), NOTHING),
            Route.get("/api/v1/runs/{run}/tasks/{chain}", RouteAccess.only(Role.USER), NOTHING),
            Route.get("/api/v1/tokens", RouteAccess.only(), NOTHING)));

    private final FailedSignIns failures = new FailedSignIns(new VirtualTime(Instant.EPOCH));
    private final RequestGate gate = new RequestGate(
            ROUTES,
            token -> Optional.ofNullable(ServerFixture.TOKENS.get(token)),
            Set.of("tidewheel.example"),
            failures);

    @Test
    void aValidTokenWithARightRoleIsAdmitted() {
        var admitted = (GateDecision.Admitted) decide("GET", "/api/v1/runs/r7", "user-token");
        assertThat(admitted.parts()).containsExactly(Map.entry("run", "r7"));
        assertThat(admitted.caller()).contains(ServerFixture.TOKENS.get("user-token"));
        assertThat(decide("GET", "/api/v1/tokens", "admin-token")).isInstanceOf(GateDecision.Admitted.class);
    }

    @Test
    void whoeverGuessesIsToldToComeLaterButTheRightTokenIsAccepted() {
        for (int i = 0; i < 100; i++) decide("GET", "/api/v1/runs", "guess-" + i);
        assertThat(statusOf(decide("GET", "/api/v1/runs", "guess"))).isEqualTo(429);
        assertThat(decide("GET", "/api/v1/runs", "user-token")).isInstanceOf(GateDecision.Admitted.class);
        assertThat(failures.failed()).isEqualTo(101);
    }

    @Test
    void anOpenRouteAsksForNoToken() {
        assertThat(statusOf(gate.decide("GET", "/livez", headers(Map.of("Host", "localhost")), "10.0.0.9")))
                .isEqualTo(200);
    }

    @Test
    void partsAreDecodedOnceAndNamedByTheRoute() {
        var admitted = (GateDecision.Admitted) decide("GET", "/api/v1/runs/a%20b%2525/tasks/x:1", "user-token");
        assertThat(admitted.parts()).containsExactly(Map.entry("run", "a b%25"), Map.entry("chain", "x:1"));
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /api/v1/runs, reader-token, 403",
        "GET, /api/v1/tokens, user-token, 403",
        "GET, /api/v1/runs, stolen, 401",
        "PUT, /api/v1/runs, user-token, 405",
        "HEAD, /api/v1/runs, user-token, 405",
        "get, /api/v1/runs, user-token, 405",
        "GET, /nowhere, user-token, 404",
        "GET, /nowhere, stolen, 401",
        "PUT, /livez, stolen, 401",
        "GET, /, user-token, 404",
    })
    void everythingElseIsRefused(String method, String path, String token, int status) {
        assertThat(statusOf(decide(method, path, token))).isEqualTo(status);
    }

    /** Each is another spelling of a path in the table, or of one with a harmless ending; none may be taken for it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "%s/",
                "/%s",
                "%s//",
                "//x/..%s",
                "/.%s",
                "/livez/..%s",
                "/livez;%s",
                "%s;a=b",
                "%s;",
                "%s.",
                "%s..",
                "%s/.",
                "%s/..",
                "%s%%20",
                "%s%%00",
                "%s%%2f",
                "%s%%2F..",
                "%s/%%2e%%2e/runs",
                "%s/..%%2fruns",
                "%s\\",
                "%s#",
                "%s?",
                "%s%%3f",
                "%s/livez",
                "%s/livez/",
                "%s;/livez",
                "%s%%",
                "%s%%zz",
                "%s\u0000",
                "http://localhost%s",
                "%s*",
                "%s%%c0%%af",
                "%s/%%252e%%252e"
            })
    void otherSpellingsOfAPathAreOtherPaths(String spelling) {
        for (var path : List.of("/api/v1/runs", "/api/v1/tokens", "/livez")) {
            var trick = spelling.formatted(path);
            assertThat(statusOf(gate.decide("GET", trick, headers(Map.of("Host", "localhost")), "10.0.0.9")))
                    .as("%s without a token", trick)
                    .isEqualTo(401);
            assertThat(statusOf(decide("GET", trick, "reader-token")))
                    .as("%s with a token", trick)
                    .isIn(403, 404);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/API/v1/runs",
                "/api/v1/Runs",
                "/api/v1/run",
                "/api/v1/runss",
                "/%61pi/v1/runs",
                "/api%2fv1/runs",
                "api/v1/runs",
                "",
                "*"
            })
    void literalsAreComparedExactly(String path) {
        assertThat(statusOf(decide("GET", path, "admin-token"))).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "..",
                ".",
                "%2e%2e",
                "%2e",
                "a%2fb",
                "a%5cb",
                "a%00",
                "a%0a",
                "a;b",
                "%ff",
                "a%c0%afb",
                "",
                "a%7",
                "ä"
            })
    void aPartIsNeverAPath(String part) {
        assertThat(statusOf(decide("GET", "/api/v1/runs/" + part, "admin-token")))
                .isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, 200",
        "LOCALHOST:8080, 200",
        "127.0.0.1:8080, 200",
        "[::1]:8080, 200",
        "tidewheel.example:443, 200",
        "evil.example, 421",
        "localhost.evil.example, 421",
        "127.0.0.1.evil.example, 421",
        "tidewheel.example.evil, 421",
        "localhost@evil.example, 421",
        "'', 421",
    })
    void onlyItsOwnNamesAreAnswered(String host, int status) {
        assertThat(statusOf(gate.decide("GET", "/livez", headers(Map.of("Host", host)), "10.0.0.9")))
                .isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:8080, 200",
        "https://localhost:8080, 200",
        "http://localhost, 403",
        "http://evil.example, 403",
        "http://localhost:8080.evil.example, 403",
        "null, 403",
        "file://, 403",
    })
    void pagesOfOtherSitesAreRefused(String origin, int status) {
        var headers = headers(Map.of("Host", "localhost:8080", "Origin", origin, "Authorization", "Bearer user-token"));
        assertThat(statusOf(gate.decide("POST", "/api/v1/runs", headers, "10.0.0.9")))
                .isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "user-token",
                "Basic dXNlcg==",
                "Bearer",
                "Bearer ",
                "Bearer user-token ",
                "Bearer  user-token",
                "Bearer user-token,x",
                "Bearer \u00e4"
            })
    void onlyAProperBearerHeaderCounts(String authorization) {
        var headers = headers(Map.of("Host", "localhost", "Authorization", authorization));
        assertThat(statusOf(gate.decide("GET", "/api/v1/runs", headers, "10.0.0.9")))
                .isEqualTo(401);
    }

    @Test
    void aHeaderThatDecidesMayNotComeTwice() {
        for (var name : List.of("Host", "Authorization", "Origin")) {
            RequestHeaders headers = asked -> asked.equals(name)
                    ? List.of("localhost", "localhost")
                    : asked.equals("Host")
                            ? List.of("localhost")
                            : asked.equals("Authorization") ? List.of("Bearer user-token") : List.of();
            assertThat(statusOf(gate.decide("GET", "/api/v1/runs", headers, "10.0.0.9")))
                    .as(name)
                    .isEqualTo(400);
        }
    }

    @Test
    void aTableWithMistakesIsNotBuilt() {
        assertThatThrownBy(() -> new RouteTable(List.of(Route.get("a", RouteAccess.open(), NOTHING))))
                .hasMessageContaining("slash");
        assertThatThrownBy(() -> new RouteTable(List.of(Route.get("/a//b", RouteAccess.open(), NOTHING))))
                .hasMessageContaining("segment");
        assertThatThrownBy(() -> new RouteTable(List.of(Route.get("/a/..", RouteAccess.open(), NOTHING))))
                .hasMessageContaining("segment");
        var twice = new ArrayList<>(ROUTES.routes());
        twice.add(Route.get("/api/v1/runs/{other}", RouteAccess.open(), NOTHING));
        assertThatThrownBy(() -> new RouteTable(twice)).hasMessageContaining("twice");
    }

    private GateDecision decide(String method, String path, String token) {
        return gate.decide(
                method, path, headers(Map.of("Host", "localhost", "Authorization", "Bearer " + token)), "10.0.0.9");
    }

    private static RequestHeaders headers(Map<String, String> values) {
        return name -> values.containsKey(name) ? List.of(values.get(name)) : List.of();
    }

    private static int statusOf(GateDecision decision) {
        return switch (decision) {
            case GateDecision.Admitted _ -> 200;
            case GateDecision.Refused(var problem) -> problem.status();
        };
    }
}
