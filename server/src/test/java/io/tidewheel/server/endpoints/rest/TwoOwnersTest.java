package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.autoscaling.elastic.BudgetedPolicy;
import io.tidewheel.autoscaling.elastic.Budgets;
import io.tidewheel.autoscaling.elastic.PolicyCatalogue;
import io.tidewheel.controllers.workflows.WorkflowSettings;
import io.tidewheel.controllers.workflows.WorkflowSettings.Source;
import io.tidewheel.engine.FleetSettings;
import io.tidewheel.model.Billing;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Setup;
import io.tidewheel.model.Sha256;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.Watch;
import io.tidewheel.server.host.FleetPlan;
import io.tidewheel.server.http.Route;
import io.tidewheel.server.http.RouteHandler;
import io.tidewheel.server.objects.RunObjects;
import io.tidewheel.server.sites.JobFile;
import io.tidewheel.server.sites.TascaasSettings;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is one owner's is not there for another, at every endpoint. Every route of the table has a rule, or the test fails; whatever an owner called
 * zebra has made bears that word.
 */
class TwoOwnersTest {
    private static final String MARK = "zebra";
    private static final String SECRET = "a-secret-of-sites";
    private static final String SERVICES = """
        - {id: sleeper, name: sleeper, description: waits, path: hang, runtime: other, parameters: []}
        """;

    /** What somebody else gets to see. */
    private enum Rule {
        /** Everybody who may ask gets an answer, in which nothing of others is named. */
        SHARED,
        /** Makes something of the caller's own. */
        MAKES_OWN,
        /** What belongs to another owner is not there. */
        OWN_ONLY,
        ADMIN_ONLY,
        /** The address itself is the permission: it is signed, or contains what only sites know. */
        SIGNED,
        /** An unending stream with a test of its own below. */
        STREAM
    }

    /** All routes below these belong to whom the run, the machine or the file belongs. */
    private static final List<String> OWN = List.of(
            "/api/v1/runs/{run}",
            "/api/v1/machines/{machine}",
            "/api/v1/files/{hash}",
            "/workflows/{id}",
            "/processchains/{id}",
            "/logs/processchains/{id}",
            "/vms/{id}");

    private static final Map<String, Rule> RULES = new TreeMap<>();

    static {
        rule(
                Rule.SHARED,
                "GET /api/v1/runs",
                "GET /api/v1/services",
                "GET /api/v1/agents",
                "GET /api/v1/queues",
                "GET /api/v1/servers");
        rule(Rule.SHARED, "GET /api/v1/history", "GET /api/v1/machines", "GET /api/v1/setups", "GET /api/v1/sites");
        rule(Rule.SHARED, "GET /api/v1/ledger", "GET /api/v1/budgets", "GET /api/v1/work-times", "GET /api/v1/costs");
        rule(Rule.SHARED, "GET /api/v1/decisions", "GET /api/v1/server", "GET /livez", "GET /readyz", "GET /metrics");
        rule(Rule.SHARED, "GET /openapi.json", "GET /api/v1/openapi.json", "GET /web/{file}", "GET /", "GET /health");
        rule(Rule.SHARED, "GET /workflows", "GET /processchains", "GET /agents", "GET /agents/{id}");
        rule(Rule.SHARED, "HEAD /agents/{id}", "GET /setups", "GET /setups/{id}", "GET /vms", "GET /search");
        rule(Rule.SHARED, "GET /services", "GET /services/{id}", "GET /plugins", "GET /plugins/{id}");
        rule(Rule.MAKES_OWN, "POST /api/v1/runs", "POST /api/v1/workflows", "POST /api/v1/jobs", "POST /workflows");
        rule(Rule.MAKES_OWN, "POST /api/v1/workflows/lint", "POST /api/v1/sites/jobs");
        rule(Rule.ADMIN_ONLY, "GET /api/v1/tokens", "POST /api/v1/tokens", "DELETE /api/v1/tokens/{id}");
        rule(Rule.ADMIN_ONLY, "GET /api/v1/backup", "GET /api/v1/audit", "GET /api/v1/audit/verify");
        rule(Rule.ADMIN_ONLY, "POST /api/v1/agents/{session}/drain");
        rule(Rule.ADMIN_ONLY, "POST /api/v1/servers/{server}/drain");
        rule(Rule.ADMIN_ONLY, "GET /api/v1/notifiers", "POST /api/v1/notifiers/{notifier}/test");
        rule(Rule.SHARED, "GET /api/v1/objects");
        rule(Rule.OWN_ONLY, "GET /objects/{object}", "HEAD /objects/{object}");
        rule(Rule.SIGNED, "PUT /objects/{object}", "POST /objects/{object}");
        for (var method : List.of("GET", "POST")) {
            for (var path : List.of("register", "{id}/update", "{id}/disconnect", "{id}/jobs"))
                rule(Rule.SIGNED, method + " /tascaas/node/" + path);
            for (var path : List.of("start", "report", "finish"))
                rule(Rule.SIGNED, method + " /tascaas/lb/{job}/" + path);
            rule(Rule.SIGNED, method + " /tascaas/results/upload/{job}/{worker}");
        }
        rule(Rule.STREAM, "GET /api/v1/events", "GET /api/v1/stream/agent", "GET /api/v1/stream/client");
    }

