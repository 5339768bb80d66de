package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.Task;
import io.tidewheel.client.TaskCommands;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks that write far more than anybody wants to keep, and things that are no text. */
class OutputFloodTest {
    private static final long MIB = 1L << 20;
    private static final long KEPT = 10 * MIB;
    private static final long GIGABYTE = Integer.getInteger("tidewheel.faults.gigabytes", 1) * (1L << 30);

    /** A task and how much it writes. */
    private record Flood(String script, long bytes) {}

    private static final List<Flood> FLOODS = List.of(
            new Flood("head -c %d /dev/zero".formatted(GIGABYTE), GIGABYTE),
            new Flood("yes 'a line like many others' | head -c %d".formatted(300 * MIB), 300 * MIB),
            new Flood("head -c %d /dev/zero | tr '\\0' x".formatted(200 * MIB), 200 * MIB),
            new Flood("head -c %d /dev/urandom".formatted(12 * MIB), 12 * MIB),
            new Flood("head -c %d /dev/urandom".formatted(3 * MIB), 3 * MIB),
            new Flood("printf '\\033[31mred\\377\\000'", 10));

    @ParameterizedTest
    @EnumSource
    void memoryStaysBoundedAndEveryByteIsKeptOrCounted(StoreKind store) {
        try (var site = TrialSite.open("flood", store);
                var client = site.connect()) {
            var agent = site.startAgent("agent", 2);
            var tasks = new ArrayList<Task>();
            for (var flood : FLOODS) tasks.add(Task.of(TaskCommands.process("/bin/sh", "-c", flood.script)));
            var run = client.submit(RunOptions.named("flood"), tasks);
            var results = RunResults.of(run);
            assertThat(results.summary().allSucceeded()).isTrue();
            for (int task = 0; task < FLOODS.size(); task++) check(site, run.id(), task, FLOODS.get(task));

            System.out.printf(
                    "%s: peak memory: server %d MB, agent %d MB%n",
                    site.folder().getFileName(),
                    site.program("server").peakMemoryBytes() / MIB,
                    agent.peakMemoryBytes() / MIB);
            // The heap, and what a JVM needs besides. The output was several times that.
            assertThat(agent.peakMemoryBytes()).isLessThan((128 + 256) * MIB);
            assertThat(site.program("server").peakMemoryBytes()).isLessThan((256 + 256) * MIB);
        }
    }

    private static void check(TrialSite site, long run, int task, Flood flood) {
        assertThat(site.rest().chain(run, task).path("stdoutBytes").longValue())
                .as(flood.script)
                .isEqualTo(flood.bytes);
        var kept = site.rest().bytes("/api/v1/runs/%d/tasks/%d/logs?stream=stdout".formatted(run, task));
        long leftOut = flood.bytes - Math.min(flood.bytes, KEPT);
        if (leftOut == 0) {
            assertThat(kept).as(flood.script).hasSize((int) flood.bytes);
            return;
        }
        var text = new String(kept, StandardCharsets.ISO_8859_1);
        assertThat(text).as("the mark of %s", flood.script).contains("[%d bytes left out]".formatted(leftOut));
    }
}
