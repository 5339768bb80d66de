package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.agent.runtime.ContainerRules;
import io.tidewheel.agent.runtime.ContainerSettings;
import io.tidewheel.agent.runtime.ContainerSettings.ProbeTime;
import io.tidewheel.agent.runtime.RuntimeSettings;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.TimeLimit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands in containers, with an engine that is a script. */
class ContainerTasksTest {
    @TempDir
    Path scratch;

    @TempDir
    Path bin;

    private final FakeServer server = FakeServer.inMemory();

    @AfterEach
    void end() throws Exception {
        server.close();
        assertThat(server.complaints()).isEmpty();
    }

    private Agent start(ContainerRules rules) {
        return start(rules, ContainerSettings.USUAL.with(ProbeTime.BEFORE_START));
    }

    /** The only engines it can find are those that a test has put there. */
    private Agent start(ContainerRules rules, ContainerSettings containers) {
        var environment = Map.of("PATH", bin.toString(), "HOME", "/nowhere", "DOCKER_HOST", "unix:///run/agent.sock");
        return TestAgent.start(
                server,
                scratch,
                RuntimeSettings.from(environment).withContainer(rules).withContainers(containers),
                AgentSettings.of("tester", "here", 1).withGrace(Duration.ofMillis(300)));
    }

    @Test
    void dockerIsCalledWithOptionsBeforeAndTheTasksWordsAfterTheDoubleDash() throws Exception {
        var engine = FakeEngine.install(bin, "docker");
        try (var agent = start(ContainerRules.USUAL.withLimits(1.5, 512L << 20))) {
            await().until(() -> agent.status().connected());
            assertThat(server.hellos().getFirst().getCapabilitiesList()).contains("container");
            var id = server.add(TestCommands.of(container("alpine:3", "/bin/echo", "--privileged", "a b")
                    .addEngineOptions("--shm-size=1g")
                    .putEnvironment("SECRET", "canary")
                    .putEnvironment("DOCKER_HOST", "tcp://evil")));
            assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
            assertThat(server.stdout(id)).isEqualTo("--privileged a b\n");

            var call = engine.calls().getFirst();
            assertThat(call.subList(0, 3)).containsExactly("run", "--rm", "--name");
            assertThat(call.get(3)).startsWith("tidewheel-");
            assertThat(call.subList(4, 7).getLast()).isEqualTo("--init");
            assertThat(call).containsSubsequence("--volume", "--workdir", "/tidewheel");
            assertThat(call).containsSubsequence("--env", "SECRET").doesNotContain("SECRET=canary");
            assertThat(call).containsSubsequence("--env", "DOCKER_HOST=tcp://evil");
            assertThat(call)
                    .containsSubsequence(
                            "--shm-size=1g",
                            "--cpus=1.50",
                            "--memory=536870912",
                            "--",
                            "alpine:3",
                            "/bin/echo",
                            "--privileged",
                            "a b");
            assertThat(engine.environment())
                    .contains(
                            "SECRET=canary",
                            "DOCKER_HOST=unix:///run/agent.sock",
                            "TIDEWHEEL_RESULT=/tidewheel/tidewheel-result");
        }
    }

    @Test
    void apptainerRunsTheCommandInAConvertedImage() throws Exception {
        var engine = FakeEngine.install(bin, "apptainer");
        try (var agent = start(ContainerRules.USUAL)) {
            var id = server.add(
                    TestCommands.of(container("alpine:3", "/bin/echo", "hello").putEnvironment("MINE", "value")));
            assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
            assertThat(agent.status().finished()).isEqualTo(1);
            var call = engine.calls().getFirst();
            assertThat(call)
                    .startsWith("exec", "--cleanenv", "--bind")
                    .endsWith("--", "docker://alpine:3", "/bin/echo", "hello");
            assertThat(engine.environment()).contains("APPTAINERENV_MINE=value");
        }
    }

