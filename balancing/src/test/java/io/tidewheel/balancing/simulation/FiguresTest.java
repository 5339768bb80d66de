package io.tidewheel.balancing.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** By the measures by which TaScaaS was measured. {@link Figures} prints the same as a table. */
class FiguresTest {
    private static final int SEEDS = 100;

    static List<Scenario> table() {
        return Scenario.table();
    }

    @ParameterizedTest
    @MethodSource("table")
    void nothingIsMissingAndLittleIsDoneInVain(Scenario scenario) {
        var ours = scenario.withOurs();
        assertThat(ours.over()).isTrue();
        assertThat(ours.uploadedOver(Scenario.TOTAL)).isBetween(1.0, 1.01);
        if (!scenario.name().contains("dies")) {
            assertThat(ours.executedOver(Scenario.TOTAL)).isLessThanOrEqualTo(1.01);
        }
    }

    @ParameterizedTest
    @MethodSource("table")
    void itTakesNoLongerThanTheOriginal(Scenario scenario) {
        var original = scenario.asTheOriginal();
        // Who leaves work undone is sooner at the end.
        if (original.uploaded() < Scenario.TOTAL) return;
        assertThat(scenario.withOurs().makespan()).isLessThanOrEqualTo(original.makespan());
    }

    @ParameterizedTest
    @MethodSource("table")
    void noPartIsStartedForNothing(Scenario scenario) {
        assertThat(scenario.withOurs().started())
                .isLessThanOrEqualTo(scenario.asTheOriginal().started());
    }

    @Test
    void programsThatListenToTheLastDoAsWell() {
        for (var scenario : Scenario.table()) {
            var listening = new Scenario(
                    scenario.name(),
                    scenario.target(),
                    scenario.partitions(),
                    scenario.place().listening());
            assertThat(listening.withOurs().uploadedOver(Scenario.TOTAL))
                    .as(scenario.name())
                    .isBetween(1.0, 1.01);
        }
    }

    @Test
    void amidNoiseItIsNeverShortAndInTime() {
        var stories = new ArrayList<World.Story>();
        for (long seed = 1; seed <= SEEDS; seed++)
            stories.add(Scenario.noisy(seed).withOurs());
        assertThat(stories).allMatch(World.Story::over);
        assertThat(stories).allMatch(each -> each.uploaded() >= Scenario.TOTAL);
        var executed = stories.stream().mapToDouble(each -> each.executedOver(Scenario.TOTAL));
        assertThat(executed.average().orElseThrow()).isLessThanOrEqualTo(1.01);
        assertThat(stories.stream().filter(each -> each.makespan() <= 1_200)).hasSizeGreaterThanOrEqualTo(99);
    }
}
