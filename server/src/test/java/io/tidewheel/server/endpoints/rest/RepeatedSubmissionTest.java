package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.server.sites.TascaasSettings;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Submissions that are sent again with their key, as it is done when an answer is lost on its way. */
class RepeatedSubmissionTest {
    @TempDir
    Path folder;

    private final MemoryDatabase database = MemoryDatabase.empty();
    private ApiFixture api;

    @BeforeEach
    void open() throws Exception {
        var data = folder.resolve("data");
        var settings = ApiFixture.settings(data).withTascaas(TascaasSettings.of("a-secret-of-sites"));
        api = new ApiFixture(data, settings, _ -> database);
    }

    @AfterEach
    void close() {
        api.close();
    }

    @ParameterizedTest
    @CsvSource({"runs", "jobs", "workflows"})
    void theKeyIsLookedAtBeforeWhoIsPresent(String kind) throws Exception {
        var body = switch (kind) {
            case "workflows" -> workflow();
            case "jobs" -> "{\"command\": [\"hang\"], \"iterations\": 10, \"requires\": [\"gpu\"], \"strict\": true}";
            default -> "{\"command\": [\"hang\"], \"requires\": [\"gpu\"], \"strict\": true}";
        };
        var path = "/api/v1/" + kind;
        assertThat(send(path, "early", body).status()).as("nobody is there").isBetween(400, 422);
        var agent = api.agent("able", 1, "gpu");
        var first = send(path, "again", body);
        assertThat(first.status()).as(first.body()).isEqualTo(201);
        agent.close();
        await().until(() -> send(path, "later", body).status() != 201);
        var again = send(path, "again", body);
        assertThat(again.status()).as(again.body()).isEqualTo(200);
        assertThat(again.json().get("id")).isEqualTo(first.json().get("id"));
        assertThat(send(path, "again", body.replace("hang", "go")).status())
                .as("the key of another request")
                .isEqualTo(409);
    }

    private static String workflow() {
        var body = new JsonMapper().createObjectNode().put("strict", true).put("source", """
            api: 4.7.0
            actions:
              - {type: execute, service: train}
            """);
        body.putArray("services").addObject().put("name", "s").put("text", """
            - {id: train, name: t, description: t, path: hang, runtime: other, requiredCapabilities: [gpu], parameters: []}
            """);
        return body.toString();
    }

    @Test
    void aStrictWorkflowIsRefusedWithThePlaceThatAsksForWhatIsMissing() {
        var refused = send("/api/v1/workflows", "strict", workflow());
        assertThat(refused.status()).as(refused.body()).isEqualTo(400);
        var error = refused.json().path("errors").path(0);
        assertThat(error.path("message").asString()).contains("'train' requires gpu");
        assertThat(error.path("line").asInt()).isEqualTo(3);
    }

    @Test
    void aJobOpenToSitesThatIsSentAgainLeavesNothingBesideItself() {
        var body = "{\"iterations\": 10, \"partitions\": 2, \"sites\": true, \"command\": [\"sim\"]}";
        var first = send("/api/v1/jobs", "sites", body);
        assertThat(first.status()).as(first.body()).isEqualTo(201);
        var before = objects();
        assertThat(before).anyMatch(name -> name.contains("_sim"));
        assertThat(send("/api/v1/jobs", "sites", body).status()).isEqualTo(200);
        assertThat(objects()).isEqualTo(before);
    }

    /** All that is kept under a name; small things are kept in the database. */
    private List<String> objects() {
        return database.objects(InstantSource.system()).list("", Optional.empty(), 1_000).stream()
                .map(object -> object.name().text())
                .toList();
    }

    private ApiFixture.Reply send(String path, String key, String body) {
        return api.send(api.request(api.admin, path)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body)));
    }
}
