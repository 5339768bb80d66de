package io.tidewheel.experiments.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Database;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultSeedTest {
    /** Each seed is a world of its own; the message of a failure names it and the command that repeats it. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void aHundredFaultyWorldsLoseNothingAndAcceptNothingTwice(int hundred) {
        long starts = 0;
        long restarts = 0;
        long chains = 0;
        for (long seed = hundred * 100L + 1; seed <= hundred * 100L + 100; seed++) {
            var result = FaultSeed.run(seed, List.of(MemoryDatabase.empty()), SeedWork.TASKS);
            starts += result.starts();
            restarts += result.serverRestarts();
            chains += result.chains();
        }
        assertThat(chains).as("the worlds did work").isGreaterThan(1_000);
        assertThat(starts).as("faults made chains start again").isGreaterThan(chains / 2);
        assertThat(restarts).as("servers were killed").isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void norDoTwoServersThatShareAStore(int hundred) {
        for (long seed = hundred * 100L + 1; seed <= hundred * 100L + 100; seed++) {
            var database = MemoryDatabase.emptyShared();
            FaultSeed.run(seed, List.of(database, database.reopened()), SeedWork.TASKS);
        }
    }

    /** What it alone had in mind the other one finds in the store. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void nothingIsLeftUndoneWhenOneOfTwoServersIsLostForGood(int hundred) {
        for (long seed = hundred * 100L + 1; seed <= hundred * 100L + 100; seed++) {
            var database = MemoryDatabase.emptyShared();
            FaultSeed.run(seed, List.of(database, database.reopened()), SeedWork.TASKS, SeedWeather.MIXED, true);
        }
    }

    @Test
    void norDoesANetworkThatLosesAndRepeatsEveryFifthMessageAndTakesAMinuteForEach() {
        weather(SeedWeather.ROUGH_NETWORK, 2);
    }

    /** With one server: those that share a store in memory, which has no clock of its own, take each other for dead then. */
    @Test
    void norDoClocksThatAreSetEveryFewSecondsByHoursOrDecades() {
        weather(SeedWeather.WRONG_CLOCKS, 1);
    }

    private static void weather(SeedWeather weather, int mostServers) {
        long restarts = 0;
        long chains = 0;
        for (long seed = 1; seed <= 60; seed++) {
            var result = FaultSeed.run(seed, servers(seed % mostServers == 1), SeedWork.TASKS, weather);
            restarts += result.serverRestarts();
            chains += result.chains();
        }
        assertThat(chains).as("the worlds did work").isGreaterThan(500);
        assertThat(restarts).as("servers were killed").isPositive();
    }

    private static List<Database> servers(boolean two) {
        if (!two) return List.of(MemoryDatabase.empty());
        var database = MemoryDatabase.emptyShared();
        return List.of(database, database.reopened());
    }

    @Test
    void theSameSeedGivesTheSameWorld() {
        for (long seed = 1; seed <= 20; seed++) {
            var once = FaultSeed.run(seed, List.of(MemoryDatabase.empty()), SeedWork.TASKS);
            var again = FaultSeed.run(seed, List.of(MemoryDatabase.empty()), SeedWork.TASKS);
            assertThat(again).isEqualTo(once);
        }
    }
}
