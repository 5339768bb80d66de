package io.tidewheel.balancing.hint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TwoPhaseHintTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration SCALE_TIME = Duration.ofSeconds(300);

    @ParameterizedTest
    @CsvSource({
        // slots, most slots, seconds silent, slots and most slots of a second site silent for 599 s; handed out,
        // waiting; hint
        "10, 20,   5, 0,  0,  0, 0, 0.4",
        "10, 20,   5, 0,  0,  0, 4, 0.7",
        "10, 20,   5, 0,  0,  5, 0, 0.5",
        "10, 20,   5, 0,  0, 11, 1, 0.35",
        "10, 20,   5, 0,  0, 30, 2, 0.5",
        "10, 20,   5, 8, 16,  0, 0, 0.4000000000000000098686491078",
        "10, 20, 700, 0,  0,  0, 0, -1.0",
        // By the formula: a queue that is a fifth of what was handed out, and a third of a slot.
        "10, 20,   5, 0,  0, 10, 2, 0.6",
        " 1,  3,   5, 0,  0,  1, 0, 0.3333333333333333333333333333"
    })
    void theHintIsTheOriginalsToTheDigit(
            int slots, int most, long silent, int slots2, int most2, int dispatched, int queued, String hint) {
        var evaluated = NOON.plusSeconds(301);
        var book = SiteRegistry.empty(SCALE_TIME, 10)
                .register(new Site("one", slots, most, evaluated.minusSeconds(silent)));
        if (most2 > 0) book = book.register(new Site("two", slots2, most2, evaluated.minusSeconds(599)));
        var next = TwoPhaseHint.first(SCALE_TIME, NOON)
                .dispatched(dispatched)
                .looked(book.capacity(evaluated), waiting(queued), evaluated);
        assertThat(next.requiredCapacity()).isEqualTo(hint);
        assertThat(next.scaling()).isTrue();
    }

    @Test
    void itCountsForOneScaleTimeAndWaitsForAnother() {
        var capacity = new SiteCapacity(10, 20);
        var hint = TwoPhaseHint.first(SCALE_TIME, NOON).dispatched(3);
        assertThat(hint.looked(capacity, waiting(0), NOON.plusSeconds(300))).isEqualTo(hint);
        assertThat(hint.requiredCapacity()).isEqualTo("-1");

        var scaling = hint.looked(capacity, waiting(0), NOON.plusSeconds(301));
        assertThat(scaling.requiredCapacity()).isEqualTo("0.5");
        assertThat(scaling.dispatched(50).counted()).isZero();
        assertThat(scaling.looked(capacity, waiting(9), NOON.plusSeconds(600))).isEqualTo(scaling);

        var counting = scaling.looked(capacity, waiting(9), NOON.plusSeconds(601));
        assertThat(counting.requiredCapacity()).isEqualTo("0.5");
        assertThat(counting.dispatched(50).counted()).isEqualTo(50);
        assertThat(counting.resumed()).isEqualTo(NOON.plusSeconds(601));
    }

    private static SiteDemand waiting(int partitions) {
        return new SiteDemand(0, partitions, 0, Duration.ZERO);
    }
}
