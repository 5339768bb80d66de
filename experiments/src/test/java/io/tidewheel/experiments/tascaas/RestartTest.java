package io.tidewheel.experiments.tascaas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers that are killed, or stopped in good order, while jobs run on agents and at foreign sites. */
class RestartTest {
    private static final int NOISY_SEEDS = 5;

    static Stream<RestartTrial> trials() {
        return RestartTrial.all(1, NOISY_SEEDS).stream();
    }

    @ParameterizedTest
    @MethodSource("trials")
    void aRestartCostsNextToNothing(RestartTrial trial) {
        assertThat(trial.checks()).allMatch(FindingCheck::holds);
    }

    /** Two report times are 100 s: a server that is away for longer must not take everybody for silent when it is back. */
    @ParameterizedTest
    @EnumSource(
            value = BalancingMode.class,
            names = {"SITES", "ENGINE"})
    void aServerThatWasAwayForLongLosesNobody(BalancingMode manner) {
        var setting = JobScenario.table().getFirst().setting();
        var calm = SiteSimulation.of(setting, manner).only();
        var story = SiteSimulation.of(setting.with(List.of(ServerOutage.kill(300, 250))), manner)
                .only();
        assertThat(story.started()).isEqualTo(calm.started());
        assertThat(story.executedOver()).isBetween(1.0, 1.01);
        assertThat(story.seconds()).isLessThanOrEqualTo((long) (RestartTrial.MOST_TIME * calm.seconds()));
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 40);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whateverElseHappensNothingIsLost(long seed) {
        for (var manner : List.of(BalancingMode.SITES, BalancingMode.ENGINE)) {
            var setting = RandomWorld.troubled(seed).setting().with(outages(seed));
            var story = SiteSimulation.of(setting, manner).only();
            assertThat(story.over()).as("seed %d, %s", seed, manner).isTrue();
            assertThat(story.uploaded()).as("seed %d, %s", seed, manner).isGreaterThanOrEqualTo(RandomWorld.TOTAL);
        }
    }

    /** Some kills and stops, one after the other. */
    private static List<ServerOutage> outages(long seed) {
        var random = new SplittableRandom(seed);
        var outages = new ArrayList<ServerOutage>();
        for (long second = random.nextLong(10, 200); outages.size() < 12; second += random.nextLong(100, 500)) {
            outages.add(new ServerOutage(second, random.nextLong(1, 60), random.nextBoolean()));
        }
        return outages;
    }

    @Test
    void theSameKillsGiveTheSameStory() {
        var setting =
                JobScenario.noisy(3).setting().with(List.of(ServerOutage.kill(400, 5), ServerOutage.stop(700, 7)));
        assertThat(SiteSimulation.of(setting, BalancingMode.SITES))
                .isEqualTo(SiteSimulation.of(setting, BalancingMode.SITES));
    }
}
