package io.tidewheel.trials.faults;

import static io.tidewheel.trials.faults.TracedWorkload.traced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.Task;
import io.tidewheel.client.TaskRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Machines that a real server makes on demand, out of processes of this computer, and what happens when something is killed. */
class MachineFaultTest {
    private static final String SETUP = """
        - id: gpu
          flavor: small
          imageName: none
          availabilityZone: here
          blockDeviceSizeGb: 0
          maxVMs: 2
          slots: 2
          bootDelay: %s
          providedCapabilities: [gpu]
          provisioningScripts: [prepare.sh]
        """;

    private TrialSite site;

    @AfterEach
    void close() {
        try {
            site.close();
        } finally {
            // Nothing of a test that failed may stay behind.
            processes().forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void aMachineIsMadeForWorkThatOnlyASetupOffersAndGoesWhenItIsIdle() throws Exception {
        start("0s", "echo {{ agentId }} > prepared");
        try (var client = site.connect()) {
            var run = client.submit(
                    RunOptions.named("gpu").withRequires(List.of("gpu")).strict(),
                    List.of(task("true"), task("true"), task("true")));
            assertThat(RunResults.of(run).summary().succeeded()).isEqualTo(3);
            // One of three chains waits while two run, and a second machine may be made for it.
            assertThat(machines().stream().map(MachineFaultTest::id))
                    .contains(site.effects().of(0, "end").getFirst().agent());
            assertThat(machines())
                    .anySatisfy(
                            each -> assertThat(each.path("wanted").asString()).contains("3 chains wait for [gpu]"));
            awaitGone();
            assertThat(machines()).allSatisfy(each -> {
                assertThat(each.path("state").asString()).isEqualTo("DESTROYED");
                assertThat(each.path("reason").asString()).contains("idle");
            });
            assertThat(site.rest().text("/api/v1/audit"))
                    .contains("machine-create", "machine-ready", "machine-drain", "machine-destroy");
        }
    }

    @Test
    void whenAMachineIsKilledItsWorkGoesOnOnAnother() throws Exception {
        start("0s", "true");
        try (var client = site.connect()) {
            var run = client.submit(
                    RunOptions.named("killed").withRequires(List.of("gpu")),
                    List.of(task("[ $TIDEWHEEL_ATTEMPT -gt 1 ] || sleep 600")));
            site.awaitTraces(0, "begin", 1);
            await().until(() -> machines().getFirst().path("state").asString().equals("RUNNING"));
            var first = id(machines().getFirst());
            for (var line : Files.readAllLines(site.file("server-data/machines/" + first + "/processes"))) {
                ProcessHandle.of(Long.parseLong(line.split(" ")[0]))
                        .orElseThrow()
                        .destroyForcibly();
            }
            var results = RunResults.of(run);
            assertThat(results.of(0).succeeded()).isTrue();
            assertThat(results.of(0).attempt()).isEqualTo(2);
            assertThat(site.effects().of(0, "end").getFirst().agent()).isNotEqualTo(first);
            awaitGone();
            assertThat(machines())
                    .filteredOn(each -> id(each).equals(first))
                    .allSatisfy(
                            each -> assertThat(each.path("state").asString()).isEqualTo("ERROR"));
        }
    }

    @Test
    void aServerThatWasKilledFindsItsMachinesAgain() throws Exception {
        start("0s", "true");
        var go = site.file("go");
        TaskRun run;
        try (var client = site.connect()) {
            run = client.submit(
                    RunOptions.named("adopted").withRequires(List.of("gpu")),
                    List.of(task("until [ -e '%s' ]; do sleep 0.1; done".formatted(go))));
            site.awaitTraces(0, "begin", 1);
            var machine = id(machines().getFirst());
            site.program("server").kill9();
            assertThat(processes()).isNotEmpty();
            site.startServer();
            site.awaitServer();
            await("the machine is adopted")
                    .until(() -> machines().stream()
                            .anyMatch(each -> id(each).equals(machine)
                                    && each.path("agents").asInt() == 1));
            Files.writeString(go, "");
            assertThat(RunResults.of(run).of(0).succeeded()).isTrue();
            awaitGone();
            assertThat(machines())
                    .filteredOn(each -> id(each).equals(machine))
                    .allSatisfy(
                            each -> assertThat(each.path("state").asString()).isEqualTo("DESTROYED"));
        }
    }

    @Test
    void aServerThatIsKilledWhileItMakesAMachineGoesOnWithIt() throws Exception {
        start("3s", "sleep 1");
        try (var client = site.connect()) {
            var run = client.submit(RunOptions.named("early").withRequires(List.of("gpu")), List.of(task("true")));
            await().until(() -> !machines().isEmpty());
            for (var state : List.of("CREATING", "PROVISIONING")) {
                await(state)
                        .until(() ->
                                machines().getFirst().path("state").asString().equals(state));
                site.program("server").kill9();
                site.startServer();
                site.awaitServer();
            }
            assertThat(RunResults.of(run).of(0).succeeded()).isTrue();
            awaitGone();
            assertThat(machines()).hasSize(1);
        }
    }

    @Test
    void whenMachinesCannotBeMadeThatIsSaidAndTheNextAttemptWaits() throws Exception {
        start("0s", "echo no such disk; exit 7");
        try (var client = site.connect()) {
            var run = client.submit(RunOptions.named("broken").withRequires(List.of("gpu")), List.of(task("true")));
            await("the failure is seen").until(() -> setup().path("failures").asInt() == 1);
            assertThat(setup().path("lastFailure").asString()).contains("prepare.sh", "exit code 7", "no such disk");
            assertThat(setup().has("notBefore")).isTrue();
            await("it is explained")
                    .until(() -> site.rest()
                            .json("/runs/%d/explain".formatted(run.id()))
                            .path("sentence")
                            .asString()
                            .contains("no such disk"));
            awaitGone();
            assertThat(machines()).hasSize(1);
            assertThat(machines().getFirst().path("state").asString()).isEqualTo("ERROR");
        }
    }

    @Test
    void aServerThatIsStoppedTakesItsMachinesWithIt() throws Exception {
        start("0s", "true");
        try (var client = site.connect()) {
            RunResults.of(client.submit(RunOptions.named("stop").withRequires(List.of("gpu")), List.of(task("true"))));
        }
        site.program("server").endInGoodOrder();
        assertThat(processes()).isEmpty();
        assertThat(site.file("server-data/machines")).isEmptyDirectory();
    }

    @Test
    void aServerThatKeepsAMachineUpMakesNoOtherWhenItIsStopped() throws Exception {
        startWith(SETUP.formatted("0s") + "  minVMs: 1\n", "true");
        await("the machine is up")
                .atMost(TrialSite.PATIENCE)
                .until(() -> machines().stream()
                        .anyMatch(each -> each.path("state").asString().equals("RUNNING")));
        var made = ids();
        site.program("server").endInGoodOrder();
        assertThat(processes()).isEmpty();
        assertThat(site.file("server-data/machines")).isEmptyDirectory();
        Files.writeString(site.file("setups.yaml"), SETUP.formatted("0s"));
        site.startServer();
        site.awaitServer();
        assertThat(ids()).as("nothing was made after the stop").isEqualTo(made);
        assertThat(machines())
                .allMatch(each -> each.path("supply").asString().equals("down"))
                .anyMatch(each -> each.path("state").asString().equals("DESTROYED"));
    }

    private Set<String> ids() {
        var all = new TreeSet<String>();
        for (var machine : machines()) all.add(id(machine));
        return all;
    }

    private void start(String bootDelay, String script) throws IOException {
        startWith(SETUP.formatted(bootDelay), script);
    }

    private void startWith(String setups, String script) throws IOException {
        site = TrialSite.prepare("machines", StoreKind.EMBEDDED);
        Files.writeString(site.file("setups.yaml"), setups);
        Files.writeString(site.file("prepare.sh"), "#!/bin/sh\n" + script + "\n");
        site.withServerWords("--setups", site.file("setups.yaml").toString(), "--machine-idle", "2s");
        site.startServer();
        site.awaitServer();
    }

    private Task task(String script) {
        return traced(site.effectsFile(), script);
    }

    private JsonNode setup() {
        return site.rest().json("/setups").path("items").path(0);
    }

    private List<JsonNode> machines() {
        var machines = new ArrayList<JsonNode>();
        site.rest().json("/machines").path("items").forEach(machines::add);
        return machines;
    }

    private static String id(JsonNode machine) {
        return machine.path("id").asString();
    }

    /** No machine is left, in no sense of the word. */
    private void awaitGone() {
        await("all machines are gone").until(() -> machines().stream().allMatch(machine -> machine.has("ended")));
        assertThat(site.file("server-data/machines")).isEmptyDirectory();
        assertThat(processes()).isEmpty();
    }

    /** The agents of machines of this site: their words name a folder of it. */
    private List<ProcessHandle> processes() {
        var place = site.file("server-data/machines").toString();
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.filter(process -> mentions(process.pid(), place)).toList();
        }
    }

    private static boolean mentions(long pid, String place) {
        try {
            var folder = Path.of("/proc/" + pid);
            return Files.readString(folder.resolve("cmdline"), java.nio.charset.StandardCharsets.ISO_8859_1)
                    .contains(place);
        } catch (IOException gone) {
            return false;
        }
    }
}
