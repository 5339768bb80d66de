package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.LossLimits;
import io.tidewheel.model.Owner;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.Watch;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two servers on one store: whoever asks the one learns what happens at the other. */
class TwoServersTest {
    @TempDir
    Path folder;

    private ApiFixture one;
    private ApiFixture other;

    @BeforeEach
    void start() throws Exception {
        var database = MemoryDatabase.emptyShared();
        one = ApiFixture.sharing(folder.resolve("one"), _ -> database.reopened());
        Files.createDirectories(folder.resolve("other"));
        // The store knows an administrator already: the second server makes no token of its own.
        Files.copy(folder.resolve("one/admin.token"), folder.resolve("other/admin.token"));
        other = ApiFixture.sharing(folder.resolve("other"), _ -> database.reopened());
    }

    @AfterEach
    void stop() {
        one.close();
        other.close();
    }

    @Test
    void aRunSubmittedHereIsDoneThereAndWatchedHere() throws Exception {
        var agent = one.agent("at one", 1);
        long id = other.submit("{\"command\": [\"hang\"]}");
        Awaitility.await().until(() -> agent.hangs(id, 0));
        try (var events = new BufferedReader(new InputStreamReader(
                other.open(other.admin, "/api/v1/runs/" + id + "/events"), StandardCharsets.UTF_8))) {
            agent.release(id, 0);
            assertThat(events.lines().filter(line -> line.contains("SUCCEEDED")))
                    .hasSize(1);
        }
        assertThat(other.run(id).get("state").asString()).isEqualTo("SUCCEEDED");
        assertThat(other.get("/api/v1/runs/" + id + "/tasks/0")
                        .json()
                        .get("agent")
                        .asString())
                .isEqualTo("at one");
    }

    @Test
    void resultsFromThereComeToAClientHere() throws Exception {
        var agent = one.agent("at one", 2);
        long id = other.submit("{\"tasks\": [{\"command\": [\"go\"]}, {\"command\": [\"hang\"]}]}");
        Awaitility.await().until(() -> agent.hangs(id, 1));
        try (var client = other.server.server().connectClient(new Owner("admin"))) {
            client.send(ClientMessage.newBuilder()
                    .setRequest(1)
                    .setWatch(Watch.newBuilder().setRun(id))
                    .build());
            int results = 0;
            while (results == 0)
                results += client.receive().orElseThrow().getResults().getResultsCount();
            agent.release(id, 1);
            for (var answer = client.receive().orElseThrow();
                    !answer.getStatus().getFinal();
                    answer = client.receive().orElseThrow()) {
                results += answer.getResults().getResultsCount();
            }
            assertThat(results).isEqualTo(2);
        }
    }

    @Test
    void partitionsOfAJobThatIsKeptThereDoAnEqualPartHere() throws Exception {
        var body = "{\"iterations\": 11, \"target\": \"1h\", \"partitions\": 2, \"command\": [\"sim\"]}";
        long id = other.post("/api/v1/jobs", body).json().get("id").asLong();
        try (var agent = new FakePartitions(one.server.server().connectAgent(), "at one", 2, 7)) {
            for (long part : new long[] {6, 5}) {
                var task = agent.next();
                long share = agent.begin(task).getCount();
                assertThat(share).isEqualTo(part);
                assertThat(agent.report(task, 2, share).getCount())
                        .as("it goes on with the number it has")
                        .isEqualTo(share);
                agent.succeed(task, share);
            }
            assertThat(one.ended(id).get("state").asString()).isEqualTo("SUCCEEDED");
        }
        assertThat(one.get("/api/v1/runs/" + id + "/manifest")
                        .json()
                        .get("stored")
                        .asLong())
                .isEqualTo(11);
    }

