package io.tidewheel.trials.faults;

import static io.tidewheel.trials.faults.TracedWorkload.traced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.Task;
import io.tidewheel.client.TaskCommands;
import io.tidewheel.client.TaskRun;
import io.tidewheel.model.IndexRange;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What two servers on one database do besides handing out work: machines, foreign sites, and the removal of what is old. Both are told to do it, and
 * they meet; no engine begins anew for that.
 */
class SharedDutiesTest {
    private static final List<String> SERVERS = List.of("server", "server-1");
    private static final String SECRET = "secret-of-the-trial";

    private static final String SETUP = """
        - id: gpu
          flavor: small
          imageName: none
          availabilityZone: here
          blockDeviceSizeGb: 0
          maxVMs: 2
          slots: 2
          providedCapabilities: [gpu]
          provisioningScripts: [prepare.sh]
        """;

    private TrialSite site = TrialSite.prepare("duties", StoreKind.POSTGRES);

    @AfterEach
    void close() {
        site.close();
    }

    private void start(String... words) {
        site = site.withServerWords(words);
        for (var server : SERVERS) {
            site.startServer(server);
            site.awaitServer(server);
        }
    }

    @Test
    void oneOfThemMakesTheMachinesForTheWorkOfBoth() throws Exception {
        Files.writeString(site.file("setups.yaml"), SETUP);
        Files.writeString(site.file("prepare.sh"), "#!/bin/sh\n");
        start(
                "--setups",
                site.file("setups.yaml").toString(),
                "--machine-idle",
                "2s",
                "--machine-tag",
                "shared-duties");
        try (var here = site.connect();
                var there = site.connect(site.url("server-1"))) {
            var runs = new ArrayList<TaskRun>();
            for (var client : List.of(here, there))
                runs.add(client.submit(
                        RunOptions.named("gpu").withRequires(List.of("gpu")),
                        Collections.nCopies(6, traced(site.effectsFile(), "sleep 1"))));
            for (var run : runs)
                assertThat(RunResults.of(run).summary().succeeded()).isEqualTo(6);
        }
        await("all machines have gone")
                .until(() -> machines("server").values().stream().allMatch("DESTROYED"::equals));
        assertThat(machines("server")).isNotEmpty();
        assertThat(machines("server-1")).as("both tell of the same").isEqualTo(machines("server"));
        for (var folder : List.of("server-data/machines", "server-1-data/machines")) {
            if (Files.exists(site.file(folder))) assertThat(site.file(folder)).isEmptyDirectory();
        }
        var ids = new ArrayList<String>();
        for (var machine : site.rest().json("/machines").path("items"))
            ids.add(machine.path("id").asString());
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(made()).as("machines that were asked for").isEqualTo(ids.size());
        assertNoneBeganAnew();
    }

    /** How many machines somebody has asked for, as the audit log has it, of both servers. */
    private long made() {
        return site.rest().text("/api/v1/audit").split("\"machine-create\"", -1).length - 1L;
    }

    private Map<String, String> machines(String asked) {
        var machines = new TreeMap<String, String>();
        for (var machine : site.rest(asked).json("/machines").path("items"))
            machines.put(machine.path("id").asString(), machine.path("state").asString());
        return machines;
    }

    @Test
    void bothRemoveWhatIsOldWhileWorkGoesOn() {
        start("--retention", "1s");
        for (var server : SERVERS) site.startAgent("agent-" + server, 2, site.url(server));
        try (var here = site.connect();
                var there = site.connect(site.url("server-1"))) {
            for (int i = 0; i < 40; i++) {
                for (var client : List.of(here, there)) {
                    var run = client.submit(
                            RunOptions.named("old")
                                    .withTemplate(TaskCommands.inSequence(TaskCommands.noop()))
                                    .withArray(new IndexRange(1, 500, 1)),
                            List.of());
                    assertThat(RunResults.of(run).summary().succeeded()).isEqualTo(500);
                }
            }
            await("old runs are removed").until(() -> removed() > 0);
            var last = here.submit(RunOptions.named("new"), List.of(Task.of(TaskCommands.noop())));
            assertThat(RunResults.of(last).summary().allSucceeded()).isTrue();
            await("all of them are removed").until(() -> removed() >= 81);
        }
        for (var server : SERVERS)
            assertThat(site.rest(server).json("/runs").path("items")).isEmpty();
        assertThat(removed()).as("no run was removed twice").isEqualTo(81);
        assertNoneBeganAnew();
    }

    private long removed() {
        return sum("tidewheel_store_runs_removed_total");
    }

    @Test
    void sitesThatCallEitherServerStoreWhatTheyUpload() throws Exception {
        Files.writeString(site.file("secret"), SECRET);
        start("--tascaas-secret-file", site.file("secret").toString());
        var runs = new TreeMap<String, Long>();
        for (var server : SERVERS) runs.put(server, submitConfig(server, 6_000));
        for (var server : SERVERS) site.startSite("site-of-" + server, site.url(server), 2, 800);
        for (var server : SERVERS) {
            long run = runs.get(server);
            await("the end of the job of " + server)
                    .until(() -> !site.rest(server)
                            .json("/runs/" + run)
                            .path("finished")
                            .isMissingNode());
            for (var asked : SERVERS)
                assertThat(site.rest(asked).json("/runs/" + run).path("state").asString())
                        .isEqualTo("SUCCEEDED");
            long stored = site.rest(server)
                    .json("/runs/%d/job".formatted(run))
                    .path("stored")
                    .asLong();
            assertThat(stored).isGreaterThanOrEqualTo(6_000);
        }
        assertNoneBeganAnew();
    }

    private long submitConfig(String server, long iterations) throws IOException, InterruptedException {
        var config = "{\"iterations\": %d, \"time\": 20, \"inputFile\": \"%s.config\", \"initWorkers\": 2}"
                .formatted(iterations, server);
        var body = RestAnswers.object().put("file", server + ".config").put("text", config);
        var answer = site.rest(server).post("/sites/jobs", body.toString(), server);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return RestAnswers.parse(answer.body()).path("id").asLong();
    }

    private long sum(String metric) {
        return SERVERS.stream()
                .mapToLong(server -> site.rest(server).metric(metric))
                .sum();
    }

    private void assertNoneBeganAnew() {
        for (var cause : List.of("store", "memory", "error"))
            assertThat(sum("tidewheel_engine_restarts_total{cause=\"%s\"}".formatted(cause)))
                    .as("engines that began anew because of the " + cause)
                    .isZero();
        assertThat(sum("tidewheel_engine_bugs_total")).isZero();
    }
}
