package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.server.host.DatabaseOpener;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What is promised whatever the database. */
abstract class RunsContract {
    @TempDir
    Path folder;

    private ApiFixture api;

    abstract DatabaseOpener opener();

    @BeforeEach
    void start() throws Exception {
        api = new ApiFixture(folder.resolve("data"), opener());
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void aSubmittedCommandRunsAndItsResultComesBack() throws Exception {
        api.agent("one", 2, "docker");
        var reply = api.post("/api/v1/runs", """
            {"name": "hello", "labels": {"team": "x"}, "command": ["echo", "hi"], "priority": 3,
             "retry": {"maxAttempts": 2, "delay": "1s"}, "maxRuntime": 60, "requires": ["docker"]}
            """);
        assertThat(reply.status()).isEqualTo(201);
        long id = reply.json().get("id").asLong();
        assertThat(reply.raw().headers().firstValue("Location")).contains("/api/v1/runs/" + id);

        var run = api.ended(id);
        assertThat(run.get("state").asString()).isEqualTo("SUCCEEDED");
        assertThat(run.get("name").asString()).isEqualTo("hello");
        assertThat(run.get("owner").asString()).isEqualTo("admin");
        assertThat(run.get("kind").asString()).isEqualTo("tasks");
        assertThat(run.get("priority").asInt()).isEqualTo(3);
        assertThat(run.get("labels").get("team").asString()).isEqualTo("x");
        assertThat(run.get("size").asLong()).isEqualTo(1);
        assertThat(run.get("succeeded").asLong()).isEqualTo(1);
        assertThat(run.get("queued").asLong()).isZero();
        assertThat(run.get("requires").get(0).asString()).isEqualTo("docker");
        assertThat(run.get("delivery").asString()).isEqualTo("exactly-once");
        assertThat(run.get("retry").get("delay").asDouble()).isEqualTo(1.0);
        assertThat(run.get("created").asString()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z");
        assertThat(run.has("finished")).isTrue();
        assertThat(api.get("/api/v1/runs/last").json().get("id").asLong()).isEqualTo(id);

        var chain = api.get("/api/v1/runs/" + id + "/tasks/0").json();
        assertThat(chain.get("state").asString()).isEqualTo("SUCCEEDED");
        assertThat(chain.get("agent").asString()).isEqualTo("one");
        assertThat(chain.get("host").asString()).isEqualTo("testhost");
        assertThat(chain.get("exitCode").asInt()).isZero();
        assertThat(chain.get("runSeconds").asDouble()).isEqualTo(0.25);
        assertThat(chain.get("command").get("arguments").get(1).asString()).isEqualTo("hi");
    }

    @Test
    void anArrayHasOneChainForEachValue() throws Exception {
        long id = api.submit("{\"command\": [\"go\", \"{}\"], \"array\": \"10-20:5\"}");
        var queued = api.get("/api/v1/runs/" + id + "/tasks").json();
        assertThat(texts(queued, "parameter")).containsExactly("10", "15", "20");
        assertThat(texts(queued, "state")).containsOnly("QUEUED");
        assertThat(api.get("/api/v1/runs/" + id + "/tasks/2")
                        .json()
                        .get("parameter")
                        .asString())
                .isEqualTo("20");
        api.agent("one", 2);
        assertThat(api.ended(id).get("succeeded").asLong()).isEqualTo(3);
        var results = api.get("/api/v1/runs/" + id + "/results").json();
        // base64 of 10, 15 and 20
        assertThat(texts(results, "result")).containsExactly("MTA=", "MTU=", "MjA=");
    }

    @Test
    void pagesLeaveNothingOutAndRepeatNothing() throws Exception {
        api.agent("one", 8);
        var items = String.join(
                ",", IntStream.range(0, 250).mapToObj(i -> "\"x" + i + "\"").toList());
        long id = api.submit("{\"command\": [\"go\"], \"items\": [" + items + "]}");
        assertThat(api.ended(id).get("succeeded").asLong()).isEqualTo(250);
        for (var list : new String[] {"tasks", "results"}) {
            var seen = new HashSet<Long>();
            var path = "/api/v1/runs/" + id + "/" + list + "?limit=70";
            int pages = 0;
            for (var page = api.get(path).json();
                    ;
                    page = api.get(path + "&cursor=" + page.get("next").asString())
                            .json()) {
                pages++;
                for (var item : page.get("items"))
                    assertThat(seen.add(item.get("index").asLong())).isTrue();
                if (!page.has("next")) break;
            }
            assertThat(seen).hasSize(250);
            assertThat(pages).isEqualTo(4);
        }
        assertThat(api.get("/api/v1/runs/" + id + "/tasks?from=248").json().get("items"))
                .hasSize(2);
        assertThat(api.get("/api/v1/runs/" + id + "/tasks?state=failed").json().get("items"))
                .isEmpty();
    }

    @Test
    void runsAreListedNewestFirstAndFiltered() {
        for (int i = 0; i < 5; i++) {
            api.submit("{\"name\": \"run-%d\", \"labels\": {\"n\": \"%d\"}, \"command\": [\"go\"], \"held\": %s}"
                    .formatted(i, i % 2, i == 4));
        }
        assertThat(texts(api.get("/api/v1/runs").json(), "name"))
                .containsExactly("run-4", "run-3", "run-2", "run-1", "run-0");
        assertThat(texts(api.get("/api/v1/runs?label=n=1").json(), "name")).containsExactly("run-3", "run-1");
        assertThat(texts(api.get("/api/v1/runs?state=held").json(), "name")).containsExactly("run-4");
        assertThat(texts(api.get("/api/v1/runs?name=N-2").json(), "name")).containsExactly("run-2");
        assertThat(texts(api.get("/api/v1/runs?owner=nobody").json(), "name")).isEmpty();

        var first = api.get("/api/v1/runs?limit=2").json();
        // A run that comes between two pages does not shift the second one.
        api.submit("{\"name\": \"late\", \"command\": [\"go\"]}");
        var second = api.get("/api/v1/runs?limit=2&cursor=" + first.get("next").asString())
                .json();
        assertThat(texts(second, "name")).containsExactly("run-2", "run-1");
    }

    @Test
    void tasksAreAddedToAnOpenRunInOrderAndOnce() throws Exception {
        api.agent("one", 4);
        long id = api.submit("{\"tasks\": [{\"command\": [\"go\"]}], \"closed\": false}");
        var path = "/api/v1/runs/" + id + "/tasks";
        var body =
                "{\"first\": 1, \"tasks\": [{\"parameter\": \"p\", \"commands\": [[\"a\"], {\"runtime\": \"noop\"}]}]}";
        assertThat(api.post(path, body).json().get("made").asInt()).isEqualTo(2);
        assertThat(api.post(path, body).json().get("made").asInt()).isEqualTo(2);
        assertThat(api.post(path, "{\"first\": 7, \"tasks\": [{\"command\": [\"go\"]}]}")
                        .status())
                .isEqualTo(409);
        assertThat(api.post(path, "{\"items\": [\"a\"]}").status()).isEqualTo(400);
        assertThat(api.get("/api/v1/runs/" + id + "/explain")
                        .json()
                        .get("state")
                        .asString())
                .isIn("QUEUED", "RUNNING");
        assertThat(api.post("/api/v1/runs/" + id + "/close", "").status()).isEqualTo(200);
        assertThat(api.ended(id).get("succeeded").asLong()).isEqualTo(2);
        assertThat(api.post(path, body).status()).isEqualTo(409);
        assertThat(api.post("/api/v1/runs/" + id + "/close", "").status()).isEqualTo(200);
    }

    @Test
    void theSameKeyGivesOneRunHoweverOftenItIsSent() throws Exception {
        Callable<ApiFixture.Reply> submit = () -> api.send(api.request(api.admin, "/api/v1/runs")
                .header("Idempotency-Key", "k-1")
                .POST(HttpRequest.BodyPublishers.ofString("{\"command\": [\"go\"]}")));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var replies = threads.invokeAll(java.util.Collections.nCopies(100, submit)).stream()
                    .map(Future::resultNow)
                    .toList();
            assertThat(replies.stream()
                            .map(reply -> reply.json().get("id").asLong())
                            .distinct())
                    .hasSize(1);
            assertThat(replies.stream().filter(reply -> reply.status() == 201)).hasSize(1);
            assertThat(replies.stream().filter(reply -> reply.status() == 200)).hasSize(99);
        }
        assertThat(api.get("/api/v1/runs").json().get("items")).hasSize(1);
    }

    @Test
    void aKeyIsForOneRequest() throws Exception {
        api.agent("one", 2);
        var first = withKey("/api/v1/runs", "k", "{\"command\": [\"fail\"]}");
        assertThat(withKey("/api/v1/runs", "k", "{\"command\": [\"fail\"]}").status())
                .isEqualTo(200);
        var other = withKey("/api/v1/runs", "k", "{\"command\": [\"other\"]}");
        assertThat(other.status()).isEqualTo(409);
        long id = first.json().get("id").asLong();
        assertThat(other.detail()).contains("run " + id);
        api.ended(id);
        var retry = "/api/v1/runs/" + id + "/retry";
        var again = withKey(retry, "r", "");
        assertThat(again.status()).isEqualTo(201);
        var repeated = withKey(retry, "r", "");
        assertThat(repeated.status()).isEqualTo(200);
        assertThat(repeated.json().get("id").asLong())
                .isEqualTo(again.json().get("id").asLong());
        assertThat(withKey(retry, "k", "").status()).isEqualTo(409);
        assertThat(withKey(retry, "r", "{\"failed\": false}").status()).isEqualTo(409);
    }

    private ApiFixture.Reply withKey(String path, String key, String body) {
        return api.send(api.request(api.admin, path)
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    @Test
    void aRunIsHeldReleasedReprioritisedAndCancelled() throws Exception {
        var agent = api.agent("one", 1);
        long id = api.submit("{\"command\": [\"hang\"], \"held\": true}");
        var path = "/api/v1/runs/" + id;
        assertThat(api.run(id).get("state").asString()).isEqualTo("HELD");
        assertThat(api.get(path + "/explain").json().get("remedy").asString()).contains("release " + id);
        assertThat(api.post(path + "/priority", "{\"priority\": 9}")
                        .json()
                        .get("priority")
                        .asInt())
                .isEqualTo(9);
        assertThat(api.post(path + "/priority", "{}").status()).isEqualTo(400);
        assertThat(api.post(path + "/release", "{}").status()).isEqualTo(200);
        Awaitility.await().until(() -> agent.hangs(id, 0));
        assertThat(api.run(id).get("state").asString()).isEqualTo("RUNNING");
        assertThat(api.run(id).get("running").asLong()).isEqualTo(1);
        assertThat(api.post(path + "/cancel", "").status()).isEqualTo(200);
        assertThat(api.ended(id).get("state").asString()).isEqualTo("CANCELLED");
        assertThat(api.post(path + "/cancel", "").status()).isEqualTo(200);
        assertThat(api.post(path + "/kill", "").status()).isEqualTo(200);
        assertThat(api.post(path + "/hold", "").status()).isEqualTo(409);
        assertThat(api.post(path + "/hold", "").detail()).contains("has ended (CANCELLED)");
    }

    @Test
    void aTaskWithAPriorityOfItsOwnGoesFirst() throws Exception {
        long other = api.submit("{\"command\": [\"hang\"], \"priority\": 3, \"held\": true}");
        long id = api.submit(
                "{\"tasks\": [{\"command\": [\"go\"]}, {\"command\": [\"hang\"]}, {\"command\": [\"hang\"]}]}");
        var path = "/api/v1/runs/" + id + "/tasks/1";
        var raised = api.post(path + "/priority", "{\"priority\": 5}");
        assertThat(raised.status()).as(raised.body()).isEqualTo(200);
        assertThat(raised.json().get("priority").asInt()).isEqualTo(5);
        assertThat(api.run(id).get("priority").asInt()).isZero();
        assertThat(api.post("/api/v1/runs/" + other + "/release", "").status()).isEqualTo(200);
        var agent = api.agent("one", 1);
        Awaitility.await().until(() -> agent.hangs(id, 1));
        var late = api.post(path + "/priority", "{\"priority\": 6}");
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.detail()).contains("does not wait any more");
        assertThat(api.post(path + "/priority", "{\"priority\": \"high\"}").status())
                .isEqualTo(400);
        assertThat(api.post("/api/v1/runs/" + id + "/tasks/7/priority", "{\"priority\": 1}")
                        .status())
                .isEqualTo(404);
        assertThat(api.get("/api/v1/runs/" + id).json().get("size").asInt()).isEqualTo(3);
        assertThat(api.post(path + "/cancel", "").status()).isEqualTo(200);
        Awaitility.await().until(() -> agent.hangs(other, 0));
        assertThat(api.post("/api/v1/runs/" + id + "/cancel", "").status()).isEqualTo(200);
        assertThat(api.ended(id).get("cancelled").asLong()).isEqualTo(3);
    }

    @Test
    void retryMakesANewRunOfWhatFailed() throws Exception {
        api.agent("one", 4);
        long id = api.submit("""
            {"name": "mixed", "tasks": [{"parameter": "a", "command": ["go"]}, {"parameter": "b", "command": ["fail"]},
                       {"parameter": "c", "command": ["go"]}, {"parameter": "d", "command": ["fail"]}]}
            """);
        assertThat(api.ended(id).get("state").asString()).isEqualTo("FAILED");
        var reply = api.post("/api/v1/runs/" + id + "/retry", "");
        assertThat(reply.status()).isEqualTo(201);
        long again = reply.json().get("id").asLong();
        assertThat(reply.json().get("retryOf").asLong()).isEqualTo(id);
        assertThat(texts(api.get("/api/v1/runs/" + again + "/tasks").json(), "parameter"))
                .containsExactly("b", "d");
        assertThat(api.ended(again).get("failed").asLong()).isEqualTo(2);
        assertThat(api.run(id).get("state").asString()).isEqualTo("FAILED");

        long one = api.post("/api/v1/runs/" + id + "/retry", "{\"tasks\": [3]}")
                .json()
                .get("id")
                .asLong();
        assertThat(texts(api.get("/api/v1/runs/" + one + "/tasks").json(), "parameter"))
                .containsExactly("d");
        assertThat(api.post("/api/v1/runs/" + id + "/retry", "{\"tasks\": [0]}").detail())
                .contains("task 0 succeeded");
        assertThat(api.post("/api/v1/runs/" + id + "/retry", "{\"tasks\": [4]}").status())
                .isEqualTo(400);
        assertThat(api.post("/api/v1/runs/" + id + "/retry", "{\"tasks\": [0], \"failed\": false}")
                        .status())
                .isEqualTo(201);
        long good = api.submit("{\"command\": [\"go\"]}");
        api.ended(good);
        assertThat(api.post("/api/v1/runs/" + good + "/retry", "").status()).isEqualTo(409);
    }

    @Test
    void retryOfACancelledArrayTakesAlsoWhatWasNeverMade() throws Exception {
        long id = api.submit("{\"command\": [\"go\"], \"array\": \"1-2500\"}");
        api.post("/api/v1/runs/" + id + "/cancel", "");
        assertThat(api.ended(id).get("state").asString()).isEqualTo("CANCELLED");
        var again = api.post("/api/v1/runs/" + id + "/retry", "").json();
        assertThat(again.get("size").asLong()).isEqualTo(2500);
        assertThat(again.get("closed").asBoolean()).isTrue();
    }

    @Test
    void explainTellsWhyNothingHappensAndWhatWouldHelp() throws Exception {
        long id = api.submit("{\"command\": [\"go\"], \"requires\": [\"gpu\"]}");
        var none = api.get("/api/v1/runs/" + id + "/explain").json();
        assertThat(none.get("waiting").asBoolean()).isTrue();
        assertThat(none.get("reasons").get(0).get("code").asString()).isEqualTo("no-agent");
        api.agent("plain", 1);
        // An agent is welcomed before it is known.
        var lacking = await().until(
                        () -> api.get("/api/v1/runs/" + id + "/tasks/0/explain").json(),
                        answer -> answer.get("sentence").asString().contains("gpu"));
        assertThat(lacking.get("remedy").asString()).contains("--capabilities gpu");
        var queue = api.get("/api/v1/queues").json().get("items").get(0);
        assertThat(queue.get("requires").get(0).asString()).isEqualTo("gpu");
        assertThat(queue.get("tasks").asLong()).isEqualTo(1);
        assertThat(queue.get("offered").asBoolean()).isFalse();
        assertThat(api.post("/api/v1/runs", "{\"command\": [\"go\"], \"requires\": [\"tpu\"], \"strict\": true}")
                        .status())
                .isEqualTo(422);

        long failed = api.submit("{\"command\": [\"fail\"]}");
        api.ended(failed);
        assertThat(api.get("/api/v1/runs/" + failed + "/explain")
                        .json()
                        .get("remedy")
                        .asString())
                .contains("retry " + failed);
        assertThat(api.get("/api/v1/runs/" + failed + "/tasks/0/explain")
                        .json()
                        .get("sentence")
                        .asString())
                .contains("(3)", "it failed as told");
    }

    @Test
    void aFailedAttemptIsKeptAndItsRetryWaits() throws Exception {
        api.agent("one", 1);
        long id = api.submit("{\"command\": [\"fail\"], \"retry\": {\"maxAttempts\": 3, \"delay\": \"1h\"}}");
        Awaitility.await()
                .until(() -> api.get("/api/v1/runs/" + id + "/tasks/0").json().has("due"));
        var chain = api.get("/api/v1/runs/" + id + "/tasks/0").json();
        assertThat(chain.get("state").asString()).isEqualTo("QUEUED");
        assertThat(chain.get("reason").asString()).isEqualTo("EXIT_CODE");
        var attempts =
                api.get("/api/v1/runs/" + id + "/tasks/0/attempts").json().get("items");
        assertThat(attempts).hasSize(1);
        assertThat(attempts.get(0).get("exitCode").asInt()).isEqualTo(3);
        assertThat(attempts.get(0).get("agent").asString()).isEqualTo("one");
        var why = api.get("/api/v1/runs/" + id + "/explain").json();
        assertThat(why.get("reasons").get(0).get("code").asString()).isEqualTo("back-off");
        assertThat(api.get("/api/v1/runs/" + id + "/tasks/0/explain")
                        .json()
                        .get("sentence")
                        .asString())
                .contains("the next one is due in");
    }

    @Test
    void agentsAreListedAndDrained() throws Exception {
        api.agent("one", 2, "docker");
        var agent = api.get("/api/v1/agents").json().get("items").get(0);
        assertThat(agent.get("name").asString()).isEqualTo("one");
        assertThat(agent.get("slots").asInt()).isEqualTo(2);
        assertThat(agent.get("capabilities").get(0).asString()).isEqualTo("docker");
        Awaitility.await()
                .until(() ->
                        api.get("/api/v1/agents").json().get("items").get(0).has("utilisation"));
        assertThat(api.post("/api/v1/agents/two/drain", "").status()).isEqualTo(404);
        assertThat(api.post("/api/v1/agents/one/drain", "").status()).isEqualTo(200);
        assertThat(api.get("/api/v1/agents")
                        .json()
                        .get("items")
                        .get(0)
                        .get("state")
                        .asString())
                .isEqualTo("draining");
        assertThat(texts(api.get("/api/v1/audit").json(), "action")).contains("drain", "token-make");
    }

    @Test
    void theServerTellsAboutItself() {
        api.submit("{\"command\": [\"go\"]}");
        var about = api.get("/api/v1/server").json();
        assertThat(about.get("store").asString()).isNotEmpty();
        assertThat(about.get("protocol").asInt()).isEqualTo(1);
        assertThat(about.get("queued").asLong()).isEqualTo(1);
        assertThat(api.send(HttpRequest.newBuilder(api.uri("/livez"))).body()).isEqualTo("ok\n");
        assertThat(api.send(HttpRequest.newBuilder(api.uri("/readyz"))).status())
                .isEqualTo(200);
        var metrics = api.get("/metrics");
        assertThat(metrics.body())
                .contains("tidewheel_engine_tasks{state=\"queued\"} 1\n")
                .contains("tidewheel_store_commit_seconds_bucket{le=\"+Inf\"}")
                .contains("tidewheel_http_requests_total{status=\"2xx\"}");
    }

    private static java.util.List<String> texts(JsonNode page, String field) {
        return StreamSupport.stream(page.get("items").spliterator(), false)
                .map(item -> item.get(field).asString())
                .toList();
    }
}