    @Test
    void dockerComesBeforePodman() throws Exception {
        FakeEngine.install(bin, "podman");
        var engine = FakeEngine.install(bin, "docker");
        try (var agent = start(ContainerRules.USUAL)) {
            assertThat(ended(server.add(TestCommands.of(container("alpine", "/bin/true")))))
                    .isEqualTo(Ending.SUCCEEDED);
            assertThat(engine.calls().getFirst()).contains("--init");
            assertThat(agent.status().finished()).isEqualTo(1);
        }
    }

    @Test
    void theResultComesOutOfTheContainer() throws Exception {
        FakeEngine.install(bin, "docker");
        try (var agent = start(ContainerRules.USUAL)) {
            var id = server.add(TestCommands.of(container("alpine", "/bin/sh", "-c", "echo 42 > tidewheel-result")));
            assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
            assertThat(server.outcome(id).getResult().toStringUtf8()).isEqualTo("42\n");
            assertThat(agent.status().finished()).isEqualTo(1);
        }
    }

    @Test
    void theCommandsCodeIsPassedOnAndTheEnginesOwnFailureIsTold() throws Exception {
        FakeEngine.install(bin, "docker");
        try (var agent = start(ContainerRules.USUAL)) {
            var code = server.add(TestCommands.of(container("alpine", "/bin/sh", "-c", "exit 7")));
            var missing = server.add(TestCommands.of(container("missing:1", "/bin/true")));
            assertThat(ended(code)).isEqualTo(Ending.EXIT_CODE);
            assertThat(server.report(code).map(Report::getExitCode)).contains(7);
            assertThat(ended(missing)).isEqualTo(Ending.NOT_STARTED);
            assertThat(server.outcome(missing).getMessage()).contains("docker could not run the container");
            assertThat(server.outcome(missing).getLastOutput().toStringUtf8()).contains("Unable to find image");
            assertThat(agent.status().finished()).isEqualTo(2);
        }
    }

    @Test
    void stoppedTheContainerIsKilledByItsName() throws Exception {
        var engine = FakeEngine.install(bin, "podman");
        try (var agent = start(ContainerRules.USUAL)) {
            var id = server.add(TestCommands.of(
                    container("alpine", "/bin/sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.1; done")));
            await().until(() -> server.stdout(id).contains("ready"));
            server.stop(id, false, false);
            assertThat(ended(id)).isEqualTo(Ending.CANCELLED);
            assertThat(agent.status().running()).isZero();
            var calls = engine.calls();
            var name = calls.getFirst().get(3);
            assertThat(calls.subList(1, calls.size()))
                    .containsExactly(List.of("kill", "--", name), List.of("rm", "--force", "--", name));
        }
    }

    @Test
    void timeLimitsHoldInContainersToo() throws Exception {
        var engine = FakeEngine.install(bin, "docker");
        server.newLane(lane -> lane.setMaxRuntimeMillis(300));
        try (var agent = start(ContainerRules.USUAL)) {
            var id = server.add(TestCommands.of(container("alpine", "/bin/sleep", "60")));
            assertThat(ended(id)).isEqualTo(Ending.TIMEOUT);
            assertThat(engine.calls()).extracting(List::getFirst).containsExactly("run", "kill", "rm");
            assertThat(agent.status().running()).isZero();
        }
    }

