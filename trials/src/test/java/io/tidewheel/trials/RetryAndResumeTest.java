package io.tidewheel.trials;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.agent.Agent;
import io.tidewheel.agent.AgentHome;
import io.tidewheel.agent.AgentSettings;
import io.tidewheel.agent.process.ProcessLaunchers;
import io.tidewheel.agent.runtime.RuntimeSettings;
import io.tidewheel.agent.runtime.StandardRuntimes;
import io.tidewheel.controllers.workflows.WorkflowSettings;
import io.tidewheel.model.RunId;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.TidewheelServer;
import io.tidewheel.server.workflows.TemporaryFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Workflows that are retried and resumed on a whole server with a real agent: what was done is not done again. The time-out finds a hang. */
class RetryAndResumeTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final List<String> ENDED = List.of("SUCCEEDED", "FAILED", "CANCELLED");

    /** Each of three files is made upper case and then counted; all counts are joined into a result. */
    private static final String FLOW = """
        api: 4.7.0
        name: trial
        vars:
          - {id: files, value: [%s]}
        actions:
          - type: for
            input: files
            enumerator: file
            output: all
            yieldToOutput: second
            actions:
              - {type: execute, id: one, service: work, inputs: [{id: in, var: file}, {id: how, value: tr a-z A-Z}], outputs: [{id: out, var: first}]}
              - {type: execute, id: other, service: work, inputs: [{id: in, var: file}, {id: how, value: cat}], outputs: [{id: out, var: same}]}
              - {type: execute, id: two, service: work, inputs: [{id: in, var: first}, {id: in, var: same}, {id: how, value: cat}], outputs: [{id: out, var: second}]}
          - {type: execute, id: join, service: work, inputs: [{id: in, var: all}, {id: how, value: cat}], outputs: [{id: out, var: result, store: true}]}
        """;

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private TidewheelServer server;
    private Agent agent;
    private String token;

    @BeforeEach
    void begin() throws Exception {
        for (var name : List.of("a", "b", "c")) Files.writeString(folder.resolve(name), name + "\n");
        var script = folder.resolve("work.sh");
        Files.writeString(script, """
            #!/bin/sh
            # work.sh TRACE HOW OUT IN...: fails if an input says so
            trace=$1; how=$2; out=$3; shift 3
            cat "$@" | grep -q broken && exit 3
            cat "$@" | $how > "$out"
            echo "$how" >> "$trace"
            """);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        start();
    }

    private void start() throws Exception {
        var settings = ServerSettings.local(folder.resolve("data")).withBind(new InetSocketAddress("127.0.0.1", 0));
        server = TidewheelServer.start(settings);
        token = Files.readString(folder.resolve("data/admin.token")).strip();
        var random =
                new Random(); // never the same twice: an agent ends whatever bears its session, on the whole machine
        var runtimes = RuntimeSettings.from(Map.of("PATH", "/usr/local/bin:/usr/bin:/bin"));
        var opener = StandardRuntimes.opener(runtimes, ProcessLaunchers.best(System::nanoTime), System::nanoTime);
        agent = new Agent(
                AgentSettings.of("one", "here", 2).withGrace(Duration.ofMillis(200)),
                AgentHome.open(folder.resolve("scratch"), opener, random),
                List.of(server.url()),
                url -> new StreamDialer(url, Optional.empty(), Duration.ofSeconds(5), LinkLimits.DEFAULT)
                        .dial("/api/v1/stream/agent", token, ServerMessage.parser()),
                Time.system(),
                random);
        agent.start();
    }

    @AfterEach
    void end() {
        agent.close();
        server.close();
        http.close();
    }

    @Test
    void aRetryRunsOnlyWhatFailedAndWhatDependsOnIt() throws Exception {
        Files.writeString(folder.resolve("b"), "broken\n");
        long first = submit("");
        assertThat(ended(first)).isEqualTo("FAILED");
        assertThat(takeTraces()).as("two of three rounds were done").hasSize(6);
        long still = retried(first);
        assertThat(ended(still)).isEqualTo("FAILED");
        assertThat(takeTraces()).isEmpty();
        assertThat(sweep()).as("what a retry needs stays").isEmpty();

        Files.writeString(folder.resolve("b"), "b\n");
        agent.close();
        long second = retried(still);
        server.close();
        start();
        assertThat(ended(second)).isEqualTo("SUCCEEDED");
        assertThat(takeTraces()).as("the rest of one round, and the join").hasSize(4);
        assertThat(Files.readString(result(second))).isEqualTo("A\na\nB\nb\nC\nc\n");
        assertThat(get("/runs/%d".formatted(second)).path("retryOf").asLong()).isEqualTo(still);
        assertThat(sweep()).containsExactly(new RunId(first));
        assertThat(result(second)).exists();
    }

    private List<RunId> sweep() throws IOException {
        var data = folder.resolve("data");
        return new TemporaryFiles(server.server().archive(), WorkflowSettings.in(data.toString()), data).sweep();
    }

    @Test
    void aRunThatResumesRunsOnlyWhatDependsOnWhatChanged() throws Exception {
        long first = submit("\"reuse\": true,");
        assertThat(ended(first)).isEqualTo("SUCCEEDED");
        assertThat(takeTraces()).hasSize(10);

        long same = submit("\"resume\": %d,".formatted(first));
        assertThat(ended(same)).isEqualTo("SUCCEEDED");
        assertThat(takeTraces())
                .as("nothing has changed: " + get("/runs/%d/reuse".formatted(same)))
                .isEmpty();
        assertThat(Files.readString(result(same))).isEqualTo("A\na\nB\nb\nC\nc\n");
        assertThat(result(same)).isNotEqualTo(result(first));

        Files.writeString(folder.resolve("b"), "changed\n");
        long second = submit("\"resume\": \"last\",");
        assertThat(ended(second)).isEqualTo("SUCCEEDED");
        var summary = get("/runs/%d/reuse".formatted(second));
        assertThat(takeTraces()).as("one round and the join: " + summary).hasSize(4);
        assertThat(summary.path("misses").toString()).contains("input " + folder.resolve("b") + " changed: sha256");
        assertThat(summary.path("reused").asInt()).isPositive();
        assertThat(Files.readString(result(second))).isEqualTo("A\na\nCHANGED\nchanged\nC\nc\n");
        assertThat(sweep()).as("what can be resumed stays").isEmpty();
        assertThat(Files.readString(result(first))).as("stays as it was").isEqualTo("A\na\nB\nb\nC\nc\n");
    }

    /** None of them reads what another is just writing, and of what they have made later runs find some that is whole. */
    @Test
    void runsThatMakeTheSameAtTheSameTimeDoNotDisturbEachOther() throws Exception {
        var runs = new ArrayList<Long>();
        for (int i = 0; i < 3; i++) runs.add(submit("\"reuse\": true,"));
        for (long run : runs) assertThat(ended(run)).isEqualTo("SUCCEEDED");
        takeTraces();
        var resumed = new ArrayList<Long>();
        for (int i = 0; i < 3; i++) resumed.add(submit("\"resume\": %d,".formatted(runs.get(i))));
        for (long run : resumed) assertThat(ended(run)).isEqualTo("SUCCEEDED");
        assertThat(takeTraces()).isEmpty();
        runs.addAll(resumed);
        for (long run : runs) assertThat(Files.readString(result(run))).isEqualTo("A\na\nB\nb\nC\nc\n");
    }

    @Test
    void anotherProgramOrAFileThatIsGoneIsNoticed() throws Exception {
        long first = submit("\"reuse\": true,");
        assertThat(ended(first)).isEqualTo("SUCCEEDED");
        takeTraces();
        Files.delete(result(first));
        long second = submit("\"resume\": \"last\",");
        assertThat(ended(second)).isEqualTo("SUCCEEDED");
        assertThat(takeTraces()).as("only what made the file").hasSize(1);
        assertThat(get("/runs/%d/reuse".formatted(second)).path("misses").toString())
                .contains("is gone");

        Files.writeString(folder.resolve("work.sh"), Files.readString(folder.resolve("work.sh")) + "# newer\n");
        long third = submit("\"resume\": \"last\",");
        assertThat(ended(third)).isEqualTo("SUCCEEDED");
        assertThat(takeTraces()).hasSize(10);
    }

    private long submit(String more) throws Exception {
        var services = """
            - id: work
              name: work
              description: does something with files
              path: %s
              runtime: other
              parameters:
                - {id: trace, name: t, description: t, type: input, cardinality: 1..1, default: %s, dataType: string}
                - {id: how, name: h, description: h, type: input, cardinality: 1..1, dataType: string}
                - {id: out, name: o, description: o, type: output, cardinality: 1..1, dataType: file}
                - {id: in, name: i, description: i, type: input, cardinality: 1..n, dataType: file}
            """.formatted(folder.resolve("work.sh"), folder.resolve("traces"));
        var files = "%s, %s, %s".formatted(folder.resolve("a"), folder.resolve("b"), folder.resolve("c"));
        var body = "{%s \"source\": %s, \"services\": [{\"name\": \"s\", \"text\": %s}]}"
                .formatted(more, MAPPER.writeValueAsString(FLOW.formatted(files)), MAPPER.writeValueAsString(services));
        return post("/workflows", body).path("id").asLong();
    }

    private long retried(long run) throws Exception {
        return post("/runs/%d/retry".formatted(run), "{}").path("id").asLong();
    }

    /** Reads the events of the run until it has ended. */
    private String ended(long run) throws Exception {
        http.send(request("/runs/%d/events".formatted(run)).build(), HttpResponse.BodyHandlers.discarding());
        var state = get("/runs/" + run).path("state").asString();
        assertThat(ENDED).contains(state);
        return state;
    }

    private Path result(long run) throws Exception {
        return get("/runs/%d/results?limit=1000".formatted(run))
                .path("items")
                .valueStream()
                .flatMap(item -> item.path("files").valueStream())
                .filter(file -> file.path("stored").asBoolean())
                .map(file -> Path.of(file.path("path").asString()))
                .findFirst()
                .orElseThrow();
    }

    private List<String> takeTraces() throws IOException {
        var file = folder.resolve("traces");
        if (!Files.exists(file)) return List.of();
        var traces = Files.readAllLines(file);
        Files.delete(file);
        return traces;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.url() + "/api/v1" + path))
                .header("Authorization", "Bearer " + token);
    }

    private JsonNode get(String path) throws Exception {
        return MAPPER.readTree(http.send(request(path).build(), HttpResponse.BodyHandlers.ofString())
                .body());
    }

    private JsonNode post(String path, String body) throws Exception {
        var request = request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        var answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return MAPPER.readTree(answer.body());
    }
}
