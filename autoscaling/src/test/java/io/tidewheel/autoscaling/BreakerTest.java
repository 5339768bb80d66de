package io.tidewheel.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Setup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class BreakerTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Setup.Creation RULES = Setup.Creation.DEFAULT;

    @Test
    void fiveAttemptsWithDoublingPausesThenALockThenSingleTrials() {
        var breaker = Breaker.CLOSED;
        var at = NOON;
        var pauses = new ArrayList<Long>();
        for (int i = 0; i < 7; i++) {
            assertThat(breaker.permits(at, 0)).isPositive();
            breaker = breaker.failed(RULES, at, "no power");
            pauses.add(Duration.between(at, breaker.notBefore()).toSeconds());
            assertThat(breaker.permits(breaker.notBefore().minusMillis(1), 0)).isZero();
            at = breaker.notBefore();
        }
        assertThat(pauses).containsExactly(40L, 80L, 160L, 320L, 1200L, 1200L, 1200L);
        assertThat(breaker.isLocked(RULES)).isTrue();
    }

    @Test
    void afterAFailureMachinesAreTriedOneAtATime() {
        assertThat(Breaker.CLOSED.permits(NOON, 3)).isEqualTo(Integer.MAX_VALUE);
        var once = Breaker.CLOSED.failed(RULES, NOON, "no power");
        var later = NOON.plusSeconds(40);
        assertThat(once.permits(later, 0)).isEqualTo(1);
        assertThat(once.permits(later, 1)).isZero();
        assertThat(once.succeeded().permits(later, 1)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void aLateFailureDoesNotShortenALock() {
        var breaker = Breaker.CLOSED;
        for (int i = 0; i < 5; i++) breaker = breaker.failed(RULES, NOON, "no power");
        var locked = breaker.notBefore();
        assertThat(breaker.failed(RULES, NOON.minusSeconds(600), "late").notBefore())
                .isEqualTo(locked);
    }

    @Test
    void itTellsWhyAndWhenItGoesOn() {
        var setup = Setup.of("gpu", Capabilities.of("gpu"), 1);
        var breaker = Breaker.CLOSED.failed(RULES, NOON, "quota exceeded");
        assertThat(breaker.sentence(setup, NOON.plusSeconds(10)))
                .contains("setup gpu")
                .contains("quota exceeded")
                .contains("in 30 s");
    }
}