    @Test
    void anAgentThatComesToTheKeeperIsToldTheEndThere() throws Exception {
        Awaitility.await()
                .until(() -> servers(other, false).path("state").asString().equals("up"));
        var body = "{\"iterations\": 10, \"target\": \"1h\", \"partitions\": 2, \"maxPartitions\": 2, \"command\":"
                + " [\"sim\"]}";
        long id = other.post("/api/v1/jobs", body).json().get("id").asLong();
        var before = new FakePartitions(one.server.server().connectAgent(), "moves", 1, 7);
        var task = before.next();
        // The keeper's word, and no equal part in place of it, shows that the keeper knows where the agent is.
        Awaitility.await().until(() -> before.begin(task).getReportMillis() != 0 && isHeard(id));
        before.close();
        try (var moved = new FakePartitions(other.server.server().connectAgent(), "moves", 1, 7, List.of(task));
                var stays = new FakePartitions(other.server.server().connectAgent(), "stays", 1, 8)) {
            Awaitility.await()
                    .until(() -> agents(other)
                            .valueStream()
                            .anyMatch(agent -> agent.get("name").asString().equals("moves")
                                    && !agent.get("state").asString().equals("disconnected")
                                    && agent.get("server")
                                            .asString()
                                            .equals(servers(other, true)
                                                    .get("name")
                                                    .asString())));
            var rest = stays.next();
            stays.begin(rest);
            stays.succeed(rest, 10);
            var over = moved.share();
            assertThat(over.getCount()).as("all is done, unasked").isZero();
            assertThat(over.getAttempt().getIndex()).isEqualTo(task.getIndex());
        }
    }

    private boolean isHeard(long job) {
        return other.get("/api/v1/runs/" + job + "/job").json().path("running").asInt() == 1;
    }

    @Test
    void aRunIsCancelledFromTheOtherServer() throws Exception {
        var agent = one.agent("at one", 1);
        long id = one.submit("{\"command\": [\"hang\"]}");
        Awaitility.await().until(() -> agent.hangs(id, 0));
        assertThat(other.post("/api/v1/runs/" + id + "/cancel", "").status()).isEqualTo(200);
        assertThat(one.ended(id).get("state").asString()).isEqualTo("CANCELLED");
    }

    @Test
    void oneTaskIsCancelledFromTheOtherServerAndTheAgentHereStopsIt() throws Exception {
        var agent = one.agent("at one", 1);
        long id = one.submit("{\"tasks\": [{\"command\": [\"hang\"]}, {\"command\": [\"go\"]}]}");
        Awaitility.await().until(() -> agent.hangs(id, 0));
        assertThat(other.post("/api/v1/runs/" + id + "/tasks/0/cancel", "").status())
                .isEqualTo(200);
        Awaitility.await().until(() -> !agent.hangs(id, 0));
        var ended = one.ended(id);
        assertThat(ended.get("cancelled").asInt()).isEqualTo(1);
        assertThat(ended.get("succeeded").asInt()).isEqualTo(1);
    }

    @Test
    void watchersOfAllRunsSeeThoseOfTheOtherServer() throws Exception {
        try (var events = new BufferedReader(
                new InputStreamReader(other.open(other.admin, "/api/v1/events"), StandardCharsets.UTF_8))) {
            assertThat(events.readLine()).isNotNull();
            one.agent("at one", 1);
            long id = one.submit("{\"name\": \"far\", \"command\": [\"go\"]}");
            var end = "\"id\":%d,\"name\":\"far\",\"state\":\"SUCCEEDED\"".formatted(id);
            for (var line = events.readLine(); !line.contains(end); line = events.readLine())
                assertThat(line).isNotNull();
        }
    }

    @Test
    void agentsThereAreListedCountedExplainedAndOfferedHere() throws Exception {
        var agent = one.agent("at one", 2, "tow");
        Awaitility.await().until(() -> agents(other).size() == 1);
        assertThat(agents(other).get(0).get("name").asString()).isEqualTo("at one");
        assertThat(agents(other).get(0).get("server").asString())
                .isEqualTo(agents(one).get(0).get("server").asString())
                .isNotEqualTo(servers(other, true).get("name").asString());
        assertThat(other.get("/metrics").body())
                .contains(
                        "tidewheel_agents_slots 2\n",
                        "tidewheel_server_agents 0\n",
                        "tidewheel_servers{state=\"up\"} 2\n");
        assertThat(other.get("/api/v1/server").json().get("agents").asInt()).isEqualTo(1);
        assertThat(other.get("/agents").json()).hasSize(1);
        long lacking = other.submit("{\"command\": [\"go\"], \"requires\": [\"fly\"]}");
        assertThat(other.get("/api/v1/runs/" + lacking + "/explain").body()).contains("it lacks [fly]");
        assertThat(other.post("/api/v1/runs", "{\"command\": [\"hang\"], \"requires\": [\"tow\"], \"strict\": true}")
                        .status())
                .isEqualTo(201);
        assertThat(other.post("/api/v1/runs", "{\"command\": [\"go\"], \"requires\": [\"fly\"], \"strict\": true}")
                        .status())
                .isEqualTo(422);
        assertThat(other.get("/api/v1/queues").body()).contains("\"requires\":[\"fly\"]");
        assertThat(agent).isNotNull();
    }

