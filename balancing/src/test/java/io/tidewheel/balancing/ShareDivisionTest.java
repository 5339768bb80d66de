package io.tidewheel.balancing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.balancing.PartitionState.Running;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShareDivisionTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final JobGoal GOAL = JobGoal.within(Duration.ofSeconds(1_000), 1_000_000, 2, 10);

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 2_000);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theSharesAddUpToWhatIsOpenWheneverTheSpeakerGetsOne(long seed) {
        var random = new SplittableRandom(seed);
        var running = running(random);
        int speaker = random.nextInt(running.size());
        long open = random.nextLong(1, 1L << random.nextInt(10, 62));
        var division = ShareDivision.divide(GOAL, open, running, speaker, NOON);
        long speakers = division.count(speaker);
        assertThat(speakers)
                .as("seed %d", seed)
                .isGreaterThanOrEqualTo(running.get(speaker).done());
        if (speakers > running.get(speaker).done()) {
            assertThat(division.sum()).as("seed %d", seed).isEqualTo(open);
        } else {
            assertThat(division.sum()).as("seed %d", seed).isGreaterThanOrEqualTo(open);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void nobodyIsCountedWithLessThanItHasDone(long seed) {
        var random = new SplittableRandom(seed);
        var running = running(random);
        var division = ShareDivision.divide(GOAL, random.nextLong(1, 10_000_000), running, 0, NOON);
        for (int i = 0; i < running.size(); i++) {
            assertThat(division.count(i))
                    .as("seed %d", seed)
                    .isGreaterThanOrEqualTo(running.get(i).done());
        }
    }

    @Test
    void allEndTogether() {
        var running = List.of(part(0, 0, 1_000_000, 100), part(1_000, 0, 1_000_000, 300));
        var division = ShareDivision.divide(GOAL, 401_000, running, 0, NOON);
        assertCounts(division, 100_000L, 301_000L);
        assertThat(division.seconds()).isEqualTo(1_000);
    }

    @Test
    void anOtherIsPredictedToNow() {
        var running = List.of(part(0, 0, 1_000_000, 100), part(1_000, 20, 1_000_000, 100));
        assertCounts(ShareDivision.divide(GOAL, 103_000, running, 0, NOON), 50_000L, 53_000L);
    }

    @Test
    void whoWillNotListenAgainCountsWithItsNumber() {
        // It reports again in 30 s, and will then be 20 s from its end: too near to take another number.
        var running = List.of(part(0, 0, 1_000_000, 100), part(10_000, 20, 17_000, 100));
        assertCounts(ShareDivision.divide(GOAL, 20_000, running, 0, NOON), 3_000L, 17_000L);
    }

    @Test
    void ofWhatWasGivenForCertaintyNothingIsReliedOn() {
        var running = List.of(part(0, 0, 1_000_000, 100), part(10_000, 20, 17_000, 100));
        var division = ShareDivision.divide(GOAL, 20_000, running, 0, 5, NOON);
        assertCounts(division, 3_500L, 16_500L);
        assertThat(division.speakerIsLate()).isFalse();
    }

    @Test
    void whoEndsAfterThoseWhoWillNotListenAgainIsLate() {
        var running = List.of(part(0, 0, 1_000_000, 10), part(10_000, 20, 17_000, 100));
        assertThat(ShareDivision.divide(GOAL, 20_000, running, 0, 5, NOON).speakerIsLate())
                .isTrue();
        var listening = List.of(part(0, 0, 1_000_000, 10), part(10_000, 20, 1_000_000, 100));
        assertThat(ShareDivision.divide(GOAL, 200_000, listening, 0, 5, NOON).speakerIsLate())
                .isFalse();
    }

    @Test
    void whoCannotBeStoppedBeforeItsNextReportCountsWithWhatItDoesUntilThen() {
        var running = List.of(part(5_000, 0, 1_000_000, 100), part(10_000, 10, 1_000_000, 100));
        var division = ShareDivision.divide(GOAL, 16_500, running, 0, NOON);
        assertCounts(division, 5_000L, 15_000L);
        assertThat(division.sum()).as("more than is open, and unavoidable").isGreaterThan(16_500);
    }

    private static void assertCounts(ShareDivision.Division division, long first, long second) {
        assertThat(division.count(0)).isEqualTo(first);
        assertThat(division.count(1)).isEqualTo(second);
    }

    private static List<Running> running(SplittableRandom random) {
        var all = new ArrayList<Running>();
        int size = random.nextInt(1, 40);
        for (int i = 0; i < size; i++) {
            long done = random.nextLong(0, 1_000_000);
            all.add(part(
                    done, random.nextInt(0, 90), done + random.nextLong(0, 1_000_000), random.nextDouble(0, 1_000)));
        }
        return all;
    }

    private static Running part(long done, int secondsAgo, long told, double speed) {
        var heard = NOON.minusSeconds(secondsAgo);
        return new Running(heard, heard, done, told, told, new PartitionSpeed(speed, speed, true, heard, done));
    }
}
