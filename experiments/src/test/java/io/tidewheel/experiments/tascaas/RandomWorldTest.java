package io.tidewheel.experiments.tascaas;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.balancing.BalancedJob;
import io.tidewheel.balancing.PartitionState;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Worlds in which speeds change and programs fall silent, stand still, die and return; after each event the job is looked at. */
class RandomWorldTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 300);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whateverHappensNothingIsLostAndNothingCountsTwice(long seed) {
        var ending = RandomWorld.troubled(seed).told(job -> check(job, seed));
        var story = ending.story();
        long stored = ending.job().stored();
        assertThat(story.over()).as("seed %d", seed).isTrue();
        assertThat(stored).as("seed %d", seed).isGreaterThanOrEqualTo(RandomWorld.TOTAL);
        assertThat(stored).as("seed %d: credit without results", seed).isLessThanOrEqualTo(story.uploaded());
        assertThat(story.uploaded())
                .as("seed %d: at most what returned, and one per cent", seed)
                .isLessThanOrEqualTo(RandomWorld.TOTAL + ending.regained() + RandomWorld.TOTAL / 100);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whereNobodyFailsNextToNothingIsDoneInVain(long seed) {
        var story = RandomWorld.changeable(seed).told(job -> check(job, seed)).story();
        assertThat(story.over()).as("seed %d", seed).isTrue();
        assertThat(story.executedOver()).as("seed %d", seed).isBetween(1.0, 1.02);
    }

    /** A part that becomes much slower in its last report time cannot be helped any more; therefore not all. */
    @Test
    void whereNobodyFailsTheTargetIsMet() {
        var late = seeds().filter(seed ->
                !RandomWorld.changeable(seed).told(_ -> {}).story().inTime());
        assertThat(late.count()).isLessThanOrEqualTo(3);
    }

    private static void check(BalancedJob job, long seed) {
        boolean right = job.queued() <= job.goal().mostPartitions();
        for (var partition : job.partitions()) {
            if (partition.state() instanceof PartitionState.Running running) {
                right &= 0 <= running.done() && running.done() <= running.mostTold();
                right &= 0 <= running.told() && running.told() <= running.mostTold();
            }
        }
        // After each of some thousand events: no words are put together unless something is wrong.
        if (!right) throw new AssertionError("seed %d: %s".formatted(seed, job));
    }
}
