package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.Task;
import io.tidewheel.client.TaskCommands;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** The disk with the data folder is full. */
class FullDiskTest {
    private static final int MEGABYTES = 48;

    @Test
    void workStopsWithAClearWordAndGoesOnWhenThereIsRoomAgain() throws Exception {
        try (var site = TrialSite.prepare("disk", StoreKind.EMBEDDED);
                var disk = SmallDisk.mount(site.file("server-data"), MEGABYTES)) {
            assumeTrue(
                    disk.isMounted(),
                    "a small disk for the data folder can only be mounted by root: " + disk.trouble());
            site.startServer();
            site.awaitServer();
            site.startAgent("agent", 2);
            try (var client = site.connect()) {
                var run = client.open(RunOptions.named("disk"));
                var noop = Task.of(TaskCommands.noop());
                run.addAll(Collections.nCopies(1_000, noop));
                run.durable().get(TrialSite.PATIENCE.toSeconds(), TimeUnit.SECONDS);

                disk.fill();
                run.addAll(Collections.nCopies(50_000, noop));
                var stuck = run.durable();
                site.program("server").awaitOutput("disk is full");
                assertThatThrownBy(() -> stuck.get(2, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
                assertThat(site.program("server").isAlive()).isTrue();

                disk.empty();
                stuck.get(TrialSite.PATIENCE.toSeconds(), TimeUnit.SECONDS);
                run.close();
                var results = RunResults.of(run);
                assertThat(results.summary().succeeded()).isEqualTo(51_000);
                assertThat(results.byTask()).hasSize(51_000);
            }
        }
    }
}
