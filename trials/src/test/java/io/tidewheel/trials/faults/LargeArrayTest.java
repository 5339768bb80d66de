package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.TaskCommands;
import io.tidewheel.model.IndexRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A run with very many tasks. */
class LargeArrayTest {
    private static final int TASKS = Integer.getInteger("tidewheel.faults.tasks", 200_000);

    @ParameterizedTest
    @EnumSource
    void aLargeArrayEndsOnAServerWithLittleMemory(StoreKind store) {
        try (var site = TrialSite.prepare("array", store).withServerJvm("-Xmx512m")) {
            site.startServer();
            site.awaitServer();
            try (var client = site.connect()) {
                site.startAgent("agent", 2);
                long began = System.nanoTime();
                var run = client.submit(
                        RunOptions.named("array")
                                .withTemplate(TaskCommands.inSequence(TaskCommands.noop()))
                                .withArray(new IndexRange(1, TASKS, 1)),
                        java.util.List.of());
                long accepted = System.nanoTime();
                site.program("server").kill9();
                site.startServer();
                var results = RunResults.of(run);
                System.out.printf(
                        "%s: %,d tasks accepted in %.2f s, done in %.1f s, server %d MB%n",
                        site.folder().getFileName(),
                        TASKS,
                        (accepted - began) / 1e9,
                        (System.nanoTime() - began) / 1e9,
                        site.program("server").peakMemoryBytes() >> 20);
                assertThat(results.summary().succeeded()).isEqualTo(TASKS);
                assertThat(results.byTask()).hasSize(TASKS);
            }
        }
    }
}
