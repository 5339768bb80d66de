package io.tidewheel.trials.web;

import io.tidewheel.agent.Agent;
import io.tidewheel.agent.AgentHome;
import io.tidewheel.agent.AgentSettings;
import io.tidewheel.agent.process.ProcessLaunchers;
import io.tidewheel.agent.runtime.RuntimeSettings;
import io.tidewheel.agent.runtime.StandardRuntimes;
import io.tidewheel.autoscaling.elastic.PolicyCatalogue;
import io.tidewheel.cli.Main;
import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.fleet.FleetPlans;
import io.tidewheel.cli.plugins.ConfiguredPlugins;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.verbs.ChildAgents;
import io.tidewheel.cli.verbs.PlayedRuns;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.TidewheelServer;
import io.tidewheel.server.sites.JobFile;
import io.tidewheel.server.sites.TascaasSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A whole server with real agents that run real commands. */
final class DashboardSite implements AutoCloseable {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String SECRET = "a-secret-of-sites";
    private static final String SETUPS = """
        - {id: dredger, flavor: d, imageName: none, availabilityZone: here, blockDeviceSizeGb: 0, maxVMs: 4,
           maxCreateConcurrent: 4, price: 1.5, billingInterval: 10s, providedCapabilities: [dredge]}
        """;
    private static final String OWNERS = "- {owner: pilot, budget: 3}\n";

    private final Path folder;
    private final TidewheelServer server;
    private final String token;
    private final List<Agent> agents = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();

    DashboardSite(Path folder) throws Exception {
        this(folder, settings -> settings);
    }

    private DashboardSite(Path folder, UnaryOperator<ServerSettings> more) throws Exception {
        this.folder = folder;
        var settings = ServerSettings.local(folder.resolve("data")).withBind(new InetSocketAddress("127.0.0.1", 0));
        server = TidewheelServer.start(more.apply(settings));
        token = Files.readString(folder.resolve("data/admin.token")).strip();
    }

    /** One that makes real machines, processes of their own, for an owner with a budget; that serves foreign sites, and plays runs again. */
    static DashboardSite withEverything(Path folder) throws Exception {
        Files.createDirectories(folder);
        var setups = Files.writeString(folder.resolve("setups.yaml"), SETUPS);
        var owners = Files.writeString(folder.resolve("owners.yaml"), OWNERS);
        var config = new Config(console(folder, Map.of()), Optional.empty())
                .flag(ConfigKey.DATA_FOLDER, folder.resolve("data"))
                .flag(ConfigKey.FLEET_SETUPS, setups)
                .flag(ConfigKey.FLEET_OWNERS, owners)
                .flag(ConfigKey.FLEET_INTERVAL, "10s");
        var fleet = new FleetPlans(
                        new ConfiguredPlugins(config, folder), config, folder, ChildAgents.program(), System.getenv())
                .plan();
        var sites = new TascaasSettings(SECRET, Duration.ofMinutes(5), false, JobFile.Defaults.OF_TASCAAS);
        return new DashboardSite(
                folder,
                settings -> settings.withFleet(fleet.orElseThrow())
                        .withTascaas(sites)
                        .withReplays(new PlayedRuns(PolicyCatalogue.standard())));
    }

    private static Console console(Path folder, Map<String, String> environment) {
        return new Console(
                new ByteArrayInputStream(new byte[0]),
                new ByteArrayOutputStream(),
                new ByteArrayOutputStream(),
                false,
                false,
                environment,
                folder);
    }

    /** What a command prints that is typed beside the server. */
    String command(String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var environment = Map.of("TIDEWHEEL_DATA", data().toString());
        var console = new Console(new ByteArrayInputStream(new byte[0]), out, err, false, false, environment, folder);
        if (Main.execute(console, words) != 0) throw new AssertionError(err.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Announces a foreign site, as TaScaaS's daemon does. */
    void site(int slots, int most) throws Exception {
        var path = "/tascaas/node/register?secret=%s&slots=%d&maxSlots=%d".formatted(SECRET, slots, most);
        var answer = http.send(
                HttpRequest.newBuilder(URI.create(server.url() + path)).build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) throw new AssertionError(answer.statusCode() + " " + answer.body());
    }

    /** A run of another user. */
    long run(String owner, String body) throws Exception {
        var theirs = post("/tokens", "{\"role\": \"user\", \"owner\": \"%s\"}".formatted(owner))
                .path("token")
                .asString();
        return answer(request("/runs", theirs)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body)))
                .path("id")
                .asLong();
    }

    DashboardSite agent(String name, int slots) throws Exception {
        return agent(name, slots, "quay");
    }

    /** The agent that came last goes. */
    void lastAgentLeaves() {
        agents.removeLast().close();
    }

    DashboardSite agent(String name, int slots, String host) throws Exception {
        var random =
                new Random(); // never the same twice: an agent ends whatever bears its session, on the whole machine
        var runtimes = RuntimeSettings.from(Map.of("PATH", "/usr/local/bin:/usr/bin:/bin"));
        var opener = StandardRuntimes.opener(runtimes, ProcessLaunchers.best(System::nanoTime), System::nanoTime);
        var agent = new Agent(
                AgentSettings.of(name, host, slots).withGrace(Duration.ofMillis(200)),
                AgentHome.open(folder.resolve("scratch-" + agents.size()), opener, random),
                List.of(server.url()),
                url -> new StreamDialer(url, Optional.empty(), Duration.ofSeconds(5), LinkLimits.DEFAULT)
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

    long job(String body) throws Exception {
        return post("/jobs", body).path("id").asLong();
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
        return request(path, token);
    }

    private HttpRequest.Builder request(String path, String bearer) {
        return HttpRequest.newBuilder(URI.create(server.url() + "/api/v1" + path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + bearer);
    }

    @Override
    public void close() {
        agents.forEach(Agent::close);
        server.close();
        http.close();
    }
}