    private static void rule(Rule rule, String... routes) {
        for (var route : routes) RULES.put(route, rule);
    }

    private static Optional<Rule> rule(Route route) {
        if (OWN.stream()
                .anyMatch(top -> route.path().equals(top) || route.path().startsWith(top + "/")))
            return Optional.of(Rule.OWN_ONLY);
        return Optional.ofNullable(RULES.get(name(route)));
    }

    private static String name(Route route) {
        return route.method() + " " + route.path();
    }

    @TempDir
    Path folder;

    private ApiFixture api;
    private String alice;
    private String bob;
    private String reader;
    private long tasks;
    private long workflow;
    private String machine = "";
    private String hash = "";
    private String object = "";

    @BeforeEach
    void start() throws Exception {
        var data = folder.resolve("data");
        var sites = new TascaasSettings(SECRET, Duration.ofSeconds(300), false, JobFile.Defaults.OF_TASCAAS);
        var workflows = new WorkflowSettings(
                List.of(new Source("services.yaml", SERVICES)), List.of(), "/shared/tmp", "/shared/out");
        var settings =
                ApiFixture.settings(data).withTascaas(sites).withFleet(plan()).withWorkflows(workflows);
        api = new ApiFixture(data, settings, _ -> MemoryDatabase.empty());
        alice = api.token("user", MARK);
        bob = api.token("user", "bob");
        reader = api.token("read-only", "bob");
    }

