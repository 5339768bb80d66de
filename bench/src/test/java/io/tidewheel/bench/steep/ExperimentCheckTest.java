package io.tidewheel.bench.steep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExperimentCheckTest {
    private static final SteepExperiment FIVE = SteepExperiment.of(1).withChains(5);

    @Test
    void everyChainOnce() {
        assertThat(ExperimentCheck.allDoneOnce(observed(5, "R1", 0, 1, 0, 1, 0), FIVE)
                        .holds())
                .isTrue();
        assertThat(ExperimentCheck.allDoneOnce(observed(6, "R1", 0, 1, 0, 1, 0), FIVE)
                        .holds())
                .as("a completion too many")
                .isFalse();
        assertThat(ExperimentCheck.allDoneOnce(observed(4, "R1", 0, 1, 0, 1), FIVE)
                        .holds())
                .as("a chain too few")
                .isFalse();
    }

    @Test
    void agentsOfASetMayDifferByOneChain() {
        assertThat(ExperimentCheck.spreadEvenly(observed(5, "R1", 0, 1, 0, 1, 0))
                        .holds())
                .isTrue();
        var uneven = ExperimentCheck.spreadEvenly(observed(5, "R1", 0, 0, 0, 0, 1));
        assertThat(uneven.holds()).isFalse();
        assertThat(uneven.line()).startsWith("DOES NOT HOLD").contains("{R1=[4, 1]}");
    }

    @Test
    void chainsGoWhereTheirSetIsOffered() {
        assertThat(ExperimentCheck.placedByCapability(observed(1, "R1", 0)).holds())
                .isTrue();
        assertThat(ExperimentCheck.placedByCapability(observed(1, "R2", 0)).holds())
                .isFalse();
        assertThat(ExperimentCheck.placedByCapability(observed(1, "R3+R4", 0)).holds())
                .isFalse();
    }

    @Test
    void noSetHasMoreMachinesThanItMay() {
        assertThat(ExperimentCheck.withinLimits(Map.of("R3", 1, "R1", 2)).holds())
                .isTrue();
        assertThat(ExperimentCheck.withinLimits(Map.of("R3", 2)).holds()).isFalse();
    }

    /** Chains that require the set, each done by the agent of that number; both agents offer R1. */
    private static ExperimentRecord observed(long completions, String set, int... agents) {
        var chains = new ArrayList<ChainSeen>();
        for (int i = 0; i < agents.length; i++)
            chains.add(new ChainSeen(i, set, "agent" + agents[i], true, i + 1, 1, 0));
        var present =
                List.of(new AgentSeen("agent0", "R1", 0, Double.NaN), new AgentSeen("agent1", "R1", 0, Double.NaN));
        return new ExperimentRecord(chains, present, completions, 0);
    }
}
