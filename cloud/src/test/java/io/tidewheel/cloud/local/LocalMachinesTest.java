package io.tidewheel.cloud.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidewheel.cloud.AgentProgram;
import io.tidewheel.cloud.FixedAccess;
import io.tidewheel.cloud.ScriptTemplates;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.MachineFailure;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Machines;
import io.tidewheel.model.Setup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real processes; a shell script plays the agent: it starts two children, one of which goes its own way, and waits. */
class LocalMachinesTest {
    private static final String TAG = "test";
    private static final MachineId ID = new MachineId("gpu-1");
    private static final Setup GPU = Setup.of("gpu", Capabilities.of("docker", "gpu"), 3);
    private static final String AGENT = """
        echo "$@"
        cat
        env
        sleep 100 & echo $! >> pids
        setsid sleep 100 & echo $! >> pids
        trap 'exit 0' TERM
        echo $$ >> pids
        n=0; while [ $n -lt 600 ]; do n=$((n+1)); sleep 0.1; done
        """;

    @TempDir
    Path folder;

    private final List<Process> others = new ArrayList<>();

    @AfterEach
    void clean() {
        for (var found : machines().list(TAG).join())
            machines().destroy(found.id()).join();
        others.forEach(Process::destroyForcibly);
    }

    @Test
    void agentsAreStartedWithWhatTheSetupSays() throws Exception {
        var setup = GPU.withAgents(2, Setup.Size.ofSlots(3));
        make(setup);
        await().untilAsserted(() -> assertThat(text("agent-2.log"))
                .contains("agent start --server http://127.0.0.1:7")
                .contains("--name gpu-1[2] --slots 3 --capabilities docker,gpu")
                .contains("--token-stdin")
                .as("the token came once, through the pipe, and is in no environment")
                .containsOnlyOnce("the secret")
                .contains(" --no-detect ")
                .contains("--mount " + folder.resolve("shared")));
        await().untilAsserted(() -> assertThat(text("agent-1.log")).contains("--name gpu-1 "));
        assertThat(machines().list(TAG).join()).containsExactly(new Machines.Found(ID, "local/gpu-1", true));
        assertThat(machines().list("other").join()).isEmpty();
    }

    @Test
    void everythingGoesWithTheMachineEvenWhatWentItsOwnWay() throws Exception {
        make(GPU);
        var processes = processes(3);
        machines().destroy(ID).join();
        assertThat(processes).noneMatch(KnownProcess::runs);
        assertThat(folder.resolve("machines")).isEmptyDirectory();
        machines().destroy(ID).join();
    }

    @Test
    void theNextLifeOfTheServerFindsAMachineAndLeavesItAsItIs() throws Exception {
        make(GPU);
        var processes = processes(3);
        var next = machines();
        var made = next.create(ID, GPU, TAG).join();
        next.provision(ID, GPU, made).join();
        assertThat(processes(3)).isEqualTo(processes).allMatch(KnownProcess::runs);
        assertThat(next.list(TAG).join()).extracting(Machines.Found::alive).containsExactly(true);
    }

    @Test
    void aMachineWhoseProcessWasKilledIsNotAlive() throws Exception {
        make(GPU);
        var processes = processes(3);
        processes.getLast().destroyForcibly();
        await().until(() -> !machines().list(TAG).join().getFirst().alive());
        machines().destroy(ID).join();
        assertThat(processes).noneMatch(KnownProcess::runs);
    }

    @Test
    void scriptsAreRenderedAndRunOneAfterTheOtherBeforeTheAgent() throws Exception {
        Files.writeString(folder.resolve("first.sh"), "#!/bin/sh\necho {{ agentId }} > order\n");
        Files.writeString(folder.resolve("data.txt"), "data");
        Files.writeString(
                folder.resolve("second.sh"), "{{ upload('data.txt', 'in/') }}\ncat order in/data.txt > both\n");
        make(GPU.withScripts(List.of("first.sh", "second.sh")));
        assertThat(text("both")).isEqualTo("gpu-1\ndata");
    }

    @Test
    void aScriptThatFailsIsToldWithWhatItSaid() throws Exception {
        Files.writeString(folder.resolve("bad.sh"), "echo no disk for you >&2\nexit 3\n");
        var setup = GPU.withScripts(List.of("bad.sh"));
        var machines = machines();
        var made = machines.create(ID, setup, TAG).join();
        assertThatThrownBy(() -> machines.provision(ID, setup, made).join())
                .hasCauseInstanceOf(MachineFailure.class)
                .hasMessageContaining("script 1 (bad.sh) ended with exit code 3: no disk for you");
        machines.destroy(ID).join();
        assertThat(folder.resolve("machines")).isEmptyDirectory();
    }

    @Test
    void aScriptThatHangsEndsWhenPatienceDoes() throws Exception {
        Files.writeString(folder.resolve("slow.sh"), "echo $$ > pids\nsleep 100\n");
        var setup = GPU.withScripts(List.of("slow.sh"));
        var machines = machines();
        var made = machines.create(ID, setup, TAG).join();
        CompletableFuture<Void> answer = machines.provision(ID, setup, made);
        var script = processes(1).getFirst();
        answer.cancel(true);
        machines.destroy(ID).join();
        assertThat(KnownProcess.runs(script)).isFalse();
        assertThat(folder.resolve("machines")).isEmptyDirectory();
    }

    @Test
    void aMachineHalfPreparedIsPreparedFromTheBeginning() throws Exception {
        make(GPU);
        var before = processes(3);
        Files.delete(folder.resolve("machines/gpu-1/ready"));
        Files.delete(folder.resolve("machines/gpu-1/work/pids"));
        machines().provision(ID, GPU, new Machines.Made("", Optional.empty())).join();
        assertThat(processes(3)).doesNotContainAnyElementsOf(before);
        assertThat(before).noneMatch(KnownProcess::runs);
    }

    @Test
    void whatSomebodyElsePutIntoTheFolderIsNotAMachine() throws Exception {
        Files.createDirectories(folder.resolve("machines/Lost And Found"));
        Files.createDirectories(folder.resolve("machines/untagged"));
        assertThat(machines().list(TAG).join()).isEmpty();
    }

    private void make(Setup setup) {
        var machines = machines();
        var made = machines.create(ID, setup, TAG).join();
        assertThat(made.address()).contains("127.0.0.1");
        machines.provision(ID, setup, made).join();
    }

    private LocalMachines machines() {
        var program = new AgentProgram(List.of("sh", "-c", AGENT, "agent"), FixedAccess.showing("the secret"))
                .withMounts(List.of(folder.resolve("shared")));
        var templates = new ScriptTemplates(folder, Map.of(), Map.of());
        return new LocalMachines(folder.resolve("machines"), program, templates, InstantSource.system());
    }

    private String text(String name) throws Exception {
        var file = folder.resolve("machines/gpu-1/work").resolve(name);
        return Files.exists(file) ? Files.readString(file) : "";
    }

    private List<ProcessHandle> processes(int count) {
        await().until(() -> text("pids").lines().count() == count);
        try {
            return text("pids")
                    .lines()
                    .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
                    .toList();
        } catch (Exception gone) {
            throw new AssertionError(gone);
        }
    }
}