    private static FleetPlan plan() {
        var setup = Setup.of("gpu", Capabilities.of("gpu"), 5)
                .withMaxCreateConcurrent(5)
                .withBilling(new Billing(Money.parse("0.5"), Duration.ofHours(1)));
        var share = new Budgets.Share(Money.parse("1.2"), PolicyCatalogue.parse("leap"));
        var budgets = new Budgets(
                Duration.ofHours(1), Map.of(new Owner(MARK), share, new Owner("bob"), share), Optional.empty());
        return new FleetPlan(
                FleetSettings.of("test", List.of(setup)),
                new BudgetedPolicy(budgets),
                _ -> new BudgetsTest.Names(),
                false);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    /** Work of one owner of each kind, done, running and waiting. */
    private void work() throws Exception {
        var agent = api.agent("one", 2);
        tasks = api.submit(
                alice,
                "{\"name\": \"zebra-run\", \"labels\": {\"zebra\": \"zebra\"}, \"tasks\": [{\"command\": [\"print\","
                        + " \"zebra-text\"]}, {\"command\": [\"hang\"]}]}");
        await().until(() -> agent.hangs(tasks, 1));
        api.submit(alice, "{\"name\": \"zebra-waits\", \"command\": [\"go\"], \"requires\": [\"zebra-part\"]}");
        api.submit(alice, "{\"name\": \"zebra-gpu\", \"command\": [\"go\"], \"requires\": [\"gpu\"]}");
        await().until(() -> !api.get("/api/v1/machines").json().get("items").isEmpty());
        machine =
                api.get("/api/v1/machines").json().get("items").get(0).get("id").asString();
        var steep = api.post(
                alice,
                "/workflows",
                "api: 4.7.0\nname: zebra-flow\nactions: [{type: execute, service: sleeper, id: zebra}]\n");
        assertThat(steep.status()).as(steep.body()).isEqualTo(202);
        workflow = Long.parseLong(steep.json().get("id").asString());
        siteJob(alice, "zebra-input");
        var sum = new Sha256.Sum();
        var bytes = "zebra-file".getBytes(StandardCharsets.UTF_8);
        sum.add(bytes, 0, bytes.length);
        hash = sum.take().hex();
        assertThat(api.put(alice, "/api/v1/files/" + hash, "zebra-file").status())
                .isEqualTo(201);
        object = "in:%s:%s".formatted(RunObjects.folderOf(new Owner(MARK)), hash);
        assertThat(api.get(alice, "/objects/" + object).body()).isEqualTo("zebra-file");
    }

    private void siteJob(String token, String content) {
        var config = "{\\\"iterations\\\": 100, \\\"time\\\": 3600, \\\"inputFile\\\": \\\"data.bin\\\","
                + " \\\"initWorkers\\\": 1}";
        var reply = api.post(
                token,
                "/api/v1/sites/jobs",
                "{\"file\": \"job.config\", \"text\": \"%s\", \"input\": {\"name\": \"data.bin\", \"content\": \"%s\"}}"
                        .formatted(
                                config, Base64.getEncoder().encodeToString(content.getBytes(StandardCharsets.UTF_8))));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
    }

    @Test
    void everyRouteHasARule() {
        assertThat(api.server.routes().routes())
                .filteredOn(route -> rule(route).isEmpty())
                .extracting(TwoOwnersTest::name)
                .as("say in RULES what others see of these")
                .isEmpty();
    }

    @TestFactory
    List<DynamicTest> noRouteShowsOrChangesWhatIsAnothers() throws Exception {
        work();
        var before = state();
        var callers = Map.of(
                "user", bob, "read-only", reader, "agent", api.token("agent", "bob"), "site", api.token("site", "bob"));
        var tests = new ArrayList<DynamicTest>();
        for (var route : api.server.routes().routes()) {
            if (rule(route).orElse(Rule.STREAM) == Rule.STREAM || route.action() instanceof RouteHandler.Streaming)
                continue;
            for (var caller : callers.entrySet()) {
                tests.add(DynamicTest.dynamicTest(
                        "%s asked by another owner's %s".formatted(name(route), caller.getKey()),
                        () -> check(route, caller.getValue())));
            }
        }
        tests.add(DynamicTest.dynamicTest(
                "nothing has changed", () -> assertThat(state()).isEqualTo(before)));
        return tests;
    }

    private String state() {
        var run = api.get("/api/v1/runs/" + tasks).json();
        var flow = api.get("/workflows/" + workflow).json();
        return "%s %s %s %s".formatted(run.get("state"), run.get("priority"), run.get("tasks"), flow.get("status"));
    }

    private void check(Route route, String token) {
        var reply = api.send(request(route, token));
        var told = (reply.body() + reply.raw().headers().map()).toLowerCase(Locale.ROOT);
        assertThat(told).doesNotContain(MARK);
        if (!route.path().startsWith("/vms/{") && !route.path().startsWith("/api/v1/machines/{"))
            assertThat(told).as("machines of others").doesNotContain(machine.toLowerCase(Locale.ROOT));
        switch (rule(route).orElseThrow()) {
            case OWN_ONLY -> {
                if (!name(route).equals("PUT /api/v1/files/{hash}"))
                    assertThat(reply.status()).as(reply.body()).isBetween(400, 499);
            }
            case ADMIN_ONLY -> assertThat(reply.status()).isEqualTo(403);
            case SIGNED -> assertThat(reply.status()).as(reply.body()).isGreaterThanOrEqualTo(400);
            case SHARED, MAKES_OWN, STREAM -> assertThat(reply.status()).isLessThan(500);
        }
    }

    /** With the names of the other owner's things wherever there is a place for one. */
    private HttpRequest.Builder request(Route route, String token) {
        var id = route.path().contains("processchains") ? workflow + "-0" : Long.toString(workflow);
        var path = route.path()
                .replace("{run}", Long.toString(tasks))
                .replace("{index}", "0")
                .replace("{action}", "zebra")
                .replace("{machine}", machine)
                .replace("{hash}", hash)
                .replace("{number}", "1")
                .replace("{session}", "65")
                .replace("{object}", object)
                .replace("{id}", route.path().startsWith("/vms") ? machine : id)
                .replaceAll("\\{[a-z]+}", "0");
        var request = api.request(token, path).header("Content-Type", "application/json");
        return switch (route.method()) {
            case "GET" -> request;
            case "HEAD" -> request.HEAD();
            default -> request.method(route.method(), BodyPublishers.ofString(body(route)));
        };
    }

    private static String body(Route route) {
        return switch (route.path()) {
            case "/workflows/{id}", "/processchains/{id}" -> "{\"status\": \"CANCELLED\"}";
            case "/api/v1/runs/{run}/priority", "/api/v1/runs/{run}/tasks/{index}/priority" -> "{\"priority\": 7}";
            case "/api/v1/runs" -> "{\"command\": [\"go\"], \"requires\": [\"nothing\"]}";
            default -> "{}";
        };
    }

    @Test
    void objectsAreListedAndFetchedByTheirOwnerAndTheAdministratorAlone() throws Exception {
        work();
        var own = objects(alice);
        assertThat(own).hasSize(2).allMatch(url -> api.get(alice, url).status() == 200);
        assertThat(objects(api.token("read-only", MARK))).isEqualTo(own);
        assertThat(objects(api.admin)).containsAll(own).hasSizeGreaterThan(own.size());
        assertThat(objects(bob)).isEmpty();
        for (var url : objects(api.admin)) {
            assertThat(api.get(url).status()).as(url).isEqualTo(200);
            for (var token : List.of(bob, reader))
                assertThat(api.get(token, url).status()).as(url).isEqualTo(404);
            assertThat(api.get(alice, url).status()).as(url).isEqualTo(own.contains(url) ? 200 : 404);
        }
    }

    private List<String> objects(String token) {
        var found = new ArrayList<String>();
        api.get(token, "/api/v1/objects")
                .json()
                .get("items")
                .forEach(item -> found.add(item.get("url").asString()));
        return found;
    }

    @Test
    void inputsOfTheSameNameStayApart() throws Exception {
        siteJob(alice, "of the first");
        siteJob(bob, "of the second");
        var site = api.send(HttpRequest.newBuilder(
                        api.uri("/tascaas/node/register?secret=%s&slots=4&maxSlots=4".formatted(SECRET))))
                .json()
                .path("id")
                .asString();
        var inputs = new ArrayList<String>();
        for (var config : api.send(HttpRequest.newBuilder(api.uri("/tascaas/node/%s/jobs?slots=4".formatted(site))))
                .json()
                .path("configs")) {
            for (var field : config)
                if (field.asString("").contains("/objects/"))
                    inputs.add(api.send(HttpRequest.newBuilder(URI.create(field.asString())))
                            .body());
        }
        assertThat(inputs).containsExactlyInAnyOrder("of the first", "of the second");
    }

    @Test
    void eventsTellOfOnesOwnRunsAlone() throws Exception {
        for (var token : List.of(bob, reader)) {
            try (var events = new BufferedReader(
                    new InputStreamReader(api.open(token, "/api/v1/events"), StandardCharsets.UTF_8))) {
                api.submit(alice, "{\"name\": \"zebra-run\", \"command\": [\"go\"], \"requires\": [\"nothing\"]}");
                long own = api.submit(bob, "{\"name\": \"own\", \"command\": [\"go\"], \"requires\": [\"nothing\"]}");
                var seen = new StringBuilder();
                for (var line = events.readLine(); line != null; line = events.readLine()) {
                    seen.append(line).append('\n');
                    if (line.contains("\"id\":" + own) || line.contains("\"run\":" + own)) break;
                }
                assertThat(seen.toString()).doesNotContain(MARK);
            }
        }
    }

    @Test
    void aClientCannotWatchTheRunOfAnother() throws Exception {
        long run = api.submit(alice, "{\"name\": \"zebra-run\", \"command\": [\"go\"]}");
        Link<ClientMessage, ServerAnswer> link = new StreamDialer(
                        api.server.url(), Optional.empty(), Duration.ofSeconds(20), LinkLimits.DEFAULT)
                .dial("/api/v1/stream/client", bob, ServerAnswer.parser());
        try (link) {
            link.send(ClientMessage.newBuilder()
                    .setRequest(1)
                    .setWatch(Watch.newBuilder().setRun(run))
                    .build());
            var answer = link.receive().orElseThrow();
            assertThat(answer.hasProblem()).as(answer.toString()).isTrue();
            assertThat(answer.toString()).doesNotContain(MARK);
        }
    }
}
