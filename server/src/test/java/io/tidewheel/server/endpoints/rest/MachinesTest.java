package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.autoscaling.OnDemandPolicy;
import io.tidewheel.engine.FleetSettings;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.MachineFailure;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Machines;
import io.tidewheel.model.Setup;
import io.tidewheel.model.plugins.AgentAccess;
import io.tidewheel.server.host.FleetPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Machines on demand, seen from outside, with a cloud that is a map. */
class MachinesTest {
    @TempDir
    Path folder;

    private final Cloud cloud = new Cloud();
    private ApiFixture api;

    @BeforeEach
    void start() throws Exception {
        var eightCores = new Setup.Size(1, Optional.of(8.0), Optional.empty(), Optional.empty());
        var setup = Setup.of("gpu", Capabilities.of("docker", "gpu"), 2).withAgents(1, eightCores);
        var settings = FleetSettings.of("test", List.of(setup));
        var plan = new FleetPlan(settings, new OnDemandPolicy(Duration.ofHours(1)), cloud::with, false);
        api = new ApiFixture(folder.resolve("data"), plan);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void workThatOnlyASetupOffersIsAcceptedAndAMachineIsMadeForIt() throws Exception {
        long run = api.submit("{\"command\": [\"true\"], \"requires\": [\"gpu\"], \"strict\": true}");
        var machine = onlyMachine("PROVISIONING");
        assertThat(machine.get("supply").asString()).isEqualTo("booting");
        assertThat(machine.get("wanted").asString()).contains("1 chain waits for [gpu]");
        var why = api.get("/api/v1/runs/%d/explain".formatted(run)).json();
        assertThat(why.get("reasons").get(0).get("code").asString()).isEqualTo("machine-coming");
        assertThat(why.get("sentence").asString()).contains(machine.get("id").asString());
        var queue = api.get("/api/v1/queues").json().get("items").get(0);
        assertThat(queue.get("offered").asBoolean()).isFalse();
        assertThat(queue.get("onDemand").asBoolean()).isTrue();

        api.agent(machine.get("id").asString(), 1, "docker", "gpu");
        assertThat(api.ended(run).get("state").asString()).isEqualTo("SUCCEEDED");
        assertThat(onlyMachine("RUNNING").get("agents").asInt()).isEqualTo(1);
        assertThat(api.get("/metrics").body())
                .contains("tidewheel_fleet_machines{setup=\"gpu\",state=\"running\"} 1")
                .contains("tidewheel_fleet_machines_ready_total 1");
    }

    @Test
    void whatNobodyOffersIsStillRefused() {
        var reply = api.post("/api/v1/runs", "{\"command\": [\"true\"], \"requires\": [\"fpga\"], \"strict\": true}");
        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.detail()).contains("no setup, offers [fpga]");
    }

    @Test
    void whatNeedsMoreThanAnyMachineHasIsRefusedOrHeldWithAReason() {
        var large = "\"command\": [\"true\"], \"requires\": [\"gpu\"], \"needs\": \"cpu=64\"";
        assertThat(api.post("/api/v1/runs", "{%s, \"strict\": true}".formatted(large))
                        .detail())
                .contains("offers [gpu] with cpu 64");
        var job = api.post("/api/v1/jobs", "{%s, \"iterations\": 10, \"strict\": true}".formatted(large));
        assertThat(job.status()).isEqualTo(422);
        assertThat(job.detail()).contains("offers [gpu] with cpu 64");
        long waiting = api.post("/api/v1/jobs", "{%s, \"iterations\": 10}".formatted(large))
                .json()
                .get("id")
                .asLong();
        await().untilAsserted(() -> assertThat(
                        api.get("/api/v1/runs/%d/explain".formatted(waiting)).body())
                .contains("cpu 64"));

        var body = new JsonMapper().createObjectNode().put("source", """
            api: 4.7.0
            actions:
              - {type: execute, service: train}
            """);
        body.putArray("services").addObject().put("name", "s").put("text", """
            - {id: train, name: t, description: t, path: t, runtime: other, requiredCapabilities: [gpu], requiredCpu: 64, parameters: []}
            """);
        var accepted = api.post("/api/v1/workflows", body.toString()).json();
        var warning = accepted.path("warnings").path(0);
        assertThat(warning.path("message").asString()).contains("needs cpu 64", "no setup that offers gpu has as much");
        assertThat(warning.path("path").asString()).contains("actions[0]");
        assertThat(warning.path("line").asInt()).isEqualTo(3);
        var refused = api.post("/api/v1/workflows", body.put("strict", true).toString());
        assertThat(refused.status()).as(refused.body()).isBetween(400, 422);
        assertThat(refused.body()).contains("needs cpu 64", "requiredCpu");
    }

    @Test
    void aSetupThatFailsSaysWhy() {
        cloud.fails = true;
        long run = api.submit("{\"command\": [\"true\"], \"requires\": [\"gpu\"]}");
        await().until(() -> setup().get("failures").asInt() == 1);
        assertThat(setup().get("lastFailure").asString()).contains("quota exceeded");
        await().untilAsserted(() -> assertThat(api.get("/api/v1/runs/%d/explain".formatted(run))
                        .json()
                        .get("sentence")
                        .asString())
                .contains("quota exceeded"));
        await().until(() -> onlyMachine("ERROR").get("reason").asString().contains("quota exceeded"));
        assertThat(api.get("/api/v1/audit").body()).contains("machine-fail");
    }

