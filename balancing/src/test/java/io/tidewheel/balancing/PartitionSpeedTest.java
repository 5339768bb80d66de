package io.tidewheel.balancing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class PartitionSpeedTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void whoKeepsItsSpeedDoesNotWobble() {
        var pace = PartitionSpeed.supposed(0, NOON);
        for (int i = 1; i <= 10; i++) pace = pace.seen(1_000L * i, NOON.plusSeconds(10L * i), 0.6);
        assertThat(pace.perSecond()).isEqualTo(100);
        assertThat(pace.wobble()).isZero();
    }

    @Test
    void whoIsTwiceAsFastEverySecondTimeWobbles() {
        var pace = PartitionSpeed.supposed(0, NOON);
        long done = 0;
        for (int i = 1; i <= 20; i++) {
            done += i % 2 == 0 ? 2_000 : 1_000;
            pace = pace.seen(done, NOON.plusSeconds(10L * i), 0.6);
        }
        assertThat(pace.wobble()).isBetween(0.2, 0.5);
    }

    @Test
    void aSurpriseIsForgotten() {
        var pace = PartitionSpeed.supposed(0, NOON)
                .seen(1_000, NOON.plusSeconds(10), 0.6)
                .seen(1_100, NOON.plusSeconds(20), 0.6);
        assertThat(pace.wobble()).isEqualTo(0.27, within(1e-9));
        for (int i = 3; i <= 30; i++) pace = pace.seen(1_000L + 100L * (i - 1), NOON.plusSeconds(10L * i), 0.6);
        assertThat(pace.wobble()).isLessThan(0.01);
    }
}
