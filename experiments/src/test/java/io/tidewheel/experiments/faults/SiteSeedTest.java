package io.tidewheel.experiments.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.storage.memory.MemoryDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;

class SiteSeedTest {
    /** Each seed is a world of its own; the message of a failure names it and the command that repeats it. */
    @Test
    void inFaultyWorldsAPartitionAtASiteIsAcceptedOnceAndEveryJobEnds() {
        long restarts = 0;
        for (long seed = 1; seed <= 12; seed++)
            restarts += FaultSeed.run(seed, List.of(MemoryDatabase.empty()), SeedWork.SITES)
                    .serverRestarts();
        assertThat(restarts).as("servers were killed").isPositive();
    }

    @Test
    void soItIsWithTwoServersOfWhichOneKnowsTheJob() {
        for (long seed = 1; seed <= 6; seed++) {
            var database = MemoryDatabase.emptyShared();
            FaultSeed.run(seed, List.of(database, database.reopened()), SeedWork.SITES);
        }
    }

    @Test
    void theSameSeedGivesTheSameWorldWithSites() {
        for (long seed = 1; seed <= 2; seed++) {
            var once = FaultSeed.run(seed, List.of(MemoryDatabase.empty()), SeedWork.SITES);
            var again = FaultSeed.run(seed, List.of(MemoryDatabase.empty()), SeedWork.SITES);
            assertThat(again).isEqualTo(once);
        }
    }
}
