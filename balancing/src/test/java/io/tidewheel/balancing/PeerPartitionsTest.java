package io.tidewheel.balancing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidewheel.balancing.PartitionState.Finished;
import io.tidewheel.balancing.PartitionState.Lost;
import io.tidewheel.balancing.PartitionState.Queued;
import io.tidewheel.balancing.PartitionState.Running;
import io.tidewheel.balancing.PartitionState.Stored;
import io.tidewheel.balancing.PartitionState.Withdrawn;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever is seen as one of many must be told what he would be told if everybody were looked at. */
class PeerPartitionsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final double USUAL = 300;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 400);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void manyAreDividedLikeEachOfThem(long seed) {
        var random = new SplittableRandom(seed);
        var job = job(random);
        int speaker = speaker(job, random);
        long open = random.nextLong(1, 1L << random.nextInt(20, 50));
        double spare = random.nextInt(2) * random.nextDouble(3);
        var one = PeerPartitions.oneByOne(job, speaker, USUAL).divided(job.goal(), open, spare, NOON);
        var company = PeerPartitions.around(job, speaker, USUAL, NOON);
        var many = company.divided(job.goal(), open, spare, NOON);
        // Sooner than the next reports nobody asks the crowd.
        if (company.isCrowded()
                && many.seconds() < PartitionSpeed.seconds(job.goal().reportEvery())) return;
        assertThat(many.size()).as("seed %d", seed).isEqualTo(one.size());
        assertThat(many.seconds()).as("seed %d", seed).isCloseTo(one.seconds(), within(1e-9 * one.seconds()));
        assertThat(many.speakerIsLate()).as("seed %d", seed).isEqualTo(one.speakerIsLate());
        assertThat(many.countOfSpeaker())
                .as("seed %d: what is cut off of each", seed)
                .isCloseTo(one.countOfSpeaker(), within((long) one.size() + 1));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatManyHaveDoneIsTheSumOfWhatEachHasDone(long seed) {
        var random = new SplittableRandom(seed);
        var job = job(random);
        double each = 0;
        for (var partition : job.partitions())
            if (partition.state() instanceof Running running) each += running.predicted(NOON);
        var totals = JobTotals.of(job, NOON);
        assertThat(totals.predicted()).as("seed %d", seed).isCloseTo(each, within(1e-9 * each + 1e-6));
        assertThat(job.parts().queuedBelow(100)).isEqualTo((int) job.partitions().stream()
                .filter(partition -> partition.isQueued() && partition.index() < 100)
                .count());
    }

    @Test
    void theCrowdIsLargeFarFromTheEnd() {
        var goal = JobGoal.within(Duration.ofDays(1), 1L << 50, 1_000, 1_000);
        var job = BalancedJob.planned(goal, NOON);
        for (int i = 0; i < 1_000; i++)
            job = JobBalancer.start(job, i, "site", Duration.ZERO, NOON).job();
        assertThat(PeerPartitions.around(job, 500, USUAL, NOON.plusSeconds(20)).known())
                .hasSizeLessThan(65);
        for (int i = 0; i < 1_000; i++)
            job = JobBalancer.report(job, i, 1_000, NOON.plusSeconds(20)).job();
        assertThat(PeerPartitions.around(job, 500, USUAL, NOON.plusSeconds(40)).known())
                .hasSizeLessThan(65);
    }

    private static int speaker(BalancedJob job, SplittableRandom random) {
        while (true) {
            int index = random.nextInt(job.partitions().size());
            if (job.partitions().get(index).isRunning()) return index;
        }
    }

    private static BalancedJob job(SplittableRandom random) {
        int size = random.nextInt(70, 700);
        var goal = JobGoal.within(Duration.ofSeconds(1_000), 1L << 50, size, size);
        if (random.nextBoolean())
            goal = goal.reporting(Duration.ofSeconds(5), BalancerSettings.ofListeners(Duration.ofSeconds(5)));
        int near = random.nextInt(1, 5);
        var parts = new ArrayList<Partition>();
        for (int i = 0; i < size; i++) parts.add(new Partition(i, "", state(random, near)));
        parts.set(0, new Partition(0, "", running(random, near)));
        return new BalancedJob(goal, Optional.of(NOON.minusSeconds(500)), false, parts);
    }

    private static PartitionState state(SplittableRandom random, int near) {
        return switch (random.nextInt(12)) {
            case 0 -> new Queued(NOON);
            case 1 -> new Withdrawn(NOON);
            case 2 -> new Finished(NOON, random.nextLong(1_000_000), random.nextDouble(1_000));
            case 3 -> new Stored(NOON, random.nextLong(1_000_000), random.nextDouble(1_000));
            case 4 -> new Lost(NOON, new Queued(NOON));
            default -> running(random, near);
        };
    }

    /** Of one in a thousand it may be near its end, of others all are. */
    private static Running running(SplittableRandom random, int near) {
        var heard = NOON.minusMillis(random.nextLong(0, 90_000));
        long done = random.nextLong(0, 1_000_000);
        boolean isNear = random.nextInt((int) Math.pow(10, near)) == 0;
        long told = done + (isNear ? random.nextLong(0, 100_000) : random.nextLong(1_000_000, 1L << 40));
        double speed = random.nextInt(20) == 0 ? 0 : random.nextDouble(0, 1_000);
        boolean measured = speed > 0 && random.nextInt(5) > 0 || random.nextInt(40) == 0;
        return new Running(
                heard, heard, done, told, told, new PartitionSpeed(measured ? speed : 0, speed, measured, heard, done));
    }
}
