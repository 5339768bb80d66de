package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.RunKind;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.server.access.RouteAccess;
import io.tidewheel.server.http.Route;
import io.tidewheel.server.http.json.EnumWords;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds the description against what the server really does. */
class OpenApiTest {
    private static final JsonNode DOCUMENT = new JsonMapper().readTree(OpenApi.bytes());

    @TempDir
    Path folder;

    @Test
    void everyRouteIsDescribedWithItsRolesAndNothingElseIs() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"))) {
            var routes = new TreeSet<String>();
            for (var route : api.server.routes().routes()) routes.add(line(route));
            var described = new TreeSet<String>();
            DOCUMENT.get("paths")
                    .properties()
                    .forEach(path -> path.getValue()
                            .properties()
                            .forEach(operation -> described.add("%s %s %s"
                                    .formatted(
                                            operation.getKey().toUpperCase(Locale.ROOT),
                                            path.getKey(),
                                            roles(operation.getValue())))));
            assertThat(described).isEqualTo(routes);
        }
    }

    private static String line(Route route) {
        var roles = switch (route.access()) {
            case RouteAccess.Open _ -> Set.<String>of();
            case RouteAccess.Only only -> words(only);
            case RouteAccess.PageOr(var other) -> words(other);
            case RouteAccess.SignedOr(var other) -> words(other);
        };
        return "%s %s %s".formatted(route.method(), route.path(), new TreeSet<>(roles));
    }

    private static Set<String> words(RouteAccess.Only only) {
        return only.roles().stream().map(EnumWords::of).collect(Collectors.toSet());
    }

    private static Set<String> roles(JsonNode operation) {
        var roles = new TreeSet<String>();
        if (operation.has("x-roles")) operation.get("x-roles").forEach(role -> roles.add(role.asString()));
        assertThat(operation.get("security").isEmpty()).isEqualTo(roles.isEmpty());
        return roles;
    }

    @Test
    void bodiesHaveExactlyTheFieldsThatAreRead() {
        assertThat(fields("RunRequest")).isEqualTo(RunRequest.SHAPE.names());
        assertThat(fields("RetryPolicy")).isEqualTo(SubmissionJson.retryFields());
        assertThat(fields("Command")).isEqualTo(CommandJson.SHAPE.names());
        assertThat(fields("Task")).isEqualTo(TaskList.taskFields());
        assertThat(fields("Tasks")).isEqualTo(RunRoutes.TASKS.names());
        assertThat(fields("Retry")).isEqualTo(RetryRoute.SHAPE.names());
        assertThat(fields("TokenRequest")).isEqualTo(TokenRoutes.SHAPE.names());
    }

    @Test
    void whatCanBeSaidAboutARunIsDescribedAsTheTableOfItsFieldsHasIt() {
        var schemas =
                Map.of(RunKind.TASKS, "RunRequest", RunKind.JOB, "JobRequest", RunKind.WORKFLOW, "WorkflowRequest");
        var mapper = new JsonMapper();
        var wrong = new TreeMap<String, JsonNode>();
        schemas.forEach((kind, schema) -> {
            for (var field : SubmissionField.of(kind)) {
                var expected = mapper.readTree(mapper.writeValueAsString(SubmissionSchema.of(field)));
                var described = DOCUMENT.at("/components/schemas/%s/properties/%s".formatted(schema, field));
                if (field != SubmissionField.KEY && !described.equals(expected))
                    wrong.put(schema + "." + field, expected);
            }
        });
        assertThat(wrong).as("how these have to stand in openapi.json").isEmpty();
    }

    @Test
    void whatWasSaidAboutARunIsDescribedInItsAnswer() {
        var kept = SubmissionField.all().stream()
                .filter(field -> field.reach() != SubmissionField.Reach.ACCEPTANCE)
                .map(SubmissionField::name);
        assertThat(fields("Run")).containsAll(kept.toList());
    }

    @Test
    void answersHaveOnlyFieldsThatAreDescribed() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"))) {
            api.agent("one", 1);
            long id = api.submit("{\"command\": [\"fail\"], \"retry\": {\"maxAttempts\": 2}, \"deadline\": \"1h\"}");
            api.ended(id);
            var run = "/api/v1/runs/" + id;
            check("Run", api.get(run).json());
            check("Chain", api.get(run + "/tasks/0").json());
            check(
                    "Attempt",
                    api.get(run + "/tasks/0/attempts").json().get("items").get(0));
            check("Result", api.get(run + "/results").json().get("items").get(0));
            check("Explanation", api.get(run + "/explain").json());
            check("Agent", api.get("/api/v1/agents").json().get("items").get(0));
            check("Token", api.get("/api/v1/tokens").json().get("items").get(0));
            check("AuditEntry", api.get("/api/v1/audit").json().get("items").get(0));
            check("Server", api.get("/api/v1/server").json());
            check("Problem", api.get("/api/v1/runs/77").json());
        }
    }

    static void check(String schema, JsonNode answer) {
        assertThat(fields(schema)).as(schema).containsAll(new TreeSet<>(answer.propertyNames()));
        var required = DOCUMENT.get("components").get("schemas").get(schema).get("required");
        if (required != null)
            required.forEach(name -> assertThat(answer.has(name.asString())).isTrue());
    }

    @Test
    void allReferencesLeadSomewhere() {
        DOCUMENT.findValuesAsString("$ref")
                .forEach(reference -> assertThat(
                                DOCUMENT.at(reference.substring(1)).isObject())
                        .as(reference)
                        .isTrue());
    }

    @Test
    void itIsServedToEverybody() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"))) {
            for (var path : new String[] {"/openapi.json", "/api/v1/openapi.json"}) {
                var reply = api.send(HttpRequest.newBuilder(api.uri(path)));
                assertThat(reply.status()).isEqualTo(200);
                assertThat(reply.json().get("openapi").asString()).isEqualTo("3.1.0");
            }
        }
    }

    static Set<String> fields(String schema) {
        return new TreeSet<>(DOCUMENT.get("components")
                .get("schemas")
                .get(schema)
                .get("properties")
                .propertyNames());
    }
}
