package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.LossLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a user is told of the agents that were lost with a task, and of the one that has it now. */
class LossWordsTest {
    /** Pretended agents send no heartbeats. */
    private static final LossLimits NEAR = new LossLimits(Duration.ofHours(1), Duration.ofMillis(700), false);

    private static final LossLimits SPOT = new LossLimits(Duration.ofHours(1), Duration.ofMillis(700), true);

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
    void itIsSaidWhenTheAgentIsGivenUpAndWhichProfileItHas() {
        assertThat(LossWords.silence(Optional.empty(), Optional.of(LossLimits.LAN))
                        .text())
                .isEqualTo("its agent (profile lan) may be silent for 4s, and needs at most 0.7 s to come back when its"
                        + " connection is closed; then it is begun elsewhere");
        assertThat(LossWords.silence(Optional.empty(), Optional.of(LossLimits.WAN))
                        .text())
                .startsWith("its agent (profile wan) may be silent for 30s, and needs at most 15.0 s to come back");
    }

    @Test
    void aTimeOfSilenceOfTheAgentsOwnIsNoProfile() {
        var limits = LossLimits.SPOT.withSilence(Duration.ofSeconds(8));
        assertThat(LossWords.silence(Optional.empty(), Optional.of(limits)).text())
                .startsWith("its agent (a time of silence of its own, so that its loss is held against no task) may be"
                        + " silent for 8s");
    }

    @Test
    void whatTheRunSaysComesFirst() {
        assertThat(LossWords.silence(Optional.of(Duration.ofMinutes(1)), Optional.of(LossLimits.SPOT))
                        .text())
                .startsWith(
                        "its agent (profile spot, so that its loss is held against no task) may be away for 1m, as its"
                                + " run has it");
    }

    @Test
    void itIsSaidWhichLossesCountAndWhyOthersDoNot() throws Exception {
        var spot = server.agent("spot", 1, SPOT);
        long id = hang(spot, "{\"command\": [\"hang\"], \"poisonAfter\": 7}");
        assertThat(text(id, "agent-silence")).contains("may be silent for 1h");
        assertThat(explain(id).toString()).doesNotContain("agents-lost");
        spot.close();
        Awaitility.await().until(() -> explain(id).path("state").asString().equals("QUEUED"));
        assertThat(text(id, "agents-lost"))
                .isEqualTo(
                        "1 attempt was lost with its agent, which is not held against it: its machine was taken away,"
                                + " or may be at any time (1)");
        var near = server.agent("near", 1, NEAR);
        Awaitility.await().until(() -> near.hangs(id, 0));
        near.close();
        Awaitility.await().until(() -> text(id, "agents-died").startsWith("1 of 7 agents that may die of it did"));
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
