package io.tidewheel.experiments.tascaas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The three sites of the paper. */
class InfrastructuresTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void balancingSavesTimeAndLosesNothing(long seed) {
        assertThat(BalancerContest.checks(Infrastructures.contests(seed))).allMatch(FindingCheck::holds);
    }

    @Test
    void jobsOfAllTargetsAreDoneWhateverBefallsTheSites() {
        assertThat(JobCampaign.of(2, _ -> {}).checks()).allMatch(FindingCheck::holds);
    }

    @Test
    void theHintIsFollowedUpAndDown() {
        var samples = SiteSimulation.of(Infrastructures.withJobs(1), BalancingMode.DEFAULT)
                .samples();
        int most = samples.stream()
                .mapToInt(SiteSimulationResult.Sample::active)
                .max()
                .orElseThrow();
        assertThat(most).isGreaterThan(2 * samples.getFirst().active());
        assertThat(samples.getLast().active()).isLessThan(most / 2);
    }
}
