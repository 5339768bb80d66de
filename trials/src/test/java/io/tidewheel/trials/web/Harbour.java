package io.tidewheel.trials.web;

import io.tidewheel.agent.Agent;
import io.tidewheel.agent.AgentHome;
import io.tidewheel.agent.AgentSettings;
import io.tidewheel.agent.process.ProcessLaunchers;
import io.tidewheel.agent.runtime.RuntimeSettings;
import io.tidewheel.agent.runtime.StandardRuntimes;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.Dialer;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.server.ServerSettings;
import io.tidewheel.server.TidewheelServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A whole server with real agents that run real commands. */
final class Harbour implements AutoCloseable {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final Path folder;
    private final TidewheelServer server;
    private final String token;
    private final List<Agent> agents = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();

    Harbour(Path folder) throws Exception {
        this.folder = folder;
        var settings = ServerSettings.local(folder.resolve("data")).withBind(new InetSocketAddress("127.0.0.1", 0));
        server = TidewheelServer.start(settings);
        token = Files.readString(folder.resolve("data/admin.token")).strip();
    }

    Harbour agent(String name, int slots) throws Exception {
        var random = new Random(agents.size());
        var runtimes = RuntimeSettings.from(Map.of("PATH", "/usr/local/bin:/usr/bin:/bin"));
        var opener = StandardRuntimes.opener(runtimes, ProcessLaunchers.best(System::nanoTime), System::nanoTime);
        var agent = new Agent(
                AgentSettings.of(name, "quay", slots).withGrace(Duration.ofMillis(200)),
                AgentHome.open(folder.resolve("scratch-" + agents.size()), opener, random),
                List.of(server.url()),
                url -> new Dialer(url, Optional.empty(), Duration.ofSeconds(5), LinkLimits.DEFAULT)
                        .dial("/api/v1/stream/agent", token, ServerMessage.parser()),
                Time.system(),
                random);
        agent.start();
        agents.add(agent);
        return this;
    }

    URI url() {
        return server.url();
    }

    String token() {
        return token;
    }

    Path data() {
        return folder.resolve("data");
    }

    long run(String body) throws Exception {
        return post("/runs", body).path("id").asLong();
    }

    long workflow(String source, String services) throws Exception {
        var body = MAPPER.createObjectNode().put("source", source);
        body.putArray("services").addObject().put("name", "services").put("text", services);
        return post("/workflows", body.toString()).path("id").asLong();
    }

    /** Waits until a run has ended, and shows it. */
    JsonNode ended(long run) throws Exception {
        http.send(request("/runs/%d/events".formatted(run)).build(), HttpResponse.BodyHandlers.discarding());
        return get("/runs/" + run);
    }

    JsonNode get(String path) throws Exception {
        return answer(request(path));
    }

    JsonNode post(String path, String body) throws Exception {
        return answer(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private JsonNode answer(HttpRequest.Builder request) throws IOException, InterruptedException {
        var answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 300) throw new AssertionError(answer.statusCode() + " " + answer.body());
        return MAPPER.readTree(answer.body());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.url() + "/api/v1" + path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + token);
    }

    @Override
    public void close() {
        agents.forEach(Agent::close);
        server.close();
        http.close();
    }
}
