package io.tidewheel.experiments.tascaas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** By the measures by which TaScaaS was measured. {@code tidewheel lab tascaas} prints the same as tables. */
class JobScenarioTest {
    private static final int SEEDS = 100;

    static List<JobScenario> table() {
        return JobScenario.table();
    }

    static Stream<JobScenario> eased() {
        return JobScenario.table().stream().map(JobScenario::eased);
    }

    @ParameterizedTest
    @MethodSource({"table", "eased"})
    void whatIsAskedOfTheDefaultBalancerHolds(JobScenario scenario) {
        assertThat(BalancerTrial.of(scenario).checks()).isNotEmpty().allMatch(FindingCheck::holds);
    }

    @ParameterizedTest
    @MethodSource("eased")
    void withTimeToSpareTheTargetIsMet(JobScenario scenario) {
        assertThat(scenario.isFeasible()).isTrue();
        assertThat(scenario.told(BalancingMode.DEFAULT).inTime()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("table")
    void noPartIsStartedForNothing(JobScenario scenario) {
        assertThat(scenario.told(BalancingMode.DEFAULT).started())
                .isLessThanOrEqualTo(scenario.told(BalancingMode.ORIGINAL).started());
    }

    @ParameterizedTest
    @MethodSource("table")
    void programsThatListenToTheLastDoAsWell(JobScenario scenario) {
        assertThat(scenario.listening().told(BalancingMode.DEFAULT).uploadedOver())
                .isBetween(1.0, 1.01);
    }

    /** Our copy of the original loses, wastes and delays about as much as the original itself did. */
    @ParameterizedTest
    @MethodSource("table")
    void theOriginalDoesWhatWasSeenOfIt(JobScenario scenario) {
        var story = scenario.told(BalancingMode.ORIGINAL);
        double seconds = Double.parseDouble(scenario.published().makespan());
        double uploaded = Double.parseDouble(scenario.published().uploaded());
        assertThat(story.seconds() / seconds).isBetween(0.9, 1.1);
        assertThat(story.uploadedOver() / uploaded).isBetween(0.95, 1.05);
    }

    @Test
    void amidNoiseItIsNeverShortAndInTime() {
        assertThat(NoisyTrials.of(1, SEEDS, _ -> {}).checks()).allMatch(FindingCheck::holds);
    }

    @Test
    void nobodyIsFasterThanWhoKnowsTheFuture() {
        for (long seed = 1; seed <= 5; seed++) {
            var trial = BalancerTrial.of(JobScenario.noisy(seed));
            assertThat(trial.ours().seconds()).isGreaterThanOrEqualTo(trial.least());
        }
        assertThat(table())
                .allMatch(scenario -> scenario.told(BalancingMode.DEFAULT).seconds() >= scenario.least());
    }
}
