package io.tidewheel.cloud.ssh;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a real sshd; a shell script plays the agent. */
class SshMachinesTest {
    private static final String TAG = "test";
    private static final MachineId ID = new MachineId("gpu-1");
    private static final MachineId OTHER = new MachineId("gpu-2");
    private static final Setup GPU = Setup.of("gpu", Capabilities.of("gpu"), 3);
    private static final String AGENT = """
        echo "$@"
        cat
        ls .tidewheel; env
        sleep 100 & echo $! >> .tidewheel/work/children
        echo $$ >> .tidewheel/work/children
        n=0; while [ $n -lt 600 ]; do n=$((n+1)); sleep 0.1; done
        """;

    @TempDir
    Path folder;

    private RealSshd sshd;

    @BeforeEach
    void start() throws Exception {
        sshd = RealSshd.start(folder);
    }

    @AfterEach
    void stop() {
        for (var id : List.of(ID, OTHER)) machines().destroy(id).join();
        sshd.close();
    }

    @Test
    void aHostIsTakenPreparedFoundAgainAndLetGo() throws Exception {
        Files.writeString(
                folder.resolve("first.sh"), "{{ upload('extra.txt', '.tidewheel/work/') }}echo {{ agentId }} > made\n");
        Files.writeString(folder.resolve("extra.txt"), "extra");
        var setup = GPU.withScripts(List.of("first.sh")).withAgents(2, Setup.Size.ofSlots(3));
        var made = make(ID, setup);
        assertThat(made).isEqualTo(new Machines.Made("here", Optional.of("127.0.0.1")));
        assertThat(text("made")).isEqualTo("gpu-1\n");
        assertThat(text(".tidewheel/work/extra.txt")).isEqualTo("extra");
        await().untilAsserted(() -> assertThat(text(".tidewheel/work/agent-2.log"))
                .contains("agent start --server http://127.0.0.1:7 --token-stdin")
                .contains("--name gpu-1[2] --slots 3 --capabilities gpu")
                .as("the token came once, through the pipe, and is in no file and no environment")
                .containsOnlyOnce("secret")
                .doesNotContain("\ntoken\n"));
        assertThat(machines().list(TAG).join()).containsExactly(new Machines.Found(ID, "here", true));
        assertThat(machines().list("other").join()).isEmpty();

        var children = children(4);
        machines().destroy(ID).join();
        await().until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(machines().list(TAG).join()).isEmpty();
        assertThat(sshd.home().resolve(".tidewheel/token")).doesNotExist();
    }

    @Test
    void aHostIsTakenOnceAndWhoeverAsksAgainGetsItAgain() {
        assertThat(machines().create(ID, GPU, TAG).join().externalId()).isEqualTo("here");
        assertThat(machines().create(ID, GPU, TAG).join().externalId()).isEqualTo("here");
        assertThatThrownBy(() -> machines().create(OTHER, GPU, TAG).join())
                .hasCauseInstanceOf(MachineFailure.class)
                .hasMessageContaining("of 1 host of setup gpu none is free");
        machines().destroy(OTHER).join();
        assertThat(machines().list(TAG).join()).extracting(Machines.Found::id).containsExactly(ID);
        machines().destroy(ID).join();
        assertThat(machines().create(OTHER, GPU, TAG).join().externalId()).isEqualTo("here");
    }

    @Test
    void aMachineThatIsReadyIsLeftAsItIsAndADeadOneIsSeen() throws Exception {
        var made = make(ID, GPU);
        var before = children(2);
        machines().provision(ID, GPU, made).join();
        assertThat(children(2)).isEqualTo(before);
        before.forEach(ProcessHandle::destroyForcibly);
        await().until(() -> !machines().list(TAG).join().getFirst().alive());
    }

    @Test
    void aScriptThatFailsIsToldWithWhatItSaid() throws Exception {
        Files.writeString(folder.resolve("bad.sh"), "echo no disk for you >&2\nexit 3\n");
        var setup = GPU.withScripts(List.of("bad.sh"));
        assertThatThrownBy(() -> make(ID, setup))
                .hasCauseInstanceOf(MachineFailure.class)
                .hasMessageContaining("script 1 (bad.sh) ended with exit code 3 on host here: no disk for you");
    }

    @Test
    void aHostThatCannotBeReachedIsPassedOver() {
        var gone = new SshHost("gone", "127.0.0.1", 1, Optional.empty(), Optional.empty(), "gpu");
        var machines = machines(List.of(gone, sshd.host("here", "gpu")));
        assertThat(machines.create(ID, GPU, TAG).join().externalId()).isEqualTo("here");
        assertThatThrownBy(() -> machines.create(OTHER, GPU, TAG).join())
                .hasMessageContaining("host gone (127.0.0.1, port 1) cannot be reached");
        // Nobody knows what is on it, so nobody may conclude that a machine is not there.
        assertThatThrownBy(() -> machines.list(TAG).join()).hasMessageContaining("gone");
    }

    @Test
    void hostsOfOtherSetupsAreNotTaken() {
        assertThatThrownBy(() -> machines(List.of(sshd.host("here", "cpu")))
                        .create(ID, GPU, TAG)
                        .join())
                .hasMessageContaining("no host in the list is for setup gpu");
    }

    @Test
    void namesThatLookLikeOptionsAreRefused() {
        assertThatThrownBy(() ->
                        new SshHost("x", "-oProxyCommand=touch me", 22, Optional.empty(), Optional.empty(), "gpu"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SshHost("x", "host", 22, Optional.of("-l"), Optional.empty(), "gpu"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private Machines.Made make(MachineId id, Setup setup) {
        var machines = machines();
        var made = machines.create(id, setup, TAG).join();
        machines.provision(id, setup, made).join();
        return made;
    }

    private SshMachines machines() {
        return machines(List.of(sshd.host("here", "gpu")));
    }

    /** One that knows nothing yet, as after a restart. */
    private SshMachines machines(List<SshHost> hosts) {
        var program = new AgentProgram(List.of("sh", "-c", AGENT, "agent"), FixedAccess.showing("secret"));
        return new SshMachines(
                hosts, program, new ScriptTemplates(folder, Map.of(), Map.of()), folder.resolve("known_hosts"));
    }

    private String text(String name) throws Exception {
        var file = sshd.home().resolve(name);
        return Files.exists(file) ? Files.readString(file) : "";
    }

    private List<ProcessHandle> children(int count) throws Exception {
        await().until(() -> text(".tidewheel/work/children").lines().count() == count);
        return text(".tidewheel/work/children")
                .lines()
                .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
                .toList();
    }
}
