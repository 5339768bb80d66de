package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people are told of jobs, at every endpoint. */
class JobWordsTest {
    @TempDir
    Path folder;

    private ApiFixture api;
    private FakePartitions agent;

    @BeforeEach
    void open() throws Exception {
        api = new ApiFixture(folder.resolve("data"));
        agent = new FakePartitions(api.server.server().connectAgent(), "a", 1, 1);
    }

    @AfterEach
    void close() {
        agent.close();
        api.close();
    }

    private String succeeded(String target) throws Exception {
        var reply = api.post(
                "/api/v1/jobs",
                "{\"iterations\": 100, \"target\": %s, \"partitions\": 2, \"maxPartitions\": 2, \"command\": [\"sim\"]}"
                        .formatted(target));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        long run = reply.json().path("id").asLong();
        var task = agent.next();
        agent.begin(task);
        long begun = System.nanoTime();
        await("more time than the shortest target").until(() -> System.nanoTime() - begun > 20_000_000);
        agent.succeed(task, 100);
        assertThat(api.ended(run).path("state").asString()).isEqualTo("SUCCEEDED");
        return "/api/v1/runs/" + run;
    }

    @Test
    void aSucceededJobShowsItsIterationsAndWhatWasNotNeededSaysSo() throws Exception {
        var run = succeeded("\"1h\"");
        for (var shown : java.util.List.of(
                api.get(run).json(),
                api.get("/api/v1/runs").json().path("items").path(0))) {
            OpenApiTest.check("Run", shown);
            assertThat(shown.path("iterations").asLong()).isEqualTo(100);
            assertThat(shown.path("stored").asLong()).isEqualTo(100);
        }
        var unneeded = api.get(run + "/tasks/1").json();
        assertThat(unneeded.path("state").asString()).isEqualTo("CANCELLED");
        assertThat(unneeded.path("reason").asString()).isEqualTo("WITHDRAWN");
        assertThat(api.get(run + "/tasks/1/explain").json().path("sentence").asString())
                .contains("its job withdrew it")
                .doesNotContain("user");
        assertThat(api.get(run + "/explain").json().path("sentence").asString())
                .startsWith("all its 100 iterations are stored, after")
                .endsWith("its target of 3600.0 s was met");
        var job = api.get(run + "/job").json();
        OpenApiTest.check("Job", job);
        assertThat(job.path("inTime").asBoolean()).isTrue();
        assertThat(job.path("partitions").path(1).path("state").asString()).isEqualTo("WITHDRAWN");
    }

    @Test
    void aMissedTargetIsSaidByJobListExplanationAndReport() throws Exception {
        var run = succeeded("0.001");
        var job = api.get(run + "/job").json();
        OpenApiTest.check("Job", job);
        assertThat(job.path("inTime").asBoolean(true)).isFalse();
        assertThat(job.path("late").asDouble()).isPositive();
        assertThat(job.path("took").asDouble()).isGreaterThan(job.path("late").asDouble());
        var listed = api.get(run + "/jobs").json().path("items").path(0);
        assertThat(listed.path("inTime").asBoolean(true)).isFalse();
        assertThat(api.get(run + "/explain").json().path("sentence").asString()).contains("was missed by");
        assertThat(api.get(run + "/report").body()).contains("\"inTime\":false");
    }

    @Test
    void theTargetOfAJobThatEndsWithoutBeingCompleteIsMissed() throws Exception {
        var reply = api.post("/api/v1/jobs", "{\"iterations\": 100, \"target\": \"1h\", \"command\": [\"sim\"]}");
        long id = reply.json().path("id").asLong();
        agent.begin(agent.next());
        api.post("/api/v1/runs/" + id + "/cancel", "");
        agent.stop();
        agent.close();
        api.ended(id);
        var job = api.get("/api/v1/runs/" + id + "/job").json();
        assertThat(job.path("inTime").asBoolean(true)).isFalse();
        assertThat(job.has("toGo")).isFalse();
        assertThat(api.get("/api/v1/runs/" + id + "/explain")
                        .json()
                        .path("sentence")
                        .asString())
                .startsWith("0 of its 100 iterations are stored; its target of 3600.0 s was missed");
    }
}
