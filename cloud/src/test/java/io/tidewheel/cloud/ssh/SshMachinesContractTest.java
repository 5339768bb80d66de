package io.tidewheel.cloud.ssh;

import io.tidewheel.cloud.AgentProgram;
import io.tidewheel.cloud.FixedAccess;
import io.tidewheel.cloud.MachinesContract;
import io.tidewheel.cloud.ScriptTemplates;
import io.tidewheel.cloud.StandInAgents;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Machines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Against two real sshds, each with a home of its own, so that they are two hosts. */
class SshMachinesContractTest extends MachinesContract {
    @TempDir
    static Path folder;

    private static RealSshd one;
    private static RealSshd two;
    private static StandInAgents agents;

    @BeforeAll
    static void start() throws Exception {
        one = RealSshd.start(Files.createDirectory(folder.resolve("one")));
        two = RealSshd.start(Files.createDirectory(folder.resolve("two")));
        agents = new StandInAgents(folder.resolve("agents"));
    }

    @AfterAll
    static void stop() {
        one.close();
        two.close();
    }

    @Override
    protected Machines open() {
        var program = new AgentProgram(agents.words(), FixedAccess.showing(token()));
        return new SshMachines(
                List.of(one.host("one", setup().id()), two.host("two", setup().id())),
                program,
                new ScriptTemplates(folder, Map.of(), Map.of()),
                folder.resolve("known_hosts"));
    }

    @Override
    protected Map<String, String> runningAgents() {
        return agents.running();
    }

    @Override
    protected void breakDown(MachineId machine) {
        agents.kill(machine.agentName(1));
    }
}
