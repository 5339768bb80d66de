package io.tidewheel.balancing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.JobSize;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class JobGoalTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void reportsComeTwentyTimesButNotMoreOftenThanEveryTwentySeconds() {
        assertThat(JobGoal.within(Duration.ofSeconds(1_019), 1, 1, 1).reportEvery())
                .isEqualTo(Duration.ofSeconds(50));
        assertThat(JobGoal.within(Duration.ofSeconds(60), 1, 1, 1).reportEvery())
                .isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void whatCannotBeIsRefused() {
        var hour = Duration.ofHours(1);
        assertThatThrownBy(() -> JobGoal.within(hour, 0, 1, 1)).hasMessageContaining("1 to 2^62 iterations, not 0");
        assertThatThrownBy(() -> JobGoal.within(hour, Long.MAX_VALUE, 1, 1)).hasMessageContaining("2^62");
        assertThatThrownBy(() -> JobGoal.within(hour, 5, 0, 1)).hasMessageContaining("1 to 1 partitions, not 0");
        assertThatThrownBy(() -> JobGoal.within(hour, 5, 3, 2)).hasMessageContaining("1 to 2 partitions, not 3");
        assertThatThrownBy(() -> JobGoal.within(Duration.ZERO, 5, 1, 2)).hasMessageContaining("longer than nothing");
    }

    @Test
    void theLargestJobIsSharedWithoutOverflow() {
        var goal = JobGoal.within(Duration.ofHours(1), JobSize.MOST_ITERATIONS, 3, 3);
        var job = BalancedJob.planned(goal, NOON);
        for (int i = 0; i < 3; i++)
            job = JobBalancer.start(job, i, "", Duration.ZERO, NOON).job();
        for (int i = 0; i < 9; i++) {
            var now = NOON.plusSeconds(180 * (i / 3 + 1));
            var turn = JobBalancer.report(job, i % 3, (1L << 55) * (i / 3 + 1) * (i % 3 + 1), now);
            var share = (ShareAnswer.Share) turn.answer();
            assertThat(share.count()).isBetween(1L << 55, JobSize.MOST_ITERATIONS);
            job = turn.job();
        }
    }
}
