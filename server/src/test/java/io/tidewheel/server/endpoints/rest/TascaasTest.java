package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.model.Database;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.protocol.wire.ChainAssignment;
import io.tidewheel.server.host.DatabaseOpener;
import io.tidewheel.server.http.TrustedProxies;
import io.tidewheel.server.sites.JobFile;
import io.tidewheel.server.sites.TascaasSettings;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The endpoints for foreign sites, as their clients call them. */
class TascaasTest {
    private static final String SECRET = "a-secret-of-sites";

    @TempDir
    Path folder;

    private ApiFixture api;

    @BeforeEach
    void open() throws Exception {
        api = open("data", _ -> MemoryDatabase.empty());
    }

    private ApiFixture open(String name, DatabaseOpener opener) throws Exception {
        var data = folder.resolve(name);
        var sites = new TascaasSettings(SECRET, Duration.ofSeconds(300), false, JobFile.Defaults.OF_TASCAAS);
        return new ApiFixture(data, ApiFixture.settings(data).withTascaas(sites), opener);
    }

    @AfterEach
    void close() {
        api.close();
    }

    private ApiFixture.Reply call(String path) {
        return api.send(HttpRequest.newBuilder(api.uri("/tascaas" + path)));
    }

    private String register(int slots, int most) {
        var reply = call("/node/register?secret=%s&slots=%d&maxSlots=%d".formatted(SECRET, slots, most));
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().path("scaleTime").isNumber()).isTrue();
        return reply.json().path("id").asString();
    }

    private long submit(String name, String config) {
        var body = "{\"file\": \"%s\", \"text\": \"%s\"}".formatted(name, config.replace("\"", "\\\""));
        var reply = api.post("/api/v1/sites/jobs", body);
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return reply.json().path("id").asLong();
    }

    private static String config(long iterations, long time, int workers) {
        return "{\"iterations\": %d, \"time\": %d, \"inputFile\": \"job.config\", \"initWorkers\": %d}"
                .formatted(iterations, time, workers);
    }

    private List<JsonNode> take(String site, int slots) {
        var configs = new ArrayList<JsonNode>();
        call("/node/%s/jobs?slots=%d".formatted(site, slots))
                .json()
                .path("configs")
                .forEach(configs::add);
        return configs;
    }

    private static String id(JsonNode config) {
        return config.path("ID").asString();
    }

    private void upload(String site, String job, int worker, String content) {
        var reply = call("/results/upload/%s/%d?wID=%s".formatted(job, worker, site));
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        var put = api.send(HttpRequest.newBuilder(URI.create(reply.body())).PUT(BodyPublishers.ofString(content)));
        assertThat(put.status()).as(put.body()).isEqualTo(201);
    }

    private JsonNode job(long run) {
        return api.get("/api/v1/runs/" + run + "/job").json();
    }

    private String state(long run) {
        return api.get("/api/v1/runs/" + run).json().path("state").asString();
    }

    private void awaitState(long run, String state) {
        await("run %d is %s".formatted(run, state)).until(() -> state(run).equals(state));
    }

    // --- who may call ---

    @Test
    void theNameOfAJobAloneOpensNothing() {
        var site = register(2, 2);
        long run = submit("job.config", config(1000, 600, 2));
        var key = id(take(site, 2).getFirst());
        var name = job(run).path("tascaasId").asString();
        assertThat(key).endsWith(name).matches("[A-Za-z0-9._-]+");
        var tampered = key.replaceFirst("^s.", key.charAt(1) == '0' ? "s1" : "s0");
        for (var said : List.of(name, tampered, "s" + name, key.replace(name, "other.config"))) {
            assertThat(call("/lb/%s/start?worker=0&dt=0".formatted(said)).status())
                    .as(said)
                    .isEqualTo(401);
            assertThat(call("/lb/%s/finish?worker=0&nIter=500&dt=1&wID=nobody".formatted(said))
                            .status())
                    .as(said)
                    .isEqualTo(401);
        }
        assertThat(job(run).path("running").asInt()).isZero();
        assertThat(call("/lb/%s/start?worker=0&dt=0&wID=%s".formatted(name, site))
                        .body())
                .contains("Assigned");
        assertThat(call("/lb/%s/start?worker=1&dt=0".formatted(key)).body()).contains("Assigned");
    }

    @Test
    void aSiteSpeaksForItsOwnPartitionsAlone() {
        var one = register(1, 1);
        var other = register(1, 1);
        long run = submit("job.config", config(1000, 600, 2));
        var first = id(take(one, 1).getFirst());
        var second = id(take(other, 1).getFirst());
        var name = job(run).path("tascaasId").asString();
        var calls =
                List.of("start?worker=1&dt=0", "report?worker=1&nIter=499&dt=30", "finish?worker=1&nIter=500&dt=31");
        for (int round = 0; round < 2; round++) {
            for (var call : calls) {
                for (var forged : List.of(first + "/" + call, name + "/" + call + "&wID=" + one)) {
                    var reply = call("/lb/" + forged);
                    assertThat(reply.status()).as(forged).isEqualTo(401);
                    assertThat(reply.body()).isEqualTo("Another worker does this partition");
                }
            }
            // In the first round it has only been offered, in the second the other site does it.
            assertThat(job(run).path("running").asInt()).isEqualTo(round);
            assertThat(call("/lb/%s/start?worker=1&dt=0".formatted(second)).body())
                    .contains("Assigned: 500");
        }
        assertThat(call("/lb/%s/start?worker=0&dt=0".formatted(first)).body()).contains("Assigned: 500");
        assertThat(call("/lb/%s/finish?worker=1&nIter=500&dt=31&wID=%s".formatted(name, other))
                        .body())
                .isEqualTo("0");
    }

    @Test
    void aServerCanBeAsOpenAsTheOriginal() throws Exception {
        api.close();
        var data = folder.resolve("open");
        var sites = TascaasSettings.of(SECRET).withOpenBalancing();
        api = new ApiFixture(data, ApiFixture.settings(data).withTascaas(sites), _ -> MemoryDatabase.empty());
        var site = register(1, 1);
        long run = submit("job.config", config(1000, 600, 1));
        var name = id(take(site, 1).getFirst());
        assertThat(name).isEqualTo(job(run).path("tascaasId").asString());
        assertThat(call("/lb/%s/start?worker=0&dt=0".formatted(name)).body()).contains("Assigned");
    }

    @Test
    void guessersAreToldToComeLaterAndAreSeen() {
        for (int i = 0; i < 30; i++) call("/node/register?secret=guess-%d&slots=1&maxSlots=1".formatted(i));
        var limited = call("/node/register?secret=guess&slots=1&maxSlots=1");
        assertThat(limited.status()).isEqualTo(429);
        assertThat(limited.raw().headers().firstValue("Retry-After")).isPresent();
        assertThat(api.get("tw_" + "A".repeat(43), "/api/v1/runs").status()).isEqualTo(429);
        register(1, 1);
        assertThat(api.get("/metrics").body()).contains("tidewheel_http_sign_ins_failed_total 32\n");
        await("the audit log").until(() -> api.get("/api/v1/audit").body().contains("sign-in-failed"));
        assertThat(api.get("/api/v1/audit").body()).contains("address 127.0.0.1");
    }

    @Test
    void addressesAreThoseOfTheProxyThatIsTrusted() throws Exception {
        api.close();
        var data = folder.resolve("proxy");
        api = new ApiFixture(
                data,
                ApiFixture.settings(data)
                        .withTascaas(TascaasSettings.of(SECRET))
                        .withNames(Set.of("work.example"))
                        .withProxies(TrustedProxies.parse("127.0.0.0/8")),
                _ -> MemoryDatabase.empty());
        var site = register(1, 1);
        submit("job.config", config(1000, 600, 1));
        var through = api.send(HttpRequest.newBuilder(api.uri("/tascaas/node/%s/jobs?slots=1".formatted(site)))
                .header("X-Forwarded-Host", "work.example")
                .header("X-Forwarded-Proto", "https")
                .header("X-Forwarded-Prefix", "/tide"));
        assertThat(through.json().path("configs").get(0).path("data-url").asString())
                .startsWith("https://work.example/tide/");
        var foreign = api.send(HttpRequest.newBuilder(api.uri("/livez")).header("X-Forwarded-Host", "evil.example"));
        assertThat(foreign.status()).isEqualTo(421);
    }

    // --- agents and sites together ---

    @Test
    void agentsAndSitesDoOneJobTogether() throws Exception {
        var site = register(2, 4);
        try (var agent = new FakePartitions(api.server.server().connectAgent(), "ours", 1, 1)) {
            long run = mixed(
                    "{\"iterations\": 1000, \"target\": \"10m\", \"partitions\": 2, \"maxPartitions\": 2, \"sites\":"
                            + " true, \"name\": \"both\", \"command\": [\"sim\"]}");
            var task = agent.next();
            assertThat(task.getParameter()).isEqualTo("0");
            assertThat(agent.begin(task).getCount()).isEqualTo(500);
            var taken = take(site, 5);
            assertThat(taken)
                    .as("the agent has the other one")
                    .extracting(each -> each.path("worker").asString())
                    .containsExactly("1");
            var job = id(taken.getFirst());
            assertThat(job).endsWith("_both.config");
            var data = api.send(HttpRequest.newBuilder(
                    URI.create(taken.getFirst().path("data-url").asString())));
            assertThat(data.body()).contains("\"iterations\": 1000");
            assertThat(call("/lb/%s/start?worker=1&dt=0".formatted(job)).body()).contains("Assigned: 500");
            assertThat(call("/lb/%s/report?worker=0&nIter=77&dt=30".formatted(job))
                            .body())
                    .as("not the site's, so it is told to stop")
                    .isEqualTo("0\n Assigned: 77\n ETA: 0");
            assertThat(job(run).path("running").asInt()).isEqualTo(2);
            agent.succeed(task, 500);
            await("its count").until(() -> job(run).path("stored").asLong() == 500);
            assertThat(call("/lb/%s/finish?worker=1&nIter=500&dt=31".formatted(job))
                            .body())
                    .isEqualTo("0");
            upload(site, job, 1, "result");
            awaitState(run, "SUCCEEDED");
            var parts = job(run).path("partitions");
            assertThat(parts.path(0).path("site").asString()).isEqualTo("ours");
            assertThat(site).startsWith(parts.path(1).path("site").asString());
            assertThat(job(run).path("stored").asLong()).isEqualTo(1000);
            var stored = api.get("/api/v1/runs/%d/stored".formatted(run)).json().path("items");
            var brought = stored.get(stored.size() - 1);
            OpenApiTest.check("StoredResult", brought);
            assertThat(brought.path("partition").asInt()).isEqualTo(1);
            assertThat(brought.path("size").asLong()).isEqualTo("result".length());
            assertThat(brought.path("preview").asString()).isEqualTo("result");
            var user = api.token("user", "somebody");
            assertThat(api.get(brought.path("url").asString()).body())
                    .as("byte for byte what the site has brought")
                    .isEqualTo("result");
            assertThat(api.get(user, brought.path("url").asString()).status()).isEqualTo(404);
            assertThat(api.get("/api/v1/runs/%d/partitions/7/result".formatted(run))
                            .status())
                    .isEqualTo(404);
        }
    }

    @Test
    void whatASiteDoesNotBeginIsDoneByAnAgent() throws Exception {
        var site = register(2, 4);
        long run = mixed("{\"iterations\": 10, \"partitions\": 2, \"sites\": true, \"command\": [\"sim\"]}");
        await("both").until(() -> !take(site, 5).isEmpty());
        assertThat(call("/node/%s/disconnect".formatted(site)).body()).isEqualTo("Done");
        try (var agent = new FakePartitions(api.server.server().connectAgent(), "ours", 8, 1)) {
            for (int i = 0; i < 2; i++) agent.succeed(begun(agent, 5), 5);
            awaitState(run, "SUCCEEDED");
        }
    }

    /** The next task that is not being taken away again. */
    private static ChainAssignment begun(FakePartitions agent, long share) throws Exception {
        while (true) {
            var task = agent.next();
            long told = agent.begin(task).getCount();
            if (told == 0) continue;
            assertThat(told).isEqualTo(share);
            return task;
        }
    }

    @Test
    void aJobOfBothGoesOnAfterARestart() throws Exception {
        api.close();
        api = open("both", DatabaseOpener.standard());
        var site = register(2, 4);
        long run = mixed("{\"iterations\": 12, \"partitions\": 3, \"sites\": true, \"command\": [\"sim\"]}");
        await("its tasks")
                .until(() -> api.get("/api/v1/runs/" + run).json().path("size").asInt() == 3);
        var job = id(take(site, 2).getFirst());
        assertThat(call("/lb/%s/start?worker=0&dt=0".formatted(job)).body()).contains("Assigned: 4");
        api.close();
        api = open("both", DatabaseOpener.standard());
        try (var agent = new FakePartitions(api.server.server().connectAgent(), "ours", 8, 1)) {
            var task = begun(agent, 4);
            assertThat(task.getParameter()).as("the only one that no site has").isEqualTo("2");
            agent.succeed(task, 4);
            call("/lb/%s/finish?worker=0&nIter=4&dt=31".formatted(job));
            upload(site, job, 0, "first");
            assertThat(call("/node/%s/disconnect".formatted(site)).body()).isEqualTo("Done");
            var back = begun(agent, 4);
            assertThat(back.getParameter()).as("handed out, and never begun").isEqualTo("1");
            agent.succeed(back, 4);
            awaitState(run, "SUCCEEDED");
            assertThat(job(run).path("stored").asLong()).isEqualTo(12);
        }
        api.close();
        api = new ApiFixture(folder.resolve("both"), DatabaseOpener.standard());
        assertThat(job(run).path("stored").asLong())
                .as("known without the objects of sites, too")
                .isEqualTo(12);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"sites\": true, \"merge\": [\"sum\"] | merge",
                "\"sites\": true, \"reportEvery\": 5 | reportEvery",
                "\"siteInput\": {\"name\": \"x\", \"content\": \"\"} | \"sites\\\": true",
                "\"sites\": true, \"siteInput\": {\"name\": \"../x\", \"content\": \"\"} | siteInput",
                "\"sites\": 7 | sites"
            })
    void aJobOfBothThatCannotBeSaysWhy(String fields, String why) {
        var reply = api.post(
                "/api/v1/jobs",
                "{\"iterations\": 10, \"target\": \"1h\", \"command\": [\"sim\"], %s}".formatted(fields));
        assertThat(reply.status()).as(reply.body()).isEqualTo(400);
        assertThat(reply.body()).contains(why);
    }

    private long mixed(String body) {
        var reply = api.post("/api/v1/jobs", body);
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return reply.json().path("id").asLong();
    }

    // --- the way of a job ---

    @Test
    void aBalancedJobGoesFromTheFileToItsResults() {
        var site = register(2, 4);
        long run = submit("job.config", config(1000, 600, 2));
        var taken = take(site, 5);
        assertThat(taken).hasSize(2);
        for (var field : List.of("ID", "reportTime", "worker", "data-url", "nIter"))
            assertThat(taken.getFirst().path(field).isString()).as(field).isTrue();
        assertThat(taken).extracting(each -> each.path("worker").asString()).containsExactly("0", "1");
        assertThat(taken.getFirst().path("reportTime").asString()).isEqualTo("30");
        var job = id(taken.getFirst());
        assertThat(job).endsWith("_job.config");
        var data = api.send(HttpRequest.newBuilder(
                URI.create(taken.getFirst().path("data-url").asString())));
        assertThat(data.body()).isEqualTo(config(1000, 600, 2));

        for (int i = 0; i < 2; i++)
            assertThat(call("/lb/%s/start?worker=%d&dt=0".formatted(job, i)).body())
                    .isEqualTo("0 \n Assigned: 500\n ETA: 600");
        assertThat(call("/lb/%s/report?worker=0&nIter=100&dt=30".formatted(job)).body())
                .matches("0\n Assigned: \\d+\n ETA: \\d+");
        awaitState(run, "RUNNING");
        assertThat(call("/lb/%s/finish?worker=0&nIter=500&dt=31".formatted(job)).body())
                .isEqualTo("0");
        assertThat(job(run).path("stored").asLong())
                .as("nothing counts before its result is there")
                .isZero();
        upload(site, job, 0, "first");
        assertThat(job(run).path("stored").asLong()).isEqualTo(500);
        assertThat(call("/lb/%s/finish?worker=1&nIter=500&dt=31".formatted(job)).body())
                .isEqualTo("0");
        upload(site, job, 1, "second");
        awaitState(run, "SUCCEEDED");
        assertThat(job(run).path("stored").asLong()).isEqualTo(1000);
        // Whoever comes later is told to stop.
        assertThat(call("/lb/%s/report?worker=1&nIter=600&dt=50".formatted(job)).body())
                .isEqualTo("0\n Assigned: 600\n ETA: 0");
    }

    @Test
    void thePrimeExampleIsCompleteWithAllItsFiles() {
        var site = register(5, 5);
        long run = submit("job.config", config(22, -1, 5));
        var taken = take(site, 5);
        assertThat(taken).extracting(each -> each.path("nIter").asString()).containsExactly("6", "4", "4", "4", "4");
        assertThat(taken.getFirst().path("reportTime").asString()).isEqualTo("1000000000");
        var job = id(taken.getFirst());
        long sum = 0;
        for (int i = 0; i < 5; i++) {
            var told = call("/lb/%s/start?worker=%d&dt=0".formatted(job, i)).body();
            sum += Long.parseLong(told.split("Assigned: ")[1].split("\n")[0]);
            // The script's request for the end comes without its worker; its result counts all the same.
            assertThat(call("/lb/%s/finish?nIter=".formatted(job)).status()).isEqualTo(400);
            upload(site, job, i, "primes");
        }
        assertThat(sum).isEqualTo(22);
        awaitState(run, "SUCCEEDED");
        assertThat(job(run).path("stored").asLong()).isEqualTo(22);
    }

    @Test
    void partitionsAreHandedOutOnceFromTheOldestJobAndFairly() {
        var site = register(10, 10);
        submit("job.config", config(100, 600, 3));
        submit("job.config", config(100, 600, 3));
        var taken = take(site, 4);
        var first = id(taken.get(0));
        assertThat(taken).filteredOn(each -> id(each).equals(first)).hasSize(2);
        assertThat(take(site, 10)).hasSize(2);
        assertThat(take(site, 10)).isEmpty();
        call("/node/%s/disconnect".formatted(site));
        var other = register(10, 10);
        assertThat(take(other, 10))
                .as("what a site gave back unstarted is handed out again")
                .hasSize(6);
    }

    @Test
    void aServerThatIsRestartedKnowsItsSitesPartitionsAndResults() throws Exception {
        api.close();
        api = open("durable", DatabaseOpener.standard());
        var site = register(3, 3);
        long run = submit("job.config", config(900, 600, 3));
        var job = id(take(site, 3).getFirst());
        for (int i = 0; i < 3; i++) call("/lb/%s/start?worker=%d&dt=0".formatted(job, i));
        call("/lb/%s/finish?worker=0&nIter=300&dt=9".formatted(job));
        upload(site, job, 0, "zero");
        call("/lb/%s/finish?worker=1&nIter=300&dt=9".formatted(job));

        api.close();
        api = open("durable", DatabaseOpener.standard());
        assertThat(call("/node/%s/update".formatted(site)).status()).isEqualTo(200);
        assertThat(take(site, 3)).as("nothing is handed out twice").isEmpty();
        assertThat(job(run).path("began").isString())
                .as("the target counts from the first start")
                .isTrue();
        assertThat(job(run).path("stored").asLong()).isEqualTo(300);
        upload(site, job, 1, "one");
        assertThat(job(run).path("stored").asLong()).isEqualTo(600);
        assertThat(call("/lb/%s/report?worker=2&nIter=250&dt=20".formatted(job)).body())
                .contains("Assigned: 300");
        call("/lb/%s/finish?worker=2&nIter=300&dt=25".formatted(job));
        upload(site, job, 2, "two");
        awaitState(run, "SUCCEEDED");
        assertThat(job(run).path("stored").asLong()).isEqualTo(900);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void countTimeSpeedAndShareOfAPartitionAreKnownToARestartedServer(boolean postgres) throws Exception {
        api.close();
        var opener = postgres ? EmptyPostgres.opener() : DatabaseOpener.standard();
        api = open("durable", opener);
        var site = register(1, 1);
        long run = submit("job.config", config(1_000_000, 600, 1));
        var job = id(take(site, 1).getFirst());
        call("/lb/%s/start?worker=0&dt=0".formatted(job));
        await("a speed that was measured").until(() -> {
            call("/lb/%s/report?worker=0&nIter=300000&dt=2".formatted(job));
            return job(run).path("partitions").path(0).path("speed").asDouble() > 0;
        });
        var before = job(run).path("partitions").path(0);

        api.close();
        api = open("durable", opener);
        var after = job(run).path("partitions").path(0);
        for (var field : List.of("state", "site", "iterations", "share", "speed"))
            assertThat(after.path(field)).as(field).isEqualTo(before.path(field));
        var told =
                call("/lb/%s/report?worker=0&nIter=300001&dt=3".formatted(job)).body();
        assertThat(told).as("one that was fast is not told to stop").contains("Assigned: 1000000");
        assertThat(job(run).path("partitions").path(0).path("speed").asDouble())
                .as("one iteration more in a moment does not make it faster than it was")
                .isLessThanOrEqualTo(before.path("speed").asDouble());
    }

    @Test
    void whatWasOfferedIsNotOfferedAgainByARestartedServer() throws Exception {
        api.close();
        api = open("durable", DatabaseOpener.standard());
        var site = register(2, 2);
        submit("job.config", config(900, 600, 2));
        var job = id(take(site, 1).getFirst());
        api.close();
        api = open("durable", DatabaseOpener.standard());
        assertThat(take(site, 2))
                .extracting(each -> each.path("worker").asString())
                .containsExactly("1");
        assertThat(call("/lb/%s/start?worker=0&dt=0".formatted(job)).body()).contains("Assigned: 450");
    }

    @Test
    void partitionsAreHandedOutByPriorityThenByDeadlineThenInTurn() {
        var site = register(8, 8);
        var job = "{\"iterations\": 10, \"target\": \"10m\", \"partitions\": 2, \"maxPartitions\": 2, \"sites\": true,"
                + " \"command\": [\"sim\"], %s}";
        mixed(job.formatted("\"name\": \"first\""));
        mixed(job.formatted("\"name\": \"second\""));
        mixed(job.formatted("\"name\": \"late\", \"deadline\": \"2h\""));
        mixed(job.formatted("\"name\": \"soon\", \"deadline\": \"1h\""));
        mixed(job.formatted("\"name\": \"urgent\", \"priority\": 5"));
        assertThat(take(site, 8))
                .extracting(each -> id(each).replaceAll(".*_|[.]config", ""))
                .containsExactly("urgent", "urgent", "soon", "soon", "late", "late", "first", "second");
    }

    @Test
    void aJobThatIsGivenAnotherPriorityIsServedByIt() {
        var site = register(2, 2);
        submit("job.config", config(10, 600, 2));
        var other = "{\"file\": \"other.config\", \"text\": \"%s\"}"
                .formatted(
                        config(10, 600, 1).replace("job.config", "other.config").replace("\"", "\\\""));
        long run = api.post("/api/v1/sites/jobs", other).json().path("id").asLong();
        assertThat(api.post("/api/v1/runs/" + run + "/priority", "{\"priority\": 9}")
                        .status())
                .isEqualTo(200);
        assertThat(id(take(site, 1).getFirst())).endsWith("other.config");
    }

    @Test
    void howAJobAtSitesStandsIsExplained() {
        var site = register(2, 2);
        long run = submit("job.config", config(900, 600, 2));
        assertThat(sentence(run))
                .isEqualTo("0 of its 900 iterations are stored; 0 partitions are at work; 2 wait, for a foreign site to"
                        + " take them");
        var job = id(take(site, 1).getFirst());
        call("/lb/%s/start?worker=0&dt=0".formatted(job));
        assertThat(sentence(run)).contains("1 partition is at work (all at foreign sites); 1 waits");
        take(site, 1);
        call("/lb/%s/start?worker=1&dt=0".formatted(job));
        for (int worker = 0; worker < 2; worker++) {
            call("/lb/%s/finish?worker=%d&nIter=450&dt=9".formatted(job, worker));
            upload(site, job, worker, "done");
        }
        awaitState(run, "SUCCEEDED");
        assertThat(sentence(run))
                .startsWith("all its 900 iterations are stored, after")
                .contains("was met");
    }

    private String sentence(long run) {
        return api.get("/api/v1/runs/" + run + "/explain")
                .json()
                .path("sentence")
                .asString();
    }

    @Test
    void aJobFileWhoseInputNeverComesIsAProblemThatIsListedUntilItComes() throws Exception {
        api.close();
        var data = folder.resolve("waiting");
        var sites = TascaasSettings.of(SECRET).withInputWait(Duration.ZERO);
        api = new ApiFixture(data, ApiFixture.settings(data).withTascaas(sites), DatabaseOpener.standard());
        Files.createDirectories(data.resolve("input"));
        Files.writeString(
                data.resolve("input/job.config"), config(10, 60, 1).replace("\"job.config\"", "\"numbers.dat\""));
        await("a problem").until(() -> problems().size() == 1);
        assertThat(problems().path(0).path("file").asString()).isEqualTo("job.config");
        assertThat(problems().path(0).path("text").asString()).contains("there is no input file 'numbers.dat'");
        assertThat(api.get("/api/v1/audit").body()).contains("file job.config", "numbers.dat");
        Files.writeString(data.resolve("input/numbers.dat"), "1 2 3");
        await("the job")
                .until(() -> api.get("/api/v1/runs").json().path("items").size() == 1);
        await("no problem any more").until(() -> problems().isEmpty());
    }

    private JsonNode problems() {
        var sites = api.get("/api/v1/sites").json();
        OpenApiTest.check("Sites", sites);
        return sites.path("problems");
    }

    @Test
    void nothingOfAJobThatIsHeldIsHandedOut() {
        var site = register(2, 2);
        long run = submit("job.config", config(900, 600, 2));
        assertThat(api.post("/api/v1/runs/" + run + "/hold", "{}").status()).isEqualTo(200);
        assertThat(take(site, 2)).isEmpty();
        assertThat(api.post("/api/v1/runs/" + run + "/release", "{}").status()).isEqualTo(200);
        assertThat(take(site, 2)).hasSize(2);
    }

    @Test
    void aCancelledJobStopsItsWorkersAtTheirNextReport() {
        var site = register(1, 1);
        long run = submit("job.config", config(1000, 600, 1));
        var job = id(take(site, 1).getFirst());
        call("/lb/%s/start?worker=0&dt=0".formatted(job));
        assertThat(api.post("/api/v1/runs/" + run + "/cancel", "{}").status()).isEqualTo(200);
        awaitState(run, "CANCELLED");
        assertThat(call("/lb/%s/report?worker=0&nIter=70&dt=30".formatted(job)).body())
                .isEqualTo("0\n Assigned: 70\n ETA: 0");
        assertThat(call("/lb/%s/start?worker=0&dt=0".formatted(job)).body()).isEqualTo("0 \n Assigned: 0\n ETA: 0");
        await("nothing of it runs any more")
                .until(() -> !job(run).path("partitions").toString().contains("RUNNING"));
    }

    @Test
    void whatEndedIsKnownAlthoughTheServerWasKilledBeforeItCouldMarkThat() throws Exception {
        api.close();
        var database = MemoryDatabase.empty();
        api = open("killed", _ -> withoutEnds(database));
        var site = register(1, 1);
        long run = submit("job.config", config(1000, 600, 1));
        var job = id(take(site, 1).getFirst());
        call("/lb/%s/start?worker=0&dt=0".formatted(job));
        assertThat(api.post("/api/v1/runs/" + run + "/cancel", "{}").status()).isEqualTo(200);
        awaitState(run, "CANCELLED");
        api.close();
        api = open("killed", _ -> withoutEnds(database.reopened()));
        assertThat(call("/lb/%s/report?worker=0&nIter=70&dt=30".formatted(job)).body())
                .isEqualTo("0\n Assigned: 70\n ETA: 0");
        assertThat(call("/lb/%s/report?worker=0&nIter=70&dt=30".formatted("0" + job))
                        .body())
                .as("no job")
                .isNotEqualTo("0\n Assigned: 70\n ETA: 0");
    }

    /** No mark of a job's end is kept in it, as if the server was always killed just before. */
    private static Database withoutEnds(Database whole) {
        return proxy(
                Database.class,
                whole,
                (method, arguments) -> method.equals("objects")
                        ? Optional.of(proxy(
                                ObjectStore.class, whole.objects((InstantSource) arguments[0]), (step, named) -> {
                                    if (step.equals("put")
                                            && ((ObjectName) named[0]).text().startsWith("jobs/ended/"))
                                        throw new IllegalStateException("killed");
                                    return Optional.empty();
                                }))
                        : Optional.empty());
    }

    private interface Instead {
        Optional<Object> answer(String method, Object[] arguments);
    }

    private static <T> T proxy(Class<T> port, T whole, Instead instead) {
        return port.cast(Proxy.newProxyInstance(
                port.getClassLoader(), new Class<?>[] {port}, (_, method, arguments) -> {
                    var other = instead.answer(method.getName(), arguments);
                    if (other.isPresent()) return other.get();
                    try {
                        return method.invoke(whole, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                }));
    }

    @Test
    void aFileThatIsDroppedBecomesOneJob() throws IOException {
        var input = Files.createDirectories(folder.resolve("data/input"));
        Files.writeString(input.resolve("job.config"), config(10, 60, 1));
        Files.writeString(input.resolve("wrong.config"), "{\"iterations\": 0}");
        await("the job")
                .until(() -> !api.get("/api/v1/runs").json().path("items").isEmpty());
        assertThat(input.resolve("job.config")).doesNotExist();
        var site = register(5, 5);
        assertThat(take(site, 5)).hasSize(1);
        assertThat(api.get("/api/v1/runs").json().path("items")).hasSize(1);
    }

    @Test
    void sitesAreShownWithoutTheirKeys() {
        var site = register(2, 4);
        var seen = api.get("/api/v1/sites");
        OpenApiTest.check("Sites", seen.json());
        assertThat(seen.json().path("items").path(0).path("slots").asInt()).isEqualTo(2);
        assertThat(seen.json().path("items").path(0).path("state").asString()).isEqualTo("active");
        assertThat(seen.body()).doesNotContain(site);
        call("/node/%s/update?slots=3&maxSlots=7".formatted(site));
        assertThat(api.get("/api/v1/sites")
                        .json()
                        .path("items")
                        .path(0)
                        .path("maxSlots")
                        .asInt())
                .isEqualTo(7);
    }

    @Test
    void sitesCanBeToldTheOriginalHint() throws Exception {
        api.close();
        var data = folder.resolve("original");
        var sites = new TascaasSettings(SECRET, Duration.ofSeconds(30), true, JobFile.Defaults.OF_TASCAAS);
        api = new ApiFixture(data, ApiFixture.settings(data).withTascaas(sites), _ -> MemoryDatabase.empty());
        var site = register(2, 4);
        assertThat(call("/node/%s/jobs?slots=2".formatted(site)).body()).isEqualTo("{\"requiredCap\": \"-1\"}");
    }

    @Test
    void anotherBalancerDecidesTheNumbersAndOursGoesOnWhenItFails() throws Exception {
        api.close();
        var script = folder.resolve("balancer.sh");
        Files.writeString(
                script,
                "while read what rest; do case $what in 2) printf '0 \\n"
                        + " Assigned: 7%s\\n"
                        + " ETA: 5\\n"
                        + "' $2;; *) exit 1;; esac; done");
        api = balancedBy("foreign", List.of("sh", script.toString()));
        var site = register(2, 2);
        submit("job.config", config(1000, 600, 2));
        var job = id(take(site, 2).getFirst());
        assertThat(call("/lb/%s/start?worker=0&dt=0".formatted(job)).body())
                .as("its second argument is the number of partitions")
                .isEqualTo("0 \n Assigned: 72\n ETA: 5");
        assertThat(call("/lb/%s/report?worker=0&nIter=10&dt=30".formatted(job)).body())
                .as("it has ended, and ours answers")
                .startsWith("0\n Assigned: ");
        assertThat(call("/lb/%s/start?worker=1&dt=0".formatted(job)).body())
                .doesNotContain("72")
                .startsWith("0 \n Assigned: ");
        api.close();
        api = balancedBy("exact", List.of(TascaasSettings.EXACT));
        var other = register(2, 2);
        submit("job.config", config(1001, 600, 2));
        var second = id(take(other, 2).getFirst());
        assertThat(call("/lb/%s/start?worker=0&dt=0".formatted(second)).body())
                .as("RUPER-LB gives the remainder to nobody")
                .isEqualTo("0 \n Assigned: 500\n ETA: 100000000000");
        assertThat(call("/lb/%s/report?worker=0&nIter=10&dt=0".formatted(second))
                        .body())
                .isEqualTo("1 5");
        assertThat(call("/lb/%s/report?worker=0&nIter=10&dt=30".formatted(second))
                        .body())
                .isEqualTo("0\n Assigned: 500\n ETA: 100000000000");
    }

    private ApiFixture balancedBy(String name, List<String> balancer) throws Exception {
        var data = folder.resolve(name);
        var sites = new TascaasSettings(SECRET, Duration.ofSeconds(300), false, JobFile.Defaults.OF_TASCAAS, balancer);
        return new ApiFixture(data, ApiFixture.settings(data).withTascaas(sites), _ -> MemoryDatabase.empty());
    }

    @Test
    void callsCanBeMadeWithPostToo() {
        var reply = api.send(
                HttpRequest.newBuilder(api.uri("/tascaas/node/register?secret=%s&slots=1&maxSlots=1".formatted(SECRET)))
                        .POST(BodyPublishers.noBody()));
        assertThat(reply.status()).isEqualTo(200);
    }

    // --- what is wrong ---

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/node/register | 400",
                "/node/register?slots=1&maxSlots=1 | 401",
                "/node/register?secret=wrong&slots=x | 401",
                "/node/register?secret=a-secret-of-sites&maxSlots=1 | 400",
                "/node/register?secret=a-secret-of-sites&slots=1 | 400",
                "/node/register?secret=a-secret-of-sites&slots=many&maxSlots=1 | 400",
                "/node/register?secret=a-secret-of-sites&slots=-1&maxSlots=1 | 400",
                "/node/register?secret=a-secret-of-sites&slots=1&maxSlots=0 | 400",
                "/node/register?secret=a-secret-of-sites&slots=9223372036854775808&maxSlots=1 | 400",
                "/node/nobody/update | 401",
                "/node/nobody/jobs?slots=1 | 401",
                "/node/nobody/disconnect | 401",
                "/node/0123456789abcdef-1-1-00000000000000000000000000000000/jobs?slots=1 | 401",
                "/lb/nothing/start?worker=0&dt=0 | 401",
                "/lb/nothing/report?worker=0&nIter=1&dt=0 | 401",
                "/lb/nothing/finish?worker=0&nIter=1&dt=0 | 401",
                "/results/upload/nothing/0 | 400",
                "/results/upload/nothing/0?wID=nobody | 401",
            })
    void badCallsAreRefused(String path, int status) {
        assertThat(call(path).status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "start?dt=0 | 400 | missing worker number",
                "start?worker=0 | 400 | missing elapsed time",
                "start?worker=x&dt=0 | 400 | worker",
                "start?worker=9&dt=0 | 400 | Worker out of range",
                "start?worker=-1&dt=0 | 400 | Worker out of range",
                "report?worker=0&dt=1 | 400 | missing iterations done",
                "report?worker=0&nIter=1 | 400 | missing elapsed time",
                "report?worker=0&nIter=NaN&dt=1 | 400 | nIter",
                "report?worker=0&nIter=-5&dt=1 | 400 | nIter",
                "report?worker=0&nIter=9223372036854775808&dt=1 | 400 | nIter",
                "report?worker=0&nIter=1.5&dt=1 | 400 | nIter",
                "report?worker=0&nIter=1e3&dt=1 | 400 | nIter",
                "report?worker=0&nIter=0x10&dt=1 | 400 | nIter",
                "report?worker=0&nIter=Infinity&dt=1 | 400 | nIter",
                "report?worker=0&nIter=%D9%A3&dt=1 | 400 | nIter",
                "report?worker=0&nIter=5%00&dt=1 | 400 | malformed",
                "report?worker=0&nIter=5&dt=soon | 400 | dt",
                "report?worker=0&nIter=5&dt=9223372036854775808 | 400 | dt",
                "report?worker=9223372036854775807&nIter=5&dt=1 | 400 | Worker out of range",
                "finish?worker=0&nIter=NaN&dt=1 | 400 | nIter",
                "finish?worker=0&nIter=-1&dt=1 | 400 | nIter",
                "start?worker=0&dt=NaN | 400 | dt",
                "report?worker=1&nIter=1&dt=1 | 200 | 1 5",
                "report | 400 | missing",
                "finish?worker=1&nIter=1&dt=1 | 200 | 3 5",
            })
    void badReportsAreRefusedAndMoveNothing(String call, int status, String text) {
        var site = register(2, 2);
        long run = submit("job.config", config(1000, 600, 2));
        var job = id(take(site, 2).getFirst());
        call("/lb/%s/start?worker=0&dt=0".formatted(job));
        var reply = call("/lb/" + job + "/" + call);
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.body()).contains(text);
        assertThat(job(run).path("partitions").path(0).path("iterations").asLong())
                .isZero();
        assertThat(job(run).path("stored").asLong()).isZero();
    }

    @Test
    void thereIsOneSpellingForEachPathAndEachAddress() throws Exception {
        var site = register(2, 2);
        long run = submit("job.config", config(1000, 600, 2));
        var taken = take(site, 2).getFirst();
        var job = id(taken);
        for (var path : List.of(
                "/lb/%s/start/",
                "/lb/%s//start",
                "/lb/%s/START",
                "/lb/%s/start.",
                "/lb/%s/start;a",
                "/lb/%s/start%%2f",
                "/lb/%s%%00/start",
                "/lb/..%%2f%s/start",
                "/lb/../lb/%s/start",
                "/lb/%%2e%%2e/lb/%s/start",
                "/LB/%s/start",
                "/lb/%s/start/health"))
            assertThat(raw("GET", "/tascaas" + path.formatted(job) + "?worker=0&dt=0"))
                    .as(path)
                    .isEqualTo(401);
        for (var worker : List.of("..", "%2e%2e", "0%2f..", "../0", "0/", "0;a", "-1", "9", "x", "9".repeat(40)))
            assertThat(raw("GET", "/tascaas/results/upload/%s/%s?wID=%s".formatted(job, worker, site)))
                    .as(worker)
                    .isIn(400, 401);
        assertThat(raw("GET", "/tascaas/results/upload/..%%2f..%%2fadmin.token/0?wID=%s".formatted(site)))
                .isEqualTo(401);
        for (var method : List.of("PUT", "DELETE", "PATCH", "OPTIONS"))
            assertThat(raw(method, "/tascaas/lb/%s/start?worker=0&dt=0".formatted(job)))
                    .as(method)
                    .isEqualTo(401);
        assertThat(job(run).path("running").asInt()).as("nobody has begun").isZero();

        var data = URI.create(taken.path("data-url").asString());
        var query = "?" + data.getRawQuery();
        assertThat(raw("GET", data.getRawPath() + query)).isEqualTo(200);
        for (var method : List.of("PUT", "POST"))
            assertThat(raw(method, data.getRawPath() + query)).isEqualTo(403);
        assertThat(raw("GET", data.getRawPath().replace("job.config", "other.config") + query))
                .isEqualTo(403);
        for (var end : List.of("/..", "/", ";a", "%2f..%2fx", "%00"))
            assertThat(raw("GET", data.getRawPath() + end + query)).as(end).isIn(400, 401);
        for (var part : data.getRawQuery().split("&")) {
            var without = data.getRawPath() + "?" + data.getRawQuery().replace(part, "x=1");
            assertThat(raw("GET", without)).as("without " + part).isIn(400, 403);
            assertThat(raw("GET", data.getRawPath() + query + "&" + part))
                    .as("twice " + part)
                    .isEqualTo(400);
        }
        var address = URI.create(
                call("/results/upload/%s/0?wID=%s".formatted(job, site)).body());
        assertThat(raw("GET", address.getRawPath() + "?" + address.getRawQuery()))
                .isEqualTo(403);
        assertThat(raw("PUT", address.getRawPath().replace("worker-0", "worker-1") + "?" + address.getRawQuery()))
                .as("for another partition")
                .isEqualTo(403);
    }

    /** Byte for byte as it is written here, which clients of the JDK would not do. */
    private int raw(String method, String path) throws IOException {
        var server = api.uri("/");
        try (var socket = new Socket(server.getHost(), server.getPort())) {
            var head = "%s %s HTTP/1.1\r\nHost: %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    .formatted(method, path, server.getAuthority());
            socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 ");
            return Integer.parseInt(answer.substring(9, 12));
        }
    }

    @Test
    void whatComesTwiceLateOrBackwardsCountsOnce() {
        var site = register(2, 2);
        long run = submit("job.config", config(1000, 600, 2));
        var job = id(take(site, 2).getFirst());
        for (int i = 0; i < 2; i++) call("/lb/%s/start?worker=%d&dt=0".formatted(job, i));
        call("/lb/%s/report?worker=0&nIter=200&dt=30".formatted(job));
        call("/lb/%s/report?worker=0&nIter=150&dt=20".formatted(job));
        call("/lb/%s/report?worker=0&nIter=200&dt=30".formatted(job));
        assertThat(job(run).path("partitions").path(0).path("iterations").asLong())
                .isEqualTo(200);
        for (int i = 0; i < 2; i++)
            assertThat(call("/lb/%s/finish?worker=0&nIter=500&dt=40".formatted(job))
                            .body())
                    .isEqualTo("0");
        assertThat(call("/lb/%s/report?worker=0&nIter=600&dt=50".formatted(job)).body())
                .isEqualTo("1 12");
        var other = register(1, 1);
        assertThat(call("/results/upload/%s/0?wID=%s".formatted(job, other)).status())
                .as("not the other site's")
                .isEqualTo(401);
        var address = call("/results/upload/%s/0?wID=%s".formatted(job, site)).body();
        upload(site, job, 0, "a");
        assertThat(api.send(HttpRequest.newBuilder(URI.create(address)).PUT(BodyPublishers.ofString("b")))
                        .status())
                .as("what counts is not replaced")
                .isEqualTo(409);
        assertThat(job(run).path("stored").asLong()).isEqualTo(500);
        // More than it was told is not believed.
        call("/lb/%s/finish?worker=1&nIter=1000000&dt=40".formatted(job));
        upload(site, job, 1, "c");
        awaitState(run, "SUCCEEDED");
        assertThat(job(run).path("stored").asLong()).isLessThanOrEqualTo(1010);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "job.txt | {} | .config",
                "job.config | not json | JSON",
                "job.config | {} | iterations",
                "job.config | {'iterations': 0, 'time': 1, 'inputFile': 'job.config'} | iterations",
                "job.config | {'iterations': 5, 'time': 1, 'inputFile': 'missing.tar'} | missing.tar",
                "job.config | {'iterations': 5, 'time': 1, 'inputFile': '../admin.token'} | inputFile",
                "job.config | {'iterations': 5, 'time': 1, 'inputFile': 'job.config', 'initWorkers': 0} | initWorkers",
                "job.config | {'iterations': 9223372036854775808, 'time': 1, 'inputFile': 'job.config'} | iterations",
                "job.config | {'iterations': NaN, 'time': 1, 'inputFile': 'job.config'} | JSON",
                "job.config | {'iterations': 5, 'time': 1, 'inputFile': '/etc/passwd'} | inputFile",
                "job.config | {'iterations': 5, 'time': 1, 'inputFile': '%2e%2e/x'} | inputFile",
                "../job.config | {'iterations': 5, 'time': 1, 'inputFile': 'job.config'} | job.config",
                "a*.config | {'iterations': 5, 'time': 1, 'inputFile': 'a*.config'} | a*.config",
            })
    void whatIsNoJobFileIsRefusedWithASentence(String name, String text, String place) {
        var body = "{\"file\": \"%s\", \"text\": \"%s\"}".formatted(name, text.replace("'", "\\\""));
        var reply = api.post("/api/v1/sites/jobs", body);
        assertThat(reply.status()).as(reply.body()).isEqualTo(400);
        assertThat(reply.detail()).contains(place);
    }

    @Test
    void aServerWithoutASecretServesNoSites() throws Exception {
        try (var plain = new ApiFixture(folder.resolve("plain"))) {
            assertThat(plain.send(HttpRequest.newBuilder(plain.uri("/tascaas/node/register?secret=")))
                            .status())
                    .as("a path like any other that nobody knows")
                    .isEqualTo(401);
            assertThat(plain.get("/api/v1/sites").json().path("served").asBoolean())
                    .isFalse();
            assertThat(plain.post("/api/v1/sites/jobs", "{}").status()).isEqualTo(409);
        }
    }
}