    @Test
    void whatTheOwnerOfTheMachineDoesNotAllowIsRefusedByName() throws Exception {
        var engine = FakeEngine.install(bin, "docker");
        try (var agent = start(ContainerRules.USUAL)) {
            var options = List.of(
                    "--privileged", "--network=host", "-v=/:/host", "--volume=/:/host", "--shm-size", "--", "x");
            for (var option : options.subList(0, 4)) {
                var id = server.add(TestCommands.of(container("alpine", "true").addEngineOptions(option)));
                assertThat(ended(id)).isEqualTo(Ending.NOT_STARTED);
                assertThat(server.outcome(id).getMessage())
                        .contains("'" + option + "' is not allowed", "--network=none");
            }
            for (var image : List.of("", "-v/:/host", "--privileged", "a b", "a\nb", "/etc/passwd")) {
                var id = server.add(TestCommands.of(container(image, "true")));
                assertThat(ended(id)).isEqualTo(Ending.NOT_STARTED);
                assertThat(server.outcome(id).getMessage()).contains("image");
            }
            for (var name : List.of("a=b", "1x", "a b", "x\ny")) {
                var id = server.add(TestCommands.of(container("alpine", "true").putEnvironment(name, "x")));
                assertThat(ended(id)).isEqualTo(Ending.NOT_STARTED);
                assertThat(server.outcome(id).getMessage()).contains("environment variable");
            }
            var folder = server.add(TestCommands.of(container("alpine", "true").setWorkingFolder("relative")));
            assertThat(ended(folder)).isEqualTo(Ending.NOT_STARTED);
            assertThat(agent.status().connected()).isTrue();
        }
        assertThat(engine.calls()).isEmpty();
    }

    @Test
    void whatASteepServiceGivesToDockerIsUnderstood() throws Exception {
        var engine = FakeEngine.install(bin, "docker");
        var shared = Files.createDirectories(bin.resolve("shared/run-1"));
        var rules = ContainerRules.USUAL.withMounts(List.of(bin.resolve("shared")));
        try (var agent = start(rules)) {
            var volume = shared + ":" + shared;
            var id = server.add(TestCommands.of(container("alpine:3", "/bin/sh", "-c", "echo out; echo err >&2")
                    .setMergeStderr(true)
                    .addAllEngineOptions(List.of(
                            "-e",
                            "A=b c",
                            "-v",
                            volume,
                            "--volume=" + volume + ":ro",
                            "--gpus",
                            "all",
                            "--pull=missing"))));
            assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
            assertThat(server.stdout(id)).isEqualTo("out\nerr\n");
            assertThat(engine.calls().getFirst())
                    .containsSubsequence(
                            "--env=A=b c",
                            "--volume=" + volume,
                            "--volume=" + volume + ":ro",
                            "--gpus=all",
                            "--pull=missing",
                            "--",
                            "alpine:3");
            assertThat(agent.status().finished()).isEqualTo(1);
        }
    }

    @Test
    void onlyFoldersThatTheOwnerNamesAreMounted() throws Exception {
        var engine = FakeEngine.install(bin, "docker");
        var shared = Files.createDirectories(bin.resolve("shared"));
        Files.createSymbolicLink(shared.resolve("out"), Path.of("/etc"));
        try (var agent = start(ContainerRules.USUAL.withMounts(List.of(shared)))) {
            var refused = List.of(
                    "/:/host",
                    "/etc:" + shared,
                    shared + "/../../etc:/x",
                    shared + "/out:/x",
                    shared + "/missing:/x",
                    shared + ":/x:rw,shared",
                    "name:/x",
                    shared.toString());
            for (var volume : refused) {
                var id =
                        server.add(TestCommands.of(container("alpine", "true").addEngineOptions("--volume=" + volume)));
                assertThat(ended(id)).isEqualTo(Ending.NOT_STARTED);
                assertThat(server.outcome(id).getMessage())
                        .contains("'--volume=" + volume + "' is not allowed", shared.toString());
            }
            var bare = server.add(TestCommands.of(container("alpine", "true").addEngineOptions("--env=DOCKER_HOST")));
            assertThat(ended(bare)).isEqualTo(Ending.NOT_STARTED);
            assertThat(agent.status().connected()).isTrue();
        }
        assertThat(engine.calls()).isEmpty();
    }

