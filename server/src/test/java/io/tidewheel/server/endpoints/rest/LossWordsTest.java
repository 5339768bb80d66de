package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.LossLimits;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a user is told of the agents that were lost with a task, and of the one that has it now. */
class LossWordsTest {
    @TempDir
    Path folder;

    private ApiFixture server;

    @BeforeEach
    void start() throws Exception {
        server = new ApiFixture(folder.resolve("server"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void ofATaskThatRunsItIsSaidWhenItsAgentIsGivenUp() throws Exception {
        long id = hang(server.agent("near", 1, LossLimits.LAN), "{\"command\": [\"hang\"]}");
        assertThat(text(id, "agent-silence"))
                .isEqualTo("its agent (profile lan) may be silent for 4s, and needs at most 0.7 s to come back when its"
                        + " connection is closed; then it is begun elsewhere");
        assertThat(text(id, "agents-died"))
                .isEqualTo("0 of 3 agents that may die of it did: then it is not begun again");
    }

    @Test
    void aTimeOfSilenceOfTheAgentsOwnIsNoProfile() throws Exception {
        var limits = LossLimits.SPOT.withSilence(Duration.ofSeconds(8));
        long id = hang(server.agent("own", 1, limits), "{\"command\": [\"hang\"]}");
        assertThat(text(id, "agent-silence"))
                .startsWith("its agent (a time of silence of its own, so that its loss is held against no task) may be"
                        + " silent for 8s");
    }

    @Test
    void whatTheRunSaysComesFirst() throws Exception {
        long id = hang(
                server.agent("spot", 1, LossLimits.SPOT),
                "{\"command\": [\"hang\"], \"agentSilence\": \"1m\", \"poisonAfter\": 7}");
        assertThat(text(id, "agent-silence"))
                .startsWith(
                        "its agent (profile spot, so that its loss is held against no task) may be away for 1m, as its"
                                + " run has it");
        assertThat(text(id, "agents-died")).startsWith("0 of 7 agents");
    }

    @Test
    void itIsSaidWhichLossesCountAndWhyOthersDoNot() throws Exception {
        var spot = server.agent("spot", 1, LossLimits.SPOT);
        long id = hang(spot, "{\"command\": [\"hang\"]}");
        assertThat(explain(id).toString()).doesNotContain("agents-lost");
        spot.close();
        Awaitility.await().until(() -> explain(id).path("state").asString().equals("QUEUED"));
        assertThat(text(id, "agents-lost"))
                .isEqualTo(
                        "1 attempt was lost with its agent, which is not held against it: its machine was taken away,"
                                + " or may be at any time (1)");
        var near = server.agent("near", 1, LossLimits.LAN);
        Awaitility.await().until(() -> near.hangs(id, 0));
        near.close();
        Awaitility.await().until(() -> text(id, "agents-died").startsWith("1 of 3 agents that may die of it did"));
        assertThat(text(id, "agents-lost")).startsWith("1 attempt was lost");
        var attempts =
                server.get("/api/v1/runs/" + id + "/tasks/0/attempts").json().get("items");
        assertThat(attempts.findValuesAsString("reason")).containsExactlyInAnyOrder("AGENT_LOST", "AGENT_DIED");
        assertThat(attempts.findValuesAsString("lostBecause")).containsExactlyInAnyOrder("machine", "died");
        assertThat(attempts.findValuesAsString("exitCode")).containsOnly("0");
    }

    private long hang(FakeAgent agent, String run) {
        long id = server.submit(run);
        Awaitility.await().until(() -> agent.hangs(id, 0));
        return id;
    }

    private JsonNode explain(long run) {
        return server.get("/api/v1/runs/" + run + "/tasks/0/explain").json();
    }

    private String text(long run, String code) {
        return explain(run)
                .get("reasons")
                .valueStream()
                .filter(reason -> reason.get("code").asString().equals(code))
                .map(reason -> reason.get("text").asString())
                .findFirst()
                .orElse("");
    }
}
