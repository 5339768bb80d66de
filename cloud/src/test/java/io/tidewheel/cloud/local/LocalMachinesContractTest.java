package io.tidewheel.cloud.local;

import io.tidewheel.cloud.AgentProgram;
import io.tidewheel.cloud.FixedAccess;
import io.tidewheel.cloud.MachinesContract;
import io.tidewheel.cloud.ScriptTemplates;
import io.tidewheel.cloud.StandInAgents;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Machines;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class LocalMachinesContractTest extends MachinesContract {
    @TempDir
    Path folder;

    private StandInAgents agents;

    @BeforeEach
    void prepare() throws IOException {
        agents = new StandInAgents(folder.resolve("agents"));
    }

    @Override
    protected Machines open() {
        var program = new AgentProgram(agents.words(), FixedAccess.showing(token()));
        return new LocalMachines(
                folder.resolve("machines"),
                program,
                new ScriptTemplates(folder, Map.of(), Map.of()),
                InstantSource.system());
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