    @Test
    void aNameThatTheOwnerAllowsIsKept() throws Exception {
        var engine = FakeEngine.install(bin, "docker");
        var rules = new ContainerRules(Set.of("--name"), List.of(), OptionalDouble.empty(), OptionalLong.empty());
        try (var agent = start(rules)) {
            var id = server.add(TestCommands.of(container("alpine", "/bin/sleep", "60")
                    .addAllEngineOptions(List.of("--name", "mine"))
                    .setMaxRuntime(TimeLimit.newBuilder().setMillis(200))));
            assertThat(ended(id)).isEqualTo(Ending.TIMEOUT);
            assertThat(engine.calls().getFirst()).startsWith("run", "--rm", "--name", "mine");
            assertThat(engine.calls()).contains(List.of("kill", "--", "mine"));
            assertThat(agent.status().running()).isZero();
        }
    }

    @Test
    void withoutAnEngineTheTaskFailsAndSaysWhatToDo() {
        try (var agent = start(ContainerRules.USUAL)) {
            var id = server.add(TestCommands.of(container("alpine", "true")));
            assertThat(ended(id)).isEqualTo(Ending.NOT_STARTED);
            assertThat(server.outcome(id).getMessage())
                    .contains("no container engine", "Install docker, podman or apptainer");
            assertThat(server.hellos().getFirst().getCapabilitiesList()).doesNotContain("container");
            assertThat(agent.status().connected()).isTrue();
        }
    }

    @Test
    void anEngineWhoseDaemonDoesNotAnswerIsPassedOver() throws Exception {
        var docker = FakeEngine.install(bin, "docker");
        docker.breakDown("Cannot connect to the Docker daemon");
        var podman = FakeEngine.install(bin, "podman");
        try (var agent = start(ContainerRules.USUAL)) {
            assertThat(ended(server.add(TestCommands.of(container("alpine", "/bin/true")))))
                    .isEqualTo(Ending.SUCCEEDED);
            assertThat(server.hellos().getFirst().getCapabilitiesList()).contains("container");
            assertThat(agent.status().finished()).isEqualTo(1);
        }
        assertThat(docker.calls()).isEmpty();
        assertThat(podman.calls()).hasSize(1);
    }

    @Test
    void anEngineThatRunsNoContainerIsNotOffered() throws Exception {
        FakeEngine.install(bin, "docker").breakDown("Cannot connect to the Docker daemon");
        try (var agent = start(ContainerRules.USUAL)) {
            var id = server.add(TestCommands.of(container("alpine", "true")));
            assertThat(ended(id)).isEqualTo(Ending.NOT_STARTED);
            assertThat(server.outcome(id).getMessage())
                    .contains("no container could be run", "docker: Cannot connect to the Docker daemon");
            assertThat(server.hellos().getFirst().getCapabilitiesList()).doesNotContain("container");
            assertThat(agent.status().connected()).isTrue();
        }
    }

    @Test
    void anAgentStartsWithoutWaitingAndOffersContainersOnceOneHasRun() throws Exception {
        var engine = FakeEngine.install(bin, "docker");
        engine.holdUp();
        try (var agent = start(ContainerRules.USUAL, ContainerSettings.USUAL.with(ProbeTime.DURING_START))) {
            await().until(() -> agent.status().connected());
            assertThat(server.hellos().getFirst().getCapabilitiesList()).doesNotContain("container");
            assertThat(server.hellos().getFirst().getUndecidedList()).containsExactly("container");
            engine.goOn();
            await().until(() -> server.hellos().size() == 2);
            assertThat(server.hellos().getLast().getCapabilitiesList()).contains("container");
            assertThat(server.hellos().getLast().getUndecidedList()).isEmpty();
            assertThat(server.hellos().getLast().getSession())
                    .isEqualTo(server.hellos().getFirst().getSession());
            assertThat(ended(server.add(TestCommands.of(container("alpine", "/bin/true")))))
                    .isEqualTo(Ending.SUCCEEDED);
        }
    }

