package io.tidewheel.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.CustomAmounts;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Setup;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AgentProgramTest {
    private final AgentProgram program = new AgentProgram(List.of("tidewheel"), FixedAccess.showing("token"));

    @Test
    void anAgentIsToldToHaveWhatItsSetupStates() {
        var size = new Setup.Size(
                2, Optional.of(1.5), Optional.of(1L << 30), Optional.empty(), CustomAmounts.parse("license=2,seat=1"));
        var words = start(Setup.of("small", Capabilities.NONE, 1).withAgents(1, size));
        assertThat(words).containsSequence("--has", "cpu=1.500,memory=1073741824,license=2,seat=1");
        assertThat(words).contains("--no-detect");
    }

    @Test
    void anAgentOfASetupThatStatesNothingIsToldNothing() {
        assertThat(start(Setup.of("small", Capabilities.NONE, 1))).doesNotContain("--has");
    }

    @Test
    void anAgentOfThisMachineLoadsThePluginsThatItsServerTrusts() {
        var words = program.withPlugins(Optional.of(Path.of("/plugins")), Optional.of(Path.of("/trusted")))
                .start(new MachineId("small-1"), 1, Setup.of("small", Capabilities.NONE, 1), Path.of("/scratch"));
        assertThat(words).containsSequence("--plugins", "/plugins", "--trusted-plugins", "/trusted");
    }

    private List<String> start(Setup setup) {
        return program.start(new MachineId("small-1"), 1, setup, Path.of("/scratch"));
    }
}
