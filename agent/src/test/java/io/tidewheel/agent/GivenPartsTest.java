package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidewheel.agent.runtime.ContainerSettings;
import io.tidewheel.agent.runtime.RuntimeSettings;
import io.tidewheel.model.Amounts;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Runtime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a task is given of the machine when it states what it needs. */
class GivenPartsTest {
    private static final String PRINT =
            "echo $TIDEWHEEL_CPUS ${OMP_NUM_THREADS-none} ${TIDEWHEEL_MEMORY-none} ${CUDA_VISIBLE_DEVICES-none}";
    private static final MachineAmounts MACHINE =
            new MachineAmounts(new Amounts(8_000, 8L << 30, 2), List.of("3", "5"));

    @TempDir
    Path scratch;

    @TempDir
    Path folder;

    private final FakeServer server = FakeServer.inMemory();

    @AfterEach
    void end() throws Exception {
        server.close();
        assertThat(server.complaints()).isEmpty();
    }

    private Agent start(int slots) {
        return TestAgent.start(
                server,
                scratch,
                TestAgent.RUNTIMES.limitingMemory(),
                AgentSettings.of("tester", "here", slots).with(MACHINE));
    }

    private void needs(long milliCpus, long memory, long gpus) {
        server.newLane(lane -> lane.setNeeds(io.tidewheel.protocol.wire.ResourceAmounts.newBuilder()
                .setMilliCpus(milliCpus)
                .setMemoryBytes(memory)
                .setGpus(gpus)));
    }

    private String printed(String... script) {
        var id = server.add(TestCommands.of(shell(script)));
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        return server.stdout(id).strip();
    }

    private static io.tidewheel.protocol.wire.Command.Builder shell(String... script) {
        return TestCommands.command(Runtime.PROCESS)
                .addAllArguments(List.of("/bin/sh", "-c", String.join("\n", script)));
    }

    @Test
    void theHelloSaysWhatTheMachineHas() {
        try (var agent = start(1)) {
            await().until(() -> agent.status().connected());
            var has = server.hellos().getFirst().getHas();
            assertThat(List.of(has.getMilliCpus(), has.getMemoryBytes(), has.getGpus()))
                    .containsExactly(8_000L, 8L << 30, 2L);
        }
    }

    @Test
    void aTaskThatStatesNothingHasTheProcessorOfItsSlot() {
        try (var agent = start(1)) {
            assertThat(printed(PRINT))
                    .isEqualTo(AgentSettings.of("tester", "here", 1).cpusPerSlot() + " none none none");
            assertThat(agent.status().finished()).isEqualTo(1);
        }
    }

    @Test
    void aTaskIsToldWhatItWasGiven() {
        needs(2_500, 64 << 20, 1);
        try (var agent = start(1)) {
            assertThat(printed(PRINT)).isEqualTo("3 3 " + (64 << 20) + " 3");
            assertThat(agent.status().finished()).isEqualTo(1);
        }
    }

    @Test
    void aTaskIsToldWhatItWasGivenOfWhatOnlyUsersCount() {
        server.newLane(lane -> lane.setNeeds(
                io.tidewheel.protocol.wire.ResourceAmounts.newBuilder().putCustom("matlab-seat", 2)));
        try (var agent = start(1)) {
            assertThat(printed("echo $TIDEWHEEL_AMOUNT_MATLAB_SEAT")).isEqualTo("2");
            assertThat(agent.status().finished()).isEqualTo(1);
        }
    }

    @Test
    void tasksThatRunAtTheSameTimeHaveDifferentGpus() throws IOException {
        needs(0, 0, 1);
        var go = folder.resolve("go");
        var script = "echo $CUDA_VISIBLE_DEVICES; while [ ! -e %s ]; do sleep 0.05; done".formatted(go);
        try (var agent = start(3)) {
            var first = server.add(TestCommands.of(shell(script)));
            var second = server.add(TestCommands.of(shell(script)));
            await().until(() ->
                    !server.stdout(first).isEmpty() && !server.stdout(second).isEmpty());
            assertThat(List.of(
                            server.stdout(first).strip(), server.stdout(second).strip()))
                    .containsExactlyInAnyOrder("3", "5");
            // The server counts one of them as ended already, and sends a third while both still run: it waits for a
            // GPU.
            var third = server.add(TestCommands.of(shell(script)));
            await().until(() -> agent.status().running() == 3);
            assertThat(server.stdout(third)).isEmpty();
            Files.createFile(go);
            for (var id : List.of(first, second, third)) assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
            assertThat(server.stdout(third).strip()).isIn("3", "5");
        }
    }

    @Test
    void moreGpusThanThereAreAreRefusedWithTheNumber() {
        needs(0, 0, 3);
        try (var agent = start(1)) {
            var id = server.add(TestCommands.of(shell("true")));
            assertThat(ended(id)).isEqualTo(Ending.NOT_STARTED);
            assertThat(server.outcome(id).getMessage()).contains("it needs 3 GPUs, and the agent has 2");
            assertThat(agent.status().connected()).isTrue();
        }
    }

