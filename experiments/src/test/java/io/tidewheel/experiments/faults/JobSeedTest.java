package io.tidewheel.experiments.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.storage.memory.MemoryDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobSeedTest {
    /** Each seed is a world of its own; the message of a failure names it and the command that repeats it. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void inAHundredFaultyWorldsNoIterationOfAJobIsLostOrCountsTwice(int hundred) {
        long chains = 0;
        long starts = 0;
        long restarts = 0;
        for (long seed = hundred * 100L + 1; seed <= hundred * 100L + 100; seed++) {
            var result = FaultSeed.run(seed, List.of(MemoryDatabase.empty()), SeedWork.JOBS);
            chains += result.chains();
            starts += result.starts();
            restarts += result.serverRestarts();
        }
        assertThat(chains).as("the worlds did work").isGreaterThan(1_000);
        assertThat(starts).as("faults made chains start again").isGreaterThan(chains / 2);
        assertThat(restarts).as("servers were killed").isPositive();
    }

    @Test
    void soItIsWithTwoServersOneOfWhichTakesOverTheJobsOfTheOther() {
        for (long seed = 1; seed <= 100; seed++) {
            var database = MemoryDatabase.emptyShared();
            FaultSeed.run(seed, List.of(database, database.reopened()), SeedWork.JOBS);
        }
    }

    @Test
    void theSameSeedGivesTheSameWorldWithJobs() {
        for (long seed = 1; seed <= 10; seed++) {
            var once = FaultSeed.run(seed, List.of(MemoryDatabase.empty()), SeedWork.JOBS);
            var again = FaultSeed.run(seed, List.of(MemoryDatabase.empty()), SeedWork.JOBS);
            assertThat(again).isEqualTo(once);
        }
    }
}
