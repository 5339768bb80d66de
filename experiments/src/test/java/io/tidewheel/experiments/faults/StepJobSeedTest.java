package io.tidewheel.experiments.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.storage.memory.MemoryDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepJobSeedTest {
    /** Each seed is a world of its own; the message of a failure names it and the command that repeats it. */
    @Test
    void inFaultyWorldsJobsThatAreStepsOfWorkflowsLoseNothingAndDoNothingTwice() {
        long chains = 0;
        long restarts = 0;
        for (long seed = 1; seed <= 40; seed++) {
            var result = play(seed);
            chains += result.chains();
            restarts += result.serverRestarts();
        }
        assertThat(chains).as("the worlds did work").isGreaterThan(1_000);
        assertThat(restarts).as("servers were killed").isPositive();
    }

    /** In these a retry takes over a job whose partitions have all ended, and are not enough. */
    @ParameterizedTest
    @ValueSource(longs = {249, 267, 286})
    void aRetryOfWhichNobodyBeganTheJobEnds(long seed) {
        assertThat(play(seed).chains()).isPositive();
    }

    @Test
    void soItIsWithTwoServersOneOfWhichTakesOverTheWorkflowsOfTheOther() {
        for (long seed = 1; seed <= 20; seed++) {
            var database = MemoryDatabase.emptyShared();
            FaultSeed.run(seed, List.of(database, database.reopened()), SeedWork.WORKFLOWS_WITH_JOBS);
        }
    }

    @Test
    void amongTheStepsThereAreJobsOfBothKindsAlsoInLoops() {
        var text = new StringBuilder();
        for (long seed = 1; seed <= 40; seed++)
            text.append(DrawnWorkflow.of(seed, true).text());
        assertThat(text).contains("  type: job\n", "    type: job\n", "target: ");
        assertThat(text.toString().split("type: job", -1).length)
                .isGreaterThan(text.toString().split("target: ", -1).length);
    }

    @Test
    void theSameSeedGivesTheSameWorldWithJobsAsSteps() {
        for (long seed = 1; seed <= 5; seed++) assertThat(play(seed)).isEqualTo(play(seed));
    }

    private static FaultSeed.Result play(long seed) {
        return FaultSeed.run(seed, List.of(MemoryDatabase.empty()), SeedWork.WORKFLOWS_WITH_JOBS);
    }
}
