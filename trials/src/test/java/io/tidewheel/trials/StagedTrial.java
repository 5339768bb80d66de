package io.tidewheel.trials;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.agent.Agent;
import io.tidewheel.agent.AgentHome;
import io.tidewheel.agent.AgentSettings;
import io.tidewheel.agent.process.ProcessLaunchers;
import io.tidewheel.agent.runtime.RuntimeSettings;
import io.tidewheel.agent.runtime.StandardRuntimes;
import io.tidewheel.model.Sha256;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.server.host.TidewheelServer;
import io.tidewheel.server.workflows.UnneededObjects;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A workflow on agents that share no disk, and whoever submits it. The commands refuse to see an absolute path. The time-out finds a hang. */
abstract class StagedTrial {
    protected static final JsonMapper MAPPER = new JsonMapper();
    protected static final List<String> ENDED = List.of("SUCCEEDED", "FAILED", "CANCELLED");

    /** A text is split into a folder of files, each is made upper case twice in a chain, the folder is packed into one, and all is joined. */
    protected static final String FLOW = """
        api: 4.7.0
        name: staged
        vars:
          - {id: text, value: TEXT}
          - {id: tool, value: TOOL}
        actions:
          - {type: execute, id: split, service: split, inputs: [{id: tool, var: tool}, {id: in, var: text}], outputs: [{id: out, var: parts}]}
          - type: for
            input: parts
            enumerator: part
            output: all
            yieldToOutput: second
            actions:
              - {type: execute, id: one, service: work, inputs: [{id: tool, var: tool}, {id: how, value: upper}, {id: in, var: part}], outputs: [{id: out, var: first}]}
              - {type: execute, id: two, service: work, inputs: [{id: tool, var: tool}, {id: how, value: same}, {id: in, var: first}], outputs: [{id: out, var: second}]}
          - {type: execute, id: pack, service: pack, inputs: [{id: tool, var: tool}, {id: in, var: parts}], outputs: [{id: out, var: packed, store: true}]}
          - {type: execute, id: join, service: work, inputs: [{id: tool, var: tool}, {id: how, value: same}, {id: in, var: all}], outputs: [{id: out, var: result, store: true, prefix: joined-}]}
        """;

    protected static final String SERVICES = """
        - {id: split, name: s, description: s, path: /usr/bin/env, runtime: other, parameters: [
            {id: tool, name: t, description: t, type: input, cardinality: 1..1, dataType: file},
            {id: how, name: h, description: h, type: input, cardinality: 1..1, dataType: string, default: split},
            {id: out, name: o, description: o, type: output, cardinality: 1..1, dataType: directory},
            {id: in, name: i, description: i, type: input, cardinality: 1..1, dataType: file}]}
        - {id: work, name: w, description: w, path: /usr/bin/env, runtime: other, parameters: [
            {id: tool, name: t, description: t, type: input, cardinality: 1..1, dataType: file},
            {id: how, name: h, description: h, type: input, cardinality: 1..1, dataType: string},
            {id: out, name: o, description: o, type: output, cardinality: 1..1, dataType: file},
            {id: in, name: i, description: i, type: input, cardinality: 1..n, dataType: file}]}
        - {id: pack, name: p, description: p, path: /usr/bin/env, runtime: other, parameters: [
            {id: tool, name: t, description: t, type: input, cardinality: 1..1, dataType: file},
            {id: how, name: h, description: h, type: input, cardinality: 1..1, dataType: string, default: pack},
            {id: out, name: o, description: o, type: output, cardinality: 1..1, dataType: directory},
            {id: in, name: i, description: i, type: input, cardinality: 1..1, dataType: directory}]}
        """;

    @TempDir
    Path folder;

    protected final HttpClient http = HttpClient.newHttpClient();
    protected final List<Agent> agents = new ArrayList<>();
    /** Who is asked. */
    protected TidewheelServer server;

    protected String token;

