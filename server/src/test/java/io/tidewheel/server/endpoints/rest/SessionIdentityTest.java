package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.server.host.DatabaseOpener;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A session belongs to the agent that opened it: what comes for another is refused, counted, written down, and changes nothing. */
class SessionIdentityTest {
    private static final long SESSION = 0x1234;
    private static final long OTHER = 0x5678;

    @TempDir
    Path folder;

    private final MemoryDatabase database = MemoryDatabase.emptyShared();
    private DatabaseOpener opener = _ -> database.reopened();
    private ApiFixture api;
    private String token;
    private String stranger;

    @BeforeEach
    void start() throws Exception {
        api = server("one");
        token = api.token("agent", "fleet");
        stranger = api.token("agent", "fleet");
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private ApiFixture server(String name) throws Exception {
        var data = folder.resolve(name);
        if (api != null) {
            Files.createDirectories(data);
            Files.writeString(data.resolve("admin.token"), api.admin);
        }
        return open(data);
    }

    private ApiFixture open(Path data) throws Exception {
        return ApiFixture.sharing(data, opener);
    }

    /** The servers of this test share a database of a real PostgreSQL instead. */
    private void useRealDatabase() throws Exception {
        api.close();
        opener = EmptyPostgres.opener();
        api = open(folder.resolve("first"));
        token = api.token("agent", "fleet");
        stranger = api.token("agent", "fleet");
    }

    private String state(long run) {
        return api.run(run).get("state").asString();
    }

    private long refused() {
        return api.get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("tidewheel_engine_forgeries_refused_total "))
                .mapToLong(line -> Math.round(Double.parseDouble(line.substring(line.indexOf(' ') + 1))))
                .sum();
    }

    private String audit() {
        return api.get("/api/v1/audit").body();
    }

    @ParameterizedTest
    @CsvSource({"true, secret", "false, guessed", "false, ''"})
    void whoHasNotTheTokenAndTheSecretOfASessionCannotSpeakForIt(boolean otherToken, String secret) throws Exception {
        long run = api.submit("{\"command\": [\"go\"]}");
        try (var agent = RawAgent.dial(api, token).hello(SESSION, "secret", "real")) {
            var task = agent.task();
            try (var forger = RawAgent.dial(api, otherToken ? stranger : token)) {
                forger.hello(SESSION, secret, "real", RawAgent.attempt(task, 0));
                var problem = forger.problem();
                assertThat(problem.getCode()).isEqualTo("session-taken");
                assertThat(problem.getTransient()).isFalse();
            }
            assertThat(refused()).isEqualTo(1);
            assertThat(audit()).contains("forgery-refused", "session 1234");
            assertThat(state(run)).isEqualTo("RUNNING");

            agent.say(RawAgent.success(1, task)).acknowledged(1);
        }
        assertThat(api.ended(run).get("state").asString()).isEqualTo("SUCCEEDED");
    }

    @Test
    void aSessionThatIsNotConnectedIsStillItsOwnersAlone() throws Exception {
        try (var agent = RawAgent.dial(api, token).hello(SESSION, "secret", "real")) {
            long run = api.submit("{\"command\": [\"go\"]}");
            agent.say(RawAgent.success(1, agent.task())).acknowledged(1);
            api.ended(run);
        }
        try (var forger = RawAgent.dial(api, stranger).hello(SESSION, "secret", "real")) {
            assertThat(forger.problem().getCode()).isEqualTo("session-taken");
        }
    }

    @ParameterizedTest
    @CsvSource({"one, false", "two, false", "one, true", "two, true"})
    void anAgentTakesUpItsSessionAfterARestartAndOnAnotherServer(String next, boolean postgres) throws Exception {
        if (postgres) useRealDatabase();
        long run = api.submit("{\"command\": [\"go\"]}");
        var agent = RawAgent.dial(api, token).hello(SESSION, "secret", "real");
        var task = agent.task();
        agent.close();
        if (next.equals("one")) api.close();
        var before = api;
        api = server(next);
        if (!next.equals("one")) before.close();

        try (var forger = RawAgent.dial(api, stranger).hello(SESSION, "secret", "real", RawAgent.attempt(task, 0))) {
            assertThat(forger.problem().getCode()).isEqualTo("session-taken");
        }
        try (var again = RawAgent.dial(api, token).hello(SESSION, "secret", "real", RawAgent.attempt(task, 0))) {
            again.say(RawAgent.success(7, task)).acknowledged(7);
        }
        assertThat(api.ended(run).get("state").asString()).isEqualTo("SUCCEEDED");
    }

