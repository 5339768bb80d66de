package io.tidewheel.balancing.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.balancing.Job;
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
        var world = RandomWorld.troubled(seed);
        var brain = world.brain(job -> check(job, seed));
        var story = World.tell(world.place(), brain);
        assertThat(story.over()).as("seed %d", seed).isTrue();
        assertThat(brain.job().stored()).as("seed %d", seed).isGreaterThanOrEqualTo(RandomWorld.TOTAL);
        assertThat(brain.job().stored())
                .as("seed %d: credit without results", seed)
                .isLessThanOrEqualTo(story.uploaded());
        assertThat(story.uploaded())
                .as("seed %d: at most what returned, and one per cent", seed)
                .isLessThanOrEqualTo(RandomWorld.TOTAL + brain.regained() + RandomWorld.TOTAL / 100);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whereNobodyFailsNextToNothingIsDoneInVain(long seed) {
        var world = RandomWorld.changeable(seed);
        var story = World.tell(world.place(), world.brain(job -> check(job, seed)));
        assertThat(story.over()).as("seed %d", seed).isTrue();
        assertThat(story.executedOver(RandomWorld.TOTAL)).as("seed %d", seed).isBetween(1.0, 1.02);
    }

    /** A part that becomes much slower in its last report time cannot be helped any more; therefore not all. */
    @Test
    void whereNobodyFailsTheTargetIsMet() {
        var late = seeds().filter(seed -> {
            var world = RandomWorld.changeable(seed);
            return World.tell(world.place(), world.brain(_ -> {})).makespan() > world.target();
        });
        assertThat(late.count()).isLessThanOrEqualTo(3);
    }

    private static void check(Job job, long seed) {
        assertThat(job.queued())
                .as("seed %d", seed)
                .isLessThanOrEqualTo(job.goal().mostPartitions());
        for (var part : job.partitions()) {
            if (part.state() instanceof PartitionState.Running running) {
                assertThat(running.done()).as("seed %d", seed).isBetween(0L, running.mostTold());
                assertThat(running.told()).as("seed %d", seed).isBetween(0L, running.mostTold());
            }
        }
    }
}