    @Test
    void whenAnAgentThereIsGivenUpIsExplainedHere() throws Exception {
        var agent = one.agent("far away", 1, new LossLimits(Duration.ofHours(1), Duration.ofSeconds(15), true));
        long id = one.submit("{\"command\": [\"hang\"]}");
        Awaitility.await().until(() -> agent.hangs(id, 0));
        Awaitility.await().until(() -> agents(other).size() == 1);
        assertThat(other.get("/api/v1/runs/" + id + "/tasks/0/explain").body())
                .contains("its agent (a time of silence of its own, so that its loss is held against no task) may be"
                        + " silent for 1h");
    }

    @Test
    void anAgentThereIsDrainedFromHere() throws Exception {
        one.agent("at one", 1);
        Awaitility.await().until(() -> agents(other).size() == 1);
        assertThat(other.post("/api/v1/agents/at%20one/drain", "").status()).isEqualTo(200);
        Awaitility.await()
                .until(() -> agents(one).get(0).get("state").asString().equals("draining"));
    }

    @Test
    void theServersAreListedByEach() throws Exception {
        one.agent("at one", 1);
        Awaitility.await().until(() -> servers(other, false).get("agents").asInt() == 1);
        assertThat(servers(other, false).get("address").asString())
                .isEqualTo(one.server.url().toString());
        assertThat(servers(other, false).get("name"))
                .isEqualTo(servers(one, true).get("name"));
        assertThat(servers(one, true).get("state").asString()).isEqualTo("up");
    }

    @Test
    void aServerThatDrainsGivesItsJobToTheOtherAndTakesNothing() throws Exception {
        Awaitility.await()
                .until(() -> one.get("/api/v1/servers").json().get("items").size() == 2);
        var body = "{\"iterations\": 11, \"target\": \"1h\", \"partitions\": 2, \"command\": [\"sim\"]}";
        long id = other.post("/api/v1/jobs", body).json().get("id").asLong();
        assertThat(one.post("/api/v1/servers/nobody/drain", "").status()).isEqualTo(404);
        assertThat(one.post("/api/v1/servers/other/drain", "").status()).isEqualTo(200);
        Awaitility.await()
                .until(() -> servers(one, false).get("state").asString().equals("drained"));
        Awaitility.await().until(() -> servers(one, true).get("runs").asInt() == 1);
        assertThat(other.get("/metrics").body()).contains("tidewheel_jobs_open 0\n");
        assertThat(one.get("/metrics").body()).contains("tidewheel_jobs_open 1\n");
        assertThat(other.get("/readyz").status()).isEqualTo(503);
        assertThat(other.post("/api/v1/runs", "{\"command\": [\"go\"]}").body())
                .contains("server other is being drained", one.server.url().toString());
        try (var agent = new FakePartitions(one.server.server().connectAgent(), "at one", 2, 7)) {
            for (long part : new long[] {6, 5}) {
                var task = agent.next();
                long share = agent.begin(task).getCount();
                assertThat(share).isEqualTo(part);
                agent.succeed(task, share);
            }
            assertThat(one.ended(id).get("state").asString()).isEqualTo("SUCCEEDED");
        }
        assertThat(one.post("/api/v1/servers/one/drain", "").body()).contains("start another server");
    }

    private static JsonNode agents(ApiFixture asked) {
        return asked.get("/api/v1/agents").json().get("items");
    }

    /** The server that is asked, or the other one. */
    private static JsonNode servers(ApiFixture asked, boolean itself) {
        return asked.get("/api/v1/servers")
                .json()
                .get("items")
                .valueStream()
                .filter(server -> server.get("asked").asBoolean() == itself)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aTokenOfOneServerIsAToken() {
        assertThat(other.get(one.token("user", "ann"), "/api/v1/runs").status()).isEqualTo(200);
    }
}
