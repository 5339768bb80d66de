package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CompletionRateTest {
    private static final long SECOND = 1_000_000_000;
    private long now = 5 * SECOND;
    private final CompletionRate pace = new CompletionRate(now);

    @Test
    void itLearnsWithinAFewLooks() {
        for (int look = 1; look <= 10; look++) look(0.05, look * 500L, look * SECOND / 10, true);
        assertThat(pace.perSecond()).isCloseTo(10_000, within(500.0));
        assertThat(pace.meanDuration(now)).isCloseTo(Duration.ofNanos(200_000), Duration.ofNanos(5_000));
    }

    @Test
    void aShortLookAtFewSaysNothing() {
        look(0.001, 1, SECOND / 1000, true);
        assertThat(pace.perSecond()).isZero();
        look(0.01, 100, SECOND / 100, true);
        assertThat(pace.perSecond()).isPositive();
    }

    @Test
    void whatWasFastAMomentAgoIsForgottenAfterASecond() {
        look(0.05, 100_000, SECOND / 20, true);
        look(1, 100_000, SECOND / 20, false);
        assertThat(pace.perSecond()).isLessThan(10);
    }

    @Test
    void chainsThatDoNotEndTellOfTheirLength() {
        look(0.05, 100, SECOND / 20, true);
        look(12, 100, SECOND / 20, true);
        assertThat(pace.meanDuration(now)).isGreaterThan(Duration.ofSeconds(10));
        look(1, 101, 13 * SECOND, true);
        look(0.1, 200, 13 * SECOND + 1000, true);
        assertThat(pace.meanDuration(now)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void idlenessIsNotLength() {
        look(60, 0, 0, false);
        assertThat(pace.meanDuration(now)).isZero();
    }

    private void look(double seconds, long finished, long finishedNanos, boolean running) {
        now += (long) (seconds * SECOND);
        pace.look(now, finished, finishedNanos, running);
    }
}
