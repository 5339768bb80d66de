package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.Task;
import io.tidewheel.client.TaskCommands;
import io.tidewheel.testing.RealPodman;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents with real containers that are killed. */
class ContainerFaultTest {
    @TempDir
    Path folder;

    @Test
    void aKilledAgentLeavesNoContainerAndItsTaskRunsAgainElsewhere() throws Exception {
        try (var podman = podman();
                var site = TrialSite.open("containers", StoreKind.EMBEDDED);
                var client = site.connect()) {
            var killed = site.startAgent("killed", 1, podman.environment());
            var task = TaskCommands.container(
                    RealPodman.IMAGE,
                    "/busybox",
                    "sh",
                    "-c",
                    "trap '' TERM; [ $TIDEWHEEL_ATTEMPT -gt 1 ] || while :; do /busybox sleep 1; done");
            var run = client.submit(
                    RunOptions.named("contained").withRequires(List.of("container")), List.of(Task.of(task)));
            await("the container runs")
                    .atMost(TrialSite.PATIENCE)
                    .until(() -> podman.containers().stream().anyMatch(name -> name.endsWith("-1")));
            killed.kill9();
            await("the container is gone")
                    .atMost(TrialSite.PATIENCE)
                    .until(() -> podman.containers().isEmpty());

            site.startAgent("other", 1, podman.environment());
            var results = RunResults.of(run);
            assertThat(results.byTask().values()).allMatch(result -> result.succeeded() && result.attempt() == 2);
        }
    }

    private RealPodman podman() {
        RealPodman.missing().ifPresent(what -> abort("no real container is run: " + what));
        try {
            return RealPodman.open(folder);
        } catch (IOException unable) {
            return abort("no real container is run, because podman cannot run one here: " + unable.getMessage());
        }
    }
}
