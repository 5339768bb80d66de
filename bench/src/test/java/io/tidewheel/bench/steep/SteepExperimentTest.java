package io.tidewheel.bench.steep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.workflow.text.ServiceReader;
import io.tidewheel.workflow.text.WorkflowReader;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SteepExperimentTest {
    @Test
    void chainsAreSharedEquallyAndAgentsInTheRatioOfTheMachines() {
        assertThat(SteepExperiment.of(1).chainsBySet())
                .isEqualTo(Map.of("R1", 20, "R2", 20, "R3", 20, "R4", 20, "R3+R4", 20));
        assertThat(SteepExperiment.of(2).agentsBySet())
                .isEqualTo(Map.of("R1", 2, "R2", 2, "R3", 1, "R4", 1, "R3+R4", 2));
        assertThat(SteepExperiment.of(3).agentsBySet())
                .isEqualTo(Map.of("R1", 250, "R2", 250, "R3", 125, "R4", 125, "R3+R4", 250));
    }

    @Test
    void noAgentIsLeftOutWhenTheyCannotBeSharedOut() {
        var counts = SteepExperiment.of(3).withAgents(13).agentsBySet();
        assertThat(counts.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(13);
    }

    @Test
    void theBestTotalIsThatOfTheSetsThatAreShortOfAgents() {
        // 60 chains of R3, R4 and R3+R4 on four machines: fifteen after each other. R1 and R2 need ten.
        assertThat(SteepExperiment.of(1).ideal()).isEqualTo(Duration.ofSeconds(30));
        assertThat(SteepExperiment.of(3).ideal()).isEqualTo(Duration.ofMillis(3_600));
    }

    @Test
    void scaleMakesChainsShorter() {
        assertThat(SteepExperiment.of(2).scaled(0.25).length()).isEqualTo(Duration.ofMillis(250));
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatThrownBy(() -> SteepExperiment.of(5)).hasMessage("there are experiments 1 to 4, not 5");
        assertThatThrownBy(() -> SteepExperiment.of(1).scaled(-1)).hasMessageContaining("a scale is from 0");
        assertThatThrownBy(() -> SteepExperiment.of(1).scaled(Double.NaN)).hasMessageContaining("a scale is from 0");
        assertThatThrownBy(() -> SteepExperiment.of(1).withChains(4)).hasMessageContaining("not 4");
        assertThatThrownBy(() -> SteepExperiment.of(3).withAgents(7)).hasMessageContaining("not 7");
    }

    @Test
    void itsFilesCanBeRead() {
        var experiment = SteepExperiment.of(1).scaled(0.1);
        var services = ServiceReader.read(SteepFiles.services(experiment)).orThrow();
        assertThat(services).hasSize(5);
        assertThat(SteepFiles.services(experiment)).contains("default: \"0.2\"", "requiredCapabilities: [R3, R4]");
        assertThat(WorkflowReader.read(SteepFiles.workflow(experiment))
                        .orThrow()
                        .actions())
                .hasSize(5);
        assertThat(SteepFiles.setups()).contains("maxVMs: 2", "providedCapabilities: [R3, R4]");
    }
}