    @Test
    void anAgentThatFindsThatItCannotRunContainersSaysSo() throws Exception {
        var engine = FakeEngine.install(bin, "docker");
        engine.holdUp();
        try (var agent = start(ContainerRules.USUAL, ContainerSettings.USUAL.with(ProbeTime.DURING_START))) {
            await().until(() -> agent.status().connected());
            assertThat(server.hellos().getFirst().getUndecidedList()).containsExactly("container");
            engine.breakDown("Cannot connect to the Docker daemon");
            engine.goOn();
            await().until(() -> server.hellos().size() == 2);
            assertThat(server.hellos().getLast().getCapabilitiesList()).doesNotContain("container");
            assertThat(server.hellos().getLast().getUndecidedList()).isEmpty();
        }
    }

    @Test
    void whereTheEngineHasNoInitContainersRunWithoutOne() throws Exception {
        var engine = FakeEngine.install(bin, "podman");
        engine.loseInit();
        try (var agent = start(ContainerRules.USUAL)) {
            assertThat(ended(server.add(TestCommands.of(container("alpine", "/bin/true")))))
                    .isEqualTo(Ending.SUCCEEDED);
            assertThat(agent.status().finished()).isEqualTo(1);
        }
        assertThat(engine.calls().getFirst()).doesNotContain("--init");
        assertThat(engine.probes()).hasSize(3);
    }

    @Test
    void theOwnerOfTheMachineChoosesTheEngineItsOptionsAndWhenImagesAreFetched() throws Exception {
        var docker = FakeEngine.install(bin, "docker");
        var podman = FakeEngine.install(bin, "podman");
        var containers = ContainerSettings.USUAL
                .with(ProbeTime.BEFORE_START)
                .with(ContainerSettings.engines("podman"))
                .with(ContainerSettings.Init.NEVER)
                .withPull("never")
                .withOptions(List.of("--security-opt=no-new-privileges"))
                .withProbeImage("busybox:1");
        try (var agent = start(ContainerRules.USUAL, containers)) {
            assertThat(ended(server.add(
                            TestCommands.of(container("alpine", "/bin/true").addEngineOptions("--pull=always")))))
                    .isEqualTo(Ending.SUCCEEDED);
            assertThat(agent.status().finished()).isEqualTo(1);
        }
        assertThat(docker.calls()).isEmpty();
        assertThat(docker.probes()).isEmpty();
        assertThat(podman.calls().getFirst()).endsWith("--", "busybox:1");
        assertThat(podman.calls().getLast())
                .containsSubsequence("--pull=never", "--security-opt=no-new-privileges", "--", "alpine")
                .doesNotContain("--pull=always", "--init");
    }

    @Test
    void aContainerThatDoesNotEndWhenAskedIsKilledSoonerThanAProcess() throws Exception {
        FakeEngine.install(bin, "podman");
        var environment = Map.of("PATH", bin.toString());
        var runtimes = RuntimeSettings.from(environment)
                .withContainers(ContainerSettings.USUAL.withGrace(Duration.ofMillis(100)));
        var patient = AgentSettings.of("tester", "here", 1).withGrace(Duration.ofHours(1));
        try (var agent = TestAgent.start(server, scratch, runtimes, patient)) {
            var id = server.add(TestCommands.of(
                    container("alpine", "/bin/sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.1; done")));
            await().until(() -> server.stdout(id).contains("ready"));
            server.stop(id, false, false);
            assertThat(ended(id)).isEqualTo(Ending.CANCELLED);
            assertThat(agent.status().running()).isZero();
        }
    }

    private static Command.Builder container(String image, String... arguments) {
        return TestCommands.command(Runtime.CONTAINER).setImage(image).addAllArguments(List.of(arguments));
    }

    private Ending ended(AttemptId id) {
        await().until(() -> server.report(id).isPresent());
        return server.report(id).orElseThrow().getEnding();
    }
}