    @Test
    void machinesAreDrainedAndStoppedByAdministratorsOnly() throws Exception {
        api.submit("{\"command\": [\"true\"], \"requires\": [\"gpu\"]}");
        var id = onlyMachine("PROVISIONING").get("id").asString();
        var path = "/api/v1/machines/" + id;
        var user = api.token("user", "alice");
        assertThat(api.get(user, path).status()).isEqualTo(200);
        assertThat(api.post(user, path + "/stop", "").status()).isEqualTo(403);
        assertThat(api.post("/api/v1/machines/nobody/stop", "").status()).isEqualTo(404);
        assertThat(api.post("/api/v1/machines/No_Name/stop", "").status()).isEqualTo(404);
        assertThat(api.post(path + "/stop", "").json().get("state").asString()).isEqualTo("DESTROYING");
        await().until(() -> api.get(path).json().get("state").asString().equals("DESTROYED"));
        assertThat(api.post(path + "/drain", "").status()).isEqualTo(409);
        assertThat(api.get(path).json().get("reason").asString()).contains("asked for by");
    }

    @Test
    void answersHaveOnlyFieldsThatAreDescribed() {
        api.submit("{\"command\": [\"true\"], \"requires\": [\"gpu\"]}");
        OpenApiTest.check("Machine", onlyMachine("PROVISIONING"));
        OpenApiTest.check("Setup", setup());
        assertThat(api.get("/api/v1/machines?state=NONE").status()).isEqualTo(400);
        assertThat(api.get("/api/v1/machines?cursor=NO%20NO").status()).isEqualTo(400);
    }

    @Test
    void itsAgentsGetATokenThatOpensNothingElse() throws Exception {
        await().until(() -> cloud.access != null);
        var secret = cloud.access.token();
        assertThat(api.get(secret, "/api/v1/runs").status()).isEqualTo(403);
        assertThat(secret).isNotEqualTo(api.admin);
    }

    private JsonNode setup() {
        return api.get("/api/v1/setups").json().get("items").get(0);
    }

    @Test
    void clientsOfSteepSeeSetupsAndMachines() throws Exception {
        assertThat(api.get("/setups").json().get(0).get("id").asString()).isEqualTo("gpu");
        var setup = api.get("/setups/gpu").json();
        assertThat(setup.get("maxVMs").asInt()).isEqualTo(2);
        assertThat(setup.get("providedCapabilities").get(1).asString()).isEqualTo("gpu");
        assertThat(api.get("/setups/nobody").status()).isEqualTo(404);
        api.submit("{\"command\": [\"true\"], \"requires\": [\"gpu\"]}");
        var id = onlyMachine("PROVISIONING").get("id").asString();
        var machine = api.get("/vms/" + id).json();
        assertThat(machine.get("status").asString()).isEqualTo("PROVISIONING");
        assertThat(machine.get("setup").get("id").asString()).isEqualTo("gpu");
        assertThat(machine.has("creationTime")).isTrue();
        var listed = api.get("/vms?status=PROVISIONING");
        assertThat(listed.json()).hasSize(1);
        assertThat(listed.raw().headers().firstValue("x-page-total")).contains("1");
        assertThat(api.get("/vms?status=DESTROYED").json()).isEmpty();
        assertThat(api.get("/vms?status=LEFT").json()).isEmpty();
        assertThat(api.get("/vms?status=GONE").status()).isEqualTo(400);
        assertThat(api.get("/health").json().get("vms").get("count").asInt()).isEqualTo(1);
    }

    private JsonNode onlyMachine(String state) {
        await().until(() ->
                api.get("/api/v1/machines?state=" + state).json().get("items").size() > 0);
        return api.get("/api/v1/machines?state=" + state).json().get("items").get(0);
    }

    /** Makes machines at once, or refuses to. Their agents are the test's business. */
    private static final class Cloud implements Machines {
        private final Map<MachineId, String> machines = new ConcurrentHashMap<>();
        private volatile boolean fails;
        private volatile AgentAccess access;

        Cloud with(AgentAccess given) {
            access = given;
            return this;
        }

        @Override
        public CompletableFuture<Made> create(MachineId id, Setup setup, String tag) {
            if (fails) return CompletableFuture.failedFuture(new MachineFailure("quota exceeded"));
            machines.put(id, tag);
            return CompletableFuture.completedFuture(new Made("real-" + id, Optional.of("192.0.2.7")));
        }

        @Override
        public CompletableFuture<Void> provision(MachineId id, Setup setup, Made made) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Void> destroy(MachineId id) {
            machines.remove(id);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<List<Found>> list(String tag) {
            return CompletableFuture.completedFuture(machines.keySet().stream()
                    .map(id -> new Found(id, "real-" + id, true))
                    .toList());
        }

        @Override
        public String description() {
            return "a map";
        }

        @Override
        public void close() {}
    }
}
