package io.tidewheel.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AgentHealthTest {
    private static final Duration QUICK = Duration.ofMillis(3);

    @Test
    void quickFailuresInARowMakeAnAgentSuspicious() {
        var health = AgentHealth.GOOD;
        for (int i = 0; i < AgentHealth.SUSPICIOUS; i++) {
            assertThat(health.isSuspicious()).isFalse();
            health = health.afterFailure(QUICK);
        }
        assertThat(health.isSuspicious()).isTrue();
        assertThat(health.afterSuccess().isSuspicious()).isFalse();
    }

    @Test
    void slowFailuresDoNot() {
        var health = AgentHealth.GOOD;
        for (int i = 0; i < 100; i++) health = health.afterFailure(Duration.ofSeconds(2));
        assertThat(health.isSuspicious()).isFalse();
    }

    @Test
    void thePauseDoublesEachTimeUpToALimit() {
        var once = AgentHealth.GOOD.putAside();
        assertThat(once.pause()).isEqualTo(Duration.ofSeconds(30));
        assertThat(once.putAside().pause()).isEqualTo(Duration.ofMinutes(1));
        var often = once;
        for (int i = 0; i < 50; i++) often = often.putAside();
        assertThat(often.pause()).isEqualTo(Duration.ofMinutes(32));
    }

    @Test
    void aCommandThatFailsEverywhereIsNoFaultOfTheAgent() {
        assertThat(AgentHealth.doesWellElsewhere(0, 100)).isFalse();
        assertThat(AgentHealth.doesWellElsewhere(0, 0)).isFalse();
        assertThat(AgentHealth.doesWellElsewhere(10, 2)).isTrue();
    }
}