    @Test
    void anAgentCannotPassOutputByTheQuotaOfARun() throws Exception {
        long run = api.submit("{\"command\": [\"go\"]}");
        try (var agent = RawAgent.dial(api, token).hello(SESSION, "secret", "real")) {
            var task = agent.task();
            var passing = RawAgent.output(1, task, "not to be kept\n");
            passing.getOutputsBuilder(0).setPassing(true);
            agent.say(passing).acknowledged(1);
            assertThat(refused()).isEqualTo(1);
            assertThat(audit()).contains("forgery-refused", "that is to pass, which nobody has asked for");
            agent.say(RawAgent.success(2, task)).acknowledged(2);
        }
        var ended = api.ended(run);
        assertThat(ended.get("state").asString()).isEqualTo("SUCCEEDED");
        assertThat(ended.get("logBytes").asLong()).isEqualTo(15);
        assertThat(api.get("/api/v1/runs/" + run + "/logs").body()).isEqualTo("0: not to be kept\n");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatComesForASessionThatLivesOnAnotherServerIsRefusedAndChangesNothing(boolean postgres) throws Exception {
        if (postgres) useRealDatabase();
        long run = api.submit("{\"command\": [\"go\"]}");
        try (var agent = RawAgent.dial(api, token).hello(SESSION, "secret", "real");
                var other = server("two")) {
            var task = agent.task();
            try (var forger =
                    RawAgent.dial(other, stranger).hello(SESSION, "secret", "real", RawAgent.attempt(task, 0))) {
                assertThat(forger.problem().getCode()).isEqualTo("session-taken");
            }
            try (var forger = RawAgent.dial(other, stranger).hello(OTHER, "mine", "forger")) {
                forger.say(RawAgent.success(1, task)).acknowledged(1);
            }
            assertThat(state(run)).isEqualTo("RUNNING");
            assertThat(audit()).contains("forgery-refused", "session 1234");
            agent.say(RawAgent.success(1, task)).acknowledged(1);
        }
        assertThat(api.ended(run).get("state").asString()).isEqualTo("SUCCEEDED");
    }

    @Test
    void anAgentCannotReportWhatAnotherAgentHolds() throws Exception {
        long run = api.submit("{\"command\": [\"go\"]}");
        try (var agent = RawAgent.dial(api, token).hello(SESSION, "secret", "real");
                var forger = RawAgent.dial(api, stranger)) {
            var task = agent.task();
            forger.hello(OTHER, "mine", "forger");
            forger.say(RawAgent.output(1, task, "forged\n")).say(RawAgent.success(2, task));
            forger.acknowledged(2);
            assertThat(state(run)).isEqualTo("RUNNING");
            assertThat(refused()).isEqualTo(2);
            assertThat(audit()).contains("forgery-refused", "which agent real holds");

            agent.say(RawAgent.output(1, task, "true\n")).say(RawAgent.success(2, task));
            agent.acknowledged(2);
        }
        assertThat(api.ended(run).get("state").asString()).isEqualTo("SUCCEEDED");
        assertThat(api.get("/api/v1/runs/" + run + "/logs").body())
                .contains("true")
                .doesNotContain("forged");
    }

    @Test
    void whereTheStoreKeepsNoLeaseAReceiptShowsWhoWasGivenATask() throws Exception {
        long run = api.submit("{\"command\": [\"go\"], \"delivery\": \"at-least-once\"}");
        var agent = RawAgent.dial(api, token).hello(SESSION, "secret", "real");
        var task = agent.task();
        assertThat(task.getReceipt()).isNotZero();
        agent.close();
        api.close();
        api = server("one");

        try (var forger = RawAgent.dial(api, stranger)) {
            forger.hello(OTHER, "mine", "forger", RawAgent.attempt(task, task.getReceipt()));
            forger.say(RawAgent.success(1, task)).acknowledged(1);
            assertThat(state(run)).isNotEqualTo("SUCCEEDED");
            try (var again = RawAgent.dial(api, token)) {
                again.hello(SESSION, "secret", "real", RawAgent.attempt(task, task.getReceipt()));
                again.say(RawAgent.success(1, task)).acknowledged(1);
            }
            assertThat(api.ended(run).get("state").asString()).isEqualTo("SUCCEEDED");
        }
    }

    @Test
    void aNumberThatLeapsIsRefusedAndTheAgentsReportsStillCount() throws Exception {
        long run = api.submit("{\"items\": [\"a\", \"b\"], \"command\": [\"go\"]}");
        var agent = RawAgent.dial(api, token).hello(SESSION, "secret", "real");
        agent.say(RawAgent.success(1, agent.task())).acknowledged(1);
        var second = agent.task();
        agent.say(RawAgent.success(1_000_000_000, second));
        assertThat(agent.problem().getText()).contains("1000000000", "without a gap");
        agent.close();
        assertThat(refused()).isEqualTo(1);
        assertThat(api.run(run).get("succeeded").asInt()).isEqualTo(1);

        try (var again = RawAgent.dial(api, token).hello(SESSION, "secret", "real", RawAgent.attempt(second, 0))) {
            again.say(RawAgent.success(2, second)).acknowledged(2);
        }
        assertThat(api.ended(run).get("state").asString()).isEqualTo("SUCCEEDED");
    }

    @Test
    void anAgentCannotTellOfThePartitionsOfAnother() throws Exception {
        var body = "{\"iterations\": 100, \"target\": \"1h\", \"partitions\": 1, \"command\": [\"sim\"]}";
        long job = api.post("/api/v1/jobs", body).json().get("id").asLong();
        try (var agent = new FakePartitions(api.server.server().connectAgent(), "real", 1, SESSION);
                var forger = RawAgent.dial(api, stranger)) {
            var task = agent.next();
            long share = agent.begin(task).getCount();
            forger.hello(OTHER, "mine", "forger");
            forger.say(AgentMessage.newBuilder()
                    .addProgress(Progress.newBuilder()
                            .setRun(task.getRun())
                            .setIndex(task.getIndex())
                            .setAttempt(task.getAttempt())
                            .setTold(share)
                            .setIterations(99)));
            org.awaitility.Awaitility.await().until(() -> refused() == 1);
            agent.report(task, 2, share);
            assertThat(api.get("/api/v1/runs/" + job + "/job").body())
                    .contains("real")
                    .doesNotContain("forger");
            agent.succeed(task, share);
            assertThat(api.ended(job).get("state").asString()).isEqualTo("SUCCEEDED");
        }
    }
}