    @BeforeEach
    void writeFiles() throws Exception {
        Files.writeString(folder.resolve("text"), "a\nb\nc\n");
        Files.writeString(folder.resolve("tool.sh"), """
            #!/bin/sh
            # tool.sh HOW OUT IN...: fails if an input says so, or if it sees an absolute path
            how=$1; out=$2; shift 2
            for word in "$out" "$@"; do case $word in /*) echo "absolute: $word"; exit 9;; esac; done
            case $how in
              split) while read line; do mkdir -p "$out/$line"; echo "$line" > "$out/$line/part"; done < "$1"; mkdir "$out/empty";;
              upper) cat "$@" | grep -q broken && [ ! -e TRACES/mended ] && exit 3; tr a-z A-Z < "$1" > "$out";;
              same) cat "$@" > "$out";;
              pack) [ -d "$1/empty" ] || exit 8; cp -r "$1" "$out/copy"; echo '#!/bin/sh' > "$out/run"; chmod +x "$out/run";;
            esac
            echo "$how" >> TRACES/traces
            """.replace("TRACES", folder.toString()));
        Files.setPosixFilePermissions(folder.resolve("tool.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    protected void startAgent(String name, TidewheelServer server) {
        var random =
                new Random(); // never the same twice: an agent ends whatever bears its session, on the whole machine
        var runtimes = RuntimeSettings.from(Map.of("PATH", "/usr/local/bin:/usr/bin:/bin"));
        var opener = StandardRuntimes.opener(runtimes, ProcessLaunchers.best(System::nanoTime), System::nanoTime);
        var agent = new Agent(
                AgentSettings.of(name, "here", 1).withGrace(Duration.ofMillis(200)),
                AgentHome.open(folder.resolve("scratch-" + name), opener, random),
                List.of(server.url()),
                url -> new StreamDialer(url, Optional.empty(), Duration.ofSeconds(5), LinkLimits.DEFAULT)
                        .dial("/api/v1/stream/agent", token, ServerMessage.parser()),
                Time.system(),
                random);
        agents.add(agent);
        agent.start();
    }

    protected void stopAgents() {
        agents.forEach(Agent::close);
        agents.clear();
    }

    @AfterEach
    void closeClient() {
        http.close();
    }

    protected int sweep() {
        return new UnneededObjects(server.server().archive(), server.objects()).sweep(Instant.now());
    }

    protected List<String> objects(String prefix) {
        return server.objects().list(prefix, Optional.empty(), 1_000).stream()
                .map(object -> object.name().text())
                .toList();
    }

    protected long submit(String more) throws Exception {
        var text = folder.resolve("text");
        var tool = folder.resolve("tool.sh");
        var flow = FLOW.replace("TEXT", text.toString()).replace("TOOL", tool.toString());
        var body =
                "{%s \"staged\": true, \"files\": [%s, %s], \"source\": %s, \"services\": [{\"name\": \"s\", \"text\": %s}]}"
                        .formatted(
                                more,
                                brought(text),
                                brought(tool),
                                MAPPER.writeValueAsString(flow),
                                MAPPER.writeValueAsString(SERVICES));
        return post("/workflows", body).path("id").asLong();
    }

    protected String brought(Path file) throws Exception {
        var sum = new Sha256.Sum();
        var bytes = Files.readAllBytes(file);
        sum.add(bytes, 0, bytes.length);
        var hash = sum.take().hex();
        var request = request("/files/" + hash).PUT(BodyPublishers.ofFile(file)).build();
        var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return MAPPER.createObjectNode()
                .put("value", file.toString())
                .put("sha256", hash)
                .put("executable", Files.isExecutable(file))
                .toString();
    }

    /** Reads the events of the run until it has ended. */
    protected String ended(long run) throws Exception {
        http.send(request("/runs/%d/events".formatted(run)).build(), HttpResponse.BodyHandlers.discarding());
        var state = get("/runs/" + run).path("state").asString();
        assertThat(ENDED).contains(state);
        return state;
    }

    protected String why(long run) throws Exception {
        return get("/runs/%d/results?limit=1000".formatted(run)).toString();
    }

    protected List<JsonNode> results(long run) throws Exception {
        return get("/runs/%d/results?limit=1000".formatted(run))
                .path("items")
                .valueStream()
                .flatMap(item -> item.path("files").valueStream())
                .filter(file -> file.path("stored").asBoolean())
                .toList();
    }

    protected static JsonNode named(List<JsonNode> results, String variable) {
        return results.stream()
                .filter(file -> file.path("variable").asString().equals(variable))
                .findFirst()
                .orElseThrow();
    }

    protected String content(JsonNode file) throws Exception {
        var url = file.path("url").asString();
        var request = HttpRequest.newBuilder(server.url().resolve(url))
                .header("Authorization", "Bearer " + token)
                .build();
        var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    protected List<String> takeTraces() throws IOException {
        var file = folder.resolve("traces");
        if (!Files.exists(file)) return List.of();
        var traces = Files.readAllLines(file);
        Files.delete(file);
        return traces;
    }

    protected HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.url() + "/api/v1" + path))
                .header("Authorization", "Bearer " + token);
    }

    protected JsonNode get(String path) throws Exception {
        return MAPPER.readTree(http.send(request(path).build(), HttpResponse.BodyHandlers.ofString())
                .body());
    }

    protected JsonNode post(String path, String body) throws Exception {
        var request = request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
        var answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return MAPPER.readTree(answer.body());
    }
}
