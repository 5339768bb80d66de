package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.ByteString;
import io.tidewheel.agent.runtime.ContainerRules;
import io.tidewheel.agent.runtime.ContainerSettings;
import io.tidewheel.agent.runtime.ContainerSettings.ProbeTime;
import io.tidewheel.agent.runtime.RuntimeSettings;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.GivenFile;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.testing.RealPodman;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands in real containers. */
class PodmanTest {
    /** A program that is the first process of a container is ended by no polite signal, unless it asks for it. */
    private static final List<String> NEVER_ENDS =
            List.of("/busybox", "sh", "-c", "echo ready; exec /busybox sleep 600");

    @TempDir
    static Path folder;

    private static @Nullable RealPodman podman;

    @TempDir
    Path scratch;

    @TempDir
    Path bin;

    private final FakeServer server = FakeServer.inMemory();

    @BeforeAll
    static void open() {
        RealPodman.missing().ifPresent(what -> abort("no real container is run: " + what));
        try {
            podman = RealPodman.open(folder);
        } catch (IOException unable) {
            abort("no real container is run, because podman cannot run one here: " + unable.getMessage());
        }
    }

    @AfterAll
    static void close() throws IOException {
        if (podman != null) podman.close();
    }

    @AfterEach
    void end() throws Exception {
        server.close();
        assertThat(server.complaints()).isEmpty();
    }

    private static RealPodman podman() {
        if (podman == null) throw new IllegalStateException("podman was not opened");
        return podman;
    }

    /** A docker that has no daemon comes first on its path. It is ready to wait for ever for a process that was asked to end. */
    private Agent start(ContainerSettings containers) throws IOException {
        FakeEngine.install(bin, "docker").breakDown("Cannot connect to the Docker daemon");
        var environment = new TreeMap<>(podman().environment());
        environment.put("PATH", bin + ":" + podman().program().getParent() + ":/usr/sbin:/usr/bin:/sbin:/bin");
        environment.put("HOME", "/nowhere");
        return TestAgent.start(
                server,
                scratch,
                RuntimeSettings.from(environment)
                        .withContainer(ContainerRules.USUAL)
                        .withContainers(containers.with(ProbeTime.BEFORE_START)),
                AgentSettings.of("tester", "here", 1).withGrace(Duration.ofHours(1)));
    }

    @Test
    void whereDockerHasNoDaemonPodmanRunsTheContainer() throws Exception {
        try (var agent = start(ContainerSettings.USUAL)) {
            var id = server.add(TestCommands.of(container(
                            "/busybox",
                            "sh",
                            "-c",
                            "echo hello $NAME; echo 42 > $TIDEWHEEL_RESULT; /busybox id -u; exit 7")
                    .putEnvironment("NAME", "world")));
            assertThat(ended(id)).isEqualTo(Ending.EXIT_CODE);
            assertThat(server.hellos().getFirst().getCapabilitiesList()).contains("container");
            assertThat(server.report(id).map(Report::getExitCode)).contains(7);
            assertThat(server.stdout(id)).startsWith("hello world\n");
            assertThat(server.outcome(id).getResult().toStringUtf8()).isEqualTo("42\n");
            assertThat(agent.status().finished()).isEqualTo(1);
        }
        assertThat(podman().containers()).isEmpty();
    }

    @Test
    void aTimeLimitEndsAContainerThatHeedsNoSignal() throws Exception {
        server.newLane(lane -> lane.setMaxRuntimeMillis(1_500));
        try (var agent = start(ContainerSettings.USUAL.with(ContainerSettings.Init.NEVER))) {
            var id = server.add(TestCommands.of(container(NEVER_ENDS.toArray(String[]::new))));
            assertThat(ended(id)).isEqualTo(Ending.TIMEOUT);
            assertThat(podman().containers()).isEmpty();
            assertThat(agent.status().running()).isZero();
        }
    }

    @Test
    void aCancelledContainerIsGoneWhenItsEndIsReported() throws Exception {
        try (var agent = start(ContainerSettings.USUAL.with(ContainerSettings.Init.NEVER))) {
            var id = server.add(TestCommands.of(container(NEVER_ENDS.toArray(String[]::new))));
            await().until(() -> server.stdout(id).contains("ready"));
            assertThat(podman().containers()).hasSize(1);
            server.stop(id, false, false);
            assertThat(ended(id)).isEqualTo(Ending.CANCELLED);
            assertThat(podman().containers()).isEmpty();
            assertThat(agent.status().running()).isZero();
        }
    }

    @Test
    void aContainerThatUsesMoreMemoryThanItStatesIsReportedSo() throws Exception {
        server.newLane(lane -> lane.setNeeds(
                io.tidewheel.protocol.wire.ResourceAmounts.newBuilder().setMemoryBytes(32 << 20)));
        try (var agent = start(ContainerSettings.USUAL)) {
            var little = server.add(TestCommands.of(container("/busybox", "sh", "-c", "exit 5")));
            assumeTrue(
                    ended(little) == Ending.EXIT_CODE,
                    () -> "podman may not limit memory here: " + server.stderr(little));
            assertThat(server.report(little).map(Report::getExitCode)).contains(5);
            var all = server.add(TestCommands.of(container("/busybox", "tail", "/dev/zero")));
            assertThat(ended(all)).isEqualTo(Ending.OUT_OF_MEMORY);
            assertThat(server.outcome(all).getMessage()).contains("33,554,432 bytes of memory that it stated");
            assertThat(agent.status().finished()).isEqualTo(2);
        }
        assertThat(podman().containers()).isEmpty();
    }

    @Test
    void aContainerReadsWhatItIsGiven() throws Exception {
        try (var agent = start(ContainerSettings.USUAL)) {
            var input = "one\ntwo\n";
            var id = server.add(TestCommands.of(container("/busybox", "cat").setStdinFile("given")).toBuilder()
                    .addFiles(GivenFile.newBuilder().setPath("given").setContent(ByteString.copyFromUtf8(input)))
                    .build());
            assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
            assertThat(server.stdout(id)).isEqualTo(input);
            assertThat(agent.status().finished()).isEqualTo(1);
        }
    }

    @Test
    void anEngineThatTheMachineDoesNotLetRunContainersIsNotOffered() throws Exception {
        var broken = Files.writeString(bin.resolve("containers.conf"), "[engine]\nruntime = \"none-such\"\n");
        var environment = new TreeMap<>(podman().environment());
        environment.put("CONTAINERS_CONF", broken.toString());
        environment.put("PATH", podman().program().getParent() + ":/usr/sbin:/usr/bin:/sbin:/bin");
        var runtimes = RuntimeSettings.from(environment)
                .withContainers(ContainerSettings.USUAL
                        .with(ContainerSettings.engines("podman"))
                        .with(ProbeTime.BEFORE_START));
        try (var agent = TestAgent.start(server, scratch, runtimes, AgentSettings.of("tester", "here", 1))) {
            await().until(() -> agent.status().connected());
            assertThat(server.hellos().getFirst().getCapabilitiesList()).doesNotContain("container");
        }
    }

    private static Command.Builder container(String... arguments) {
        return TestCommands.command(Runtime.CONTAINER)
                .setImage(RealPodman.IMAGE)
                .addEngineOptions("--network=none")
                .addAllArguments(List.of(arguments));
    }

    private Ending ended(AttemptId id) {
        await().until(() -> server.report(id).isPresent());
        return server.report(id).orElseThrow().getEnding();
    }
}