    @Test
    void aTaskThatUsesMoreMemoryThanItStatedIsEndedWithAllThatItStarted() {
        needs(0, 64 << 20, 0);
        try (var agent = start(1)) {
            assumeTrue(canLimit(), "this user may not make control groups, so the memory of tasks is not limited");
            var all = server.add(TestCommands.of(shell("exec tail /dev/zero")));
            assertThat(ended(all)).isEqualTo(Ending.OUT_OF_MEMORY);
            assertThat(server.outcome(all).getMessage()).contains("67,108,864 bytes of memory that it stated");
            var part = server.add(TestCommands.of(shell("tail /dev/zero", "echo goes on", "sleep 600")));
            assertThat(ended(part)).isEqualTo(Ending.OUT_OF_MEMORY);
            var little = server.add(TestCommands.of(shell("head -c 1000000 /dev/zero | tail -c 5 | wc -c")));
            assertThat(ended(little)).isEqualTo(Ending.SUCCEEDED);
            assertThat(agent.status().finished()).isEqualTo(3);
        }
    }

    /** While the agent runs, its group is there. */
    private boolean canLimit() {
        for (var line : lines(Path.of("/proc/self/cgroup"))) {
            var parts = line.split(":", 3);
            for (var tree : List.of("/sys/fs/cgroup", "/sys/fs/cgroup/memory")) {
                for (var group : List.of(parts[2], "/")) {
                    var found = Path.of(tree + group).toFile().list((_, name) -> name.startsWith("tidewheel-"));
                    if (found != null && found.length > 0) return true;
                }
            }
        }
        return false;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException notLinux) {
            return List.of();
        }
    }

    @Test
    void aContainerGetsWhatItsTaskStates() throws Exception {
        needs(1_500, 64 << 20, 2);
        var engine = FakeEngine.install(folder, "docker");
        var runtimes = RuntimeSettings.from(Map.of("PATH", folder.toString()))
                .withContainers(ContainerSettings.USUAL.with(ContainerSettings.ProbeTime.BEFORE_START));
        var settings = AgentSettings.of("tester", "here", 1).with(MACHINE);
        try (var agent = TestAgent.start(server, scratch, runtimes, settings)) {
            var id = server.add(TestCommands.of(
                    TestCommands.command(Runtime.CONTAINER).setImage("alpine").addArguments("/bin/true")));
            assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
            assertThat(agent.status().finished()).isEqualTo(1);
        }
        assertThat(engine.calls().getFirst()).contains("--cpus=1.500", "--memory=67108864", "--gpus=\"device=3,5\"");
    }

    @Test
    void aContainerThatTheEngineSaysRanOutOfMemoryIsReportedSoAndRemoved() throws Exception {
        needs(0, 64 << 20, 0);
        var engine = FakeEngine.install(folder, "docker");
        engine.runOutOfMemory();
        var runtimes = RuntimeSettings.from(Map.of("PATH", folder.toString()))
                .withContainers(ContainerSettings.USUAL.with(ContainerSettings.ProbeTime.BEFORE_START));
        try (var agent = TestAgent.start(server, scratch, runtimes, AgentSettings.of("tester", "here", 1))) {
            var id = server.add(TestCommands.of(TestCommands.command(Runtime.CONTAINER)
                    .setImage("alpine")
                    .addAllArguments(List.of("/bin/sh", "-c", "exit 3"))));
            assertThat(ended(id)).isEqualTo(Ending.OUT_OF_MEMORY);
            assertThat(server.outcome(id).getMessage()).contains("67,108,864 bytes of memory that it stated");
            assertThat(agent.status().finished()).isEqualTo(1);
        }
        var calls = engine.calls();
        assertThat(calls.get(0)).startsWith("run").doesNotContain("--rm");
        assertThat(calls.get(1)).startsWith("inspect");
        assertThat(calls.get(2)).startsWith("rm", "--force");
    }

    @Test
    void aProgramThatIsMissingIsNotStartedWhetherMemoryIsStatedOrNot() {
        var messages = new ArrayList<String>();
        try (var agent = start(1)) {
            for (long memory : List.of(0L, 64L << 20)) {
                needs(0, memory, 0);
                for (var program : List.of("no-such-program", "/no/such/program", "/etc")) {
                    var id = server.add(TestCommands.of(
                            TestCommands.command(Runtime.PROCESS).addArguments(program)));
                    assertThat(ended(id)).as(program).isEqualTo(Ending.NOT_STARTED);
                    messages.add(server.report(id).orElseThrow().getExitCode()
                            + server.outcome(id).getMessage());
                }
            }
            assertThat(agent.status().finished()).isEqualTo(6);
        }
        assertThat(messages.subList(3, 6)).isEqualTo(messages.subList(0, 3));
    }

    private Ending ended(AttemptId id) {
        await().until(() -> server.report(id).isPresent());
        return server.report(id).orElseThrow().getEnding();
    }
}
