package io.tidewheel.lab.tascaas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** By the measures by which TaScaaS was measured. {@code tidewheel lab tascaas} prints the same as tables. */
class ScenarioTest {
    private static final int SEEDS = 100;

    static List<Scenario> table() {
        return Scenario.table();
    }

    static Stream<Scenario> eased() {
        return Scenario.table().stream().map(Scenario::eased);
    }

    @ParameterizedTest
    @MethodSource({"table", "eased"})
    void whatIsAskedOfTheDefaultBalancerHolds(Scenario scenario) {
        assertThat(Trial.of(scenario).checks()).isNotEmpty().allMatch(Check::holds);
    }

    @ParameterizedTest
    @MethodSource("eased")
    void withTimeToSpareTheTargetIsMet(Scenario scenario) {
        assertThat(scenario.isFeasible()).isTrue();
        assertThat(scenario.told(Manner.DEFAULT).inTime()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("table")
    void noPartIsStartedForNothing(Scenario scenario) {
        assertThat(scenario.told(Manner.DEFAULT).started())
                .isLessThanOrEqualTo(scenario.told(Manner.ORIGINAL).started());
    }

    @ParameterizedTest
    @MethodSource("table")
    void programsThatListenToTheLastDoAsWell(Scenario scenario) {
        assertThat(scenario.listening().told(Manner.DEFAULT).uploadedOver()).isBetween(1.0, 1.01);
    }

    /** Our copy of the original loses, wastes and delays about as much as the original itself did. */
    @ParameterizedTest
    @MethodSource("table")
    void theOriginalDoesWhatWasSeenOfIt(Scenario scenario) {
        var story = scenario.told(Manner.ORIGINAL);
        double seconds = Double.parseDouble(scenario.published().makespan());
        double uploaded = Double.parseDouble(scenario.published().uploaded());
        assertThat(story.seconds() / seconds).isBetween(0.9, 1.1);
        assertThat(story.uploadedOver() / uploaded).isBetween(0.95, 1.05);
    }

    @Test
    void amidNoiseItIsNeverShortAndInTime() {
        assertThat(NoisyTrials.of(1, SEEDS, _ -> {}).checks()).allMatch(Check::holds);
    }

    @Test
    void nobodyIsFasterThanWhoKnowsTheFuture() {
        for (long seed = 1; seed <= 5; seed++) {
            var trial = Trial.of(Scenario.noisy(seed));
            assertThat(trial.ours().seconds()).isGreaterThanOrEqualTo(trial.least());
        }
        assertThat(table()).allMatch(scenario -> scenario.told(Manner.DEFAULT).seconds() >= scenario.least());
    }
}
