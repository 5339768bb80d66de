package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadInputTest {
    @TempDir
    static Path folder;

    private static ApiFixture api;

    @BeforeAll
    static void start() throws Exception {
        api = new ApiFixture(folder.resolve("data"));
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {                                                                | line 1
        []                                                               | the body must be an object, not an array
        "x"                                                              | the body must be an object, not a text
        {"command": ["go"]} {}                                           | after the end
        {"command": ["go"], "comand": 1}                                 | 'comand' here; known are: name, labels
        {"command": ["go"], "command": ["go"]}                           | command
        {"command": null}                                                | command must be an object, not null
        {"command": []}                                                  | command names no program to run
        {"command": ["a\\u0000b"]}                                       | NUL
        {"command": [1]}                                                 | command[0] must be a text, not a number
        {"command": {"arguments": ["go"], "shell": true}}                | command.shell
        {"command": {"runtime": "bash"}}                                 | command.runtime: 'bash' is not one of process
        {"command": {"runtime": "container", "arguments": ["x"]}}        | command names no container image
        {"command": {"runtime": "sleep", "sleep": "-1s"}}                | command.sleep: '-1s' is not a duration
        {"command": {"arguments": ["x"], "environment": {"A=B": "c"}}}   | 'A=B'
        {"command": {"arguments": ["x"], "input": "%%%"}}                | command.input: is not base64
        {"tasks": [{"command": ["a"]}, {"command": {"arguments": 5}}]}   | tasks[1].command.arguments must be an array
        {"tasks": [{"parameter": "x"}]}                                  | tasks[0]: has no command
        {"tasks": [{"command": ["a"], "commands": [["b"]]}]}             | either command or commands
        {"tasks": [{"commands": [["b"]], "command": ["a"]}]}             | either command or commands
        {"tasks": [], "command": ["x"]}                                  | either command or tasks
        {"tasks": []}                                                    | there are no tasks in it
        {}                                                               | there is nothing to do
        {"array": "1-3"}                                                 | there is nothing to do
        {"command": ["a"], "array": "1-3", "items": ["x"]}               | only one of
        {"command": ["a"], "array": "3-1"}                               | array 3-1:1 is impossible
        {"command": ["a"], "array": "1-x"}                               | '1-x' is not an array
        {"command": ["a"], "array": "1-9999999999999999999999"}          | too large
        {"command": ["a"], "array": "1-3", "closed": false}              | cannot stay open
        {"command": ["a"], "priority": 1.5}                              | priority must be a whole number
        {"command": ["a"], "priority": 99999999999999999999}             | priority: must be
        {"command": ["a"], "priority": "high"}                           | priority must be a whole number, not a text
        {"command": ["a"], "maxRuntime": -5}                             | maxRuntime: a duration is 0 seconds
        {"command": ["a"], "maxRuntime": 1e999999999}                    | maxRuntime: a duration is 0 seconds
        {"command": ["a"], "maxRuntime": 1e-999999999}                   | maxRuntime: a duration is 0 seconds
        {"command": ["a"], "maxRuntime": "soon"}                         | maxRuntime: 'soon' is not a duration
        {"command": ["a"], "deadline": "2030-99-01T00:00:00Z"}        | deadline: '2030-99-01
        {"command": ["a"], "delivery": "EXACTLY_ONCE"}                   | delivery: 'EXACTLY_ONCE' is not one of exactly-once
        {"command": ["a"], "retry": {"maxAttempts": 0}}                  | retry.maxAttempts: maxAttempts is at least 1
        {"command": ["a"], "retry": {"times": 3}}                        | 'retry.times' here; known are: maxAttempts
        {"command": ["a"], "requires": ["a,b"]}                          | requires: capability 'a,b'
        {"command": ["a"], "labels": {"bad key": "x"}}                   | label 'bad key=x'
        {"command": ["a"], "labels": {"k": 1}}                           | labels.k must be a text
        {"command": ["a"], "name": "two\\nlines"}                        | name: has 1 to 200 characters on one line
        {"command": ["a"], "held": "yes"}                                | held must be true or false
        {"command": ["a"], "maxFails": -1}                               | maxFails: must be 0 to
        {"command": ["a"], "keepOutput": -1}                             | keepOutput: must be 0 to
        {"command": ["a"], "owner": "ann"}                               | 'owner' here
        {"command": ["a"], "priority": NaN}                              | line 1
        {'command': ["a"]}                                               | line 1
        """)
    void aRunThatCannotBeIsRefusedWithThePlace(String body, String expected) {
        var reply = api.post("/api/v1/runs", body);
        assertThat(reply.status()).as(body).isEqualTo(400);
        assertThat(reply.raw().headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(reply.detail()).contains(expected.strip());
        assertThat(reply.json().get("code").asString()).isIn("malformed", "invalid");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        GET  | /api/v1/runs?limit=0                   | limit
        GET  | /api/v1/runs?limit=1001                | 1 to 1000
        GET  | /api/v1/runs?limit=ten                 | 'ten'
        GET  | /api/v1/runs?limit=1&limit=2           | 2 times
        GET  | /api/v1/runs?stat=x                    | no parameter 'stat' here; known are: state
        GET  | /api/v1/runs?state=DONE                | DONE
        GET  | /api/v1/runs?cursor=zzz                | no cursor
        GET  | /api/v1/runs?cursor=Y2hhaW46NQ         | no cursor
        GET  | /api/v1/runs?label=x                   | key=value
        GET  | /api/v1/runs?owner=a%20b               | owner
        GET  | /api/v1/audit?before=yesterday         | before
        GET  | /api/v1/audit/verify?since=7-abc       | since
        GET  | /api/v1/server?x=1                     | no parameter 'x'
        POST | /api/v1/runs?dry=1                     | no parameter 'dry'
        """)
    void parametersAreReadStrictly(String method, String path, String expected) {
        var reply = method.equals("GET") ? api.get(path) : api.post(path, "{}");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.detail()).contains(expected);
    }

    @Test
    void whatIsNotThereIsNotFound() {
        long id = api.submit("{\"command\": [\"go\"], \"held\": true}");
        for (var path : new String[] {
            "/api/v1/runs/999999",
            "/api/v1/runs/0",
            "/api/v1/runs/-1",
            "/api/v1/runs/abc",
            "/api/v1/runs/99999999999999999999999",
            "/api/v1/runs/" + id + "/tasks/1",
            "/api/v1/runs/" + id + "/tasks/-1",
            "/api/v1/runs/" + id + "/tasks/99999999999",
            "/api/v1/runs/" + id + "/nothing",
            "/api/v1/nothing"
        }) {
            var reply = api.get(path);
            assertThat(reply.status()).as(path).isEqualTo(404);
            assertThat(reply.json().get("code").asString()).isEqualTo("not-found");
        }
        assertThat(api.post("/api/v1/agents", "").status()).isEqualTo(405);
    }

    @Test
    void deepJsonIsRefusedBeforeItHurts() {
        var deep = "[".repeat(1_000_000);
        assertThat(api.post("/api/v1/runs", "{\"command\": " + deep).status()).isEqualTo(400);
        assertThat(api.post("/api/v1/runs", "{\"labels\":".repeat(200_000)).status())
                .isEqualTo(400);
        assertThat(api.post("/api/v1/runs", "{\"priority\": " + "9".repeat(1_000_000) + "}")
                        .status())
                .isEqualTo(400);
        assertThat(api.post("/api/v1/runs", "{\"" + "n".repeat(1_000_000) + "\": 1}")
                        .status())
                .isEqualTo(400);
        assertThat(api.post("/api/v1/runs", "{\"name\": \"" + "n".repeat(1_000_000) + "\"}")
                        .detail())
                .contains("name: is longer than 200 characters");
    }

    @Test
    void bodiesAreLimitedWhateverTheirHeadSays() {
        var large = " ".repeat((16 << 20) + 1);
        assertThat(api.post("/api/v1/runs", large).status()).isEqualTo(413);
        var flowing = HttpRequest.BodyPublishers.ofInputStream(
                () -> new ByteArrayInputStream(large.getBytes(StandardCharsets.US_ASCII)));
        assertThat(api.send(api.request(api.admin, "/api/v1/runs").POST(flowing))
                        .status())
                .isEqualTo(413);
        long id = api.submit("{\"command\": [\"go\"], \"held\": true}");
        assertThat(api.post("/api/v1/runs/" + id + "/cancel", " ".repeat((64 << 10) + 1))
                        .status())
                .isEqualTo(413);
        assertThat(api.run(id).get("state").asString()).isEqualTo("HELD");
    }

    @Test
    void tooManyTasksAreRefused() {
        var body = "{\"command\": [\"go\"], \"items\": [" + "\"\",".repeat(100_000) + "\"\"]}";
        var reply = api.post("/api/v1/runs", body);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.detail()).contains("more than 100,000 entries");
    }

    @Test
    void otherMediaTypesAndStrangeKeysAreRefused() {
        var xml = api.send(api.request(api.admin, "/api/v1/runs")
                .header("Content-Type", "application/xml")
                .POST(HttpRequest.BodyPublishers.ofString("<run/>")));
        assertThat(xml.status()).isEqualTo(415);
        var key = api.send(api.request(api.admin, "/api/v1/runs")
                .header("Idempotency-Key", "with blank")
                .POST(HttpRequest.BodyPublishers.ofString("{\"command\": [\"go\"]}")));
        assertThat(key.status()).isEqualTo(400);
        assertThat(api.post("/api/v1/runs/1/cancel", "{\"force\": true}").status())
                .isIn(400, 404);
    }

    @Test
    void tokensAreAskedForProperly() {
        assertThat(api.post("/api/v1/tokens", "{}").detail()).contains("role: is missing");
        assertThat(api.post("/api/v1/tokens", "{\"role\": \"god\"}").detail()).contains("admin, user");
        assertThat(api.post("/api/v1/tokens", "{\"role\": \"user\", \"owner\": \"a b\"}")
                        .detail())
                .contains("owner 'a b'");
        assertThat(api.post("/api/v1/tokens", "{\"role\": \"user\", \"expires\": \"2001-01-01T00:00:00Z\"}")
                        .detail())
                .contains("not in the future");
    }

    @Test
    void whatIsRepeatedToTheCallerCannotCommandATerminal() {
        var reply = api.post("/api/v1/runs", "{\"\\u001b[31mred\": 1}");
        assertThat(reply.detail()).contains("?[31mred").doesNotContain("\u001b");
    }
}
