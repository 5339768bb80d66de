package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.server.access.RouteAccess;
import io.tidewheel.server.host.DatabaseOpener;
import io.tidewheel.server.http.Route;
import io.tidewheel.server.http.RouteHandler;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What somebody can put into the filters and the paths of everything that is asked for, in the hope that a database takes it for a command, or
 * a search for a pattern. Routes and parameters come from the table and its description, so none can be forgotten.
 */
class HostileFiltersTest {
    private static final JsonNode DOCUMENT = new JsonMapper().readTree(OpenApi.bytes());

    private static final List<String> HOSTILE = List.of(
            "'",
            "' OR '1'='1",
            "' OR 1=1 --",
            "x'); DROP TABLE run; --",
            "') UNION SELECT secret FROM token --",
            "1; SELECT pg_sleep(600)",
            "\\'; --",
            "$1",
            "?",
            "%",
            "_",
            "!",
            "\\",
            "*",
            ".*",
            "(a+)+$",
            "(".repeat(500),
            "[",
            "\0",
            "\ud800",
            "\u202e",
            "9".repeat(400),
            "-1",
            "NaN",
            "1e999999999",
            "0x7fffffffffffffff",
            "../../../etc/passwd",
            "${jndi:ldap://127.0.0.1/x}",
            "a".repeat(4_000),
            "$1".repeat(2_000));

    private static final String RUN = "{\"name\": \"%s\", \"labels\": {\"team\": \"x\"}, \"command\": [\"go\"]}";

    @TempDir
    Path folder;

    static Stream<Arguments> stores() {
        return Stream.of(
                Arguments.of("embedded", DatabaseOpener.standard()), Arguments.of("postgres", EmptyPostgres.opener()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("stores")
    void whateverIsFilteredByIsAnsweredOrRefusedAndChangesNothing(String name, DatabaseOpener opener) throws Exception {
        try (var api = new ApiFixture(folder.resolve(name), opener)) {
            var ann = api.token("user", "ann");
            var bob = api.token("user", "bob");
            api.submit(bob, RUN.formatted("secret-of-bob"));
            long run = api.submit(ann, RUN.formatted("work"));
            int asked = 0;
            for (var route : asked(api)) {
                for (var parameter : parameters(route)) {
                    for (var text : HOSTILE) {
                        check(api, ann, concrete(route, run) + "?" + parameter + "=" + encoded(text));
                        asked++;
                    }
                }
            }
            assertThat(asked).isGreaterThan(1_000);
            assertThat(names(api, ann, "")).containsExactly("work");
            assertThat(names(api, bob, "")).containsExactly("secret-of-bob");
            assertThat(api.run(run).get("state").asString()).isEqualTo("QUEUED");
        }
    }

    /** The parts of a path, too; unencoded where a path may contain it. */
    @Test
    void whateverAPathNamesIsNotThereAndNoMore() throws Exception {
        try (var api = new ApiFixture(folder.resolve("paths"))) {
            var ann = api.token("user", "ann");
            for (var route : asked(api)) {
                if (!route.path().contains("{")) continue;
                for (var text : HOSTILE) check(api, ann, route.path().replaceAll("\\{[a-z]+}", encoded(text)));
            }
            assertThat(api.get(ann, "/api/v1/runs/" + "a".repeat(6_000)).status())
                    .isEqualTo(404);
            assertThat(api.get(ann, "/api/v1/runs/" + "%41".repeat(2_000)).status())
                    .isEqualTo(404);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("stores")
    void whatIsSearchedForIsTextAndNoPattern(String name, DatabaseOpener opener) throws Exception {
        try (var api = new ApiFixture(folder.resolve(name), opener)) {
            var ann = api.token("user", "ann");
            for (var run : List.of("plain", "100%", "a_b", "it's", "a!b", "a.*b")) api.submit(ann, RUN.formatted(run));
            assertThat(names(api, ann, "%")).containsExactly("100%");
            assertThat(names(api, ann, "_")).containsExactly("a_b");
            assertThat(names(api, ann, "'")).containsExactly("it's");
            assertThat(names(api, ann, "!")).containsExactly("a!b");
            assertThat(names(api, ann, ".*")).containsExactly("a.*b");
            assertThat(names(api, ann, "a%b")).isEmpty();
            assertThat(names(api, ann, "' OR '1'='1")).isEmpty();
            var labelled = api.get(ann, "/api/v1/runs?label=" + encoded("team=x' OR '1'='1"));
            assertThat(labelled.json().get("items")).isEmpty();
        }
    }

    private static void check(ApiFixture api, String token, String path) {
        var reply = api.get(token, path);
        assertThat(reply.status())
                .as("%s: %s", shown(path), shown(reply.body()))
                .isBetween(200, 499);
        // Even where it is sent back, the text of a database does not come with it.
        assertThat(reply.body()).as(shown(path)).doesNotContain("secret-of-bob", "SQLSTATE", "syntax error", "SQLITE");
    }

    private static String shown(String text) {
        return text.length() > 200 ? text.substring(0, 200) + "..." : text;
    }

    /** What answers a user who asks, and does not watch. */
    private static List<Route> asked(ApiFixture api) {
        return api.server.routes().routes().stream()
                .filter(route -> route.method().equals("GET"))
                .filter(route -> !(route.access() instanceof RouteAccess.Open))
                .filter(route -> route.action() instanceof RouteHandler.Answering)
                .toList();
    }

    private static List<String> parameters(Route route) {
        var names = new ArrayList<String>();
        var described = DOCUMENT.get("paths").path(route.path()).path("get").path("parameters");
        for (var each : described) {
            var reference = each.path("$ref").asString("");
            var parameter = reference.isEmpty() ? each : DOCUMENT.at(reference.substring(1));
            if (parameter.get("in").asString().equals("query"))
                names.add(parameter.get("name").asString());
        }
        return names;
    }

    private static String concrete(Route route, long run) {
        return route.path()
                .replace("{run}", Long.toString(run))
                .replace("{hash}", "0".repeat(64))
                .replaceAll("\\{(index|partition|number)}", "0")
                .replaceAll("\\{[a-z]+}", "nobody");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static List<String> names(ApiFixture api, String token, String part) {
        var names = new ArrayList<String>();
        var query = part.isEmpty() ? "" : "?name=" + encoded(part);
        api.get(token, "/api/v1/runs" + query)
                .json()
                .get("items")
                .forEach(run -> names.add(run.get("name").asString()));
        return names;
    }
}
