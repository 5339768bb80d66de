package io.tidewheel.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.scheduling.LossCause.Evidence;
import org.junit.jupiter.api.Test;

class LossCauseTest {
    private static final Evidence DIED_ALONE = new Evidence(true, true, false, 0, 0);

    @Test
    void anAgentWhoseProcessEndedAloneCounts() {
        assertThat(LossCause.of(DIED_ALONE)).isEqualTo(LossCause.DIED);
        assertThat(LossCause.DIED.counts()).isTrue();
    }

    @Test
    void silenceNeverCounts() {
        assertThat(LossCause.of(new Evidence(true, false, false, 0, 0))).isEqualTo(LossCause.SILENCE);
        assertThat(LossCause.of(new Evidence(true, false, false, 50, 5))).isEqualTo(LossCause.SILENCE);
        assertThat(LossCause.SILENCE.counts()).isFalse();
    }

    @Test
    void twoAgentsThatGoAtTheSameTimeAreChanceAndThreeAreNot() {
        assertThat(LossCause.of(new Evidence(true, true, false, 1, 0))).isEqualTo(LossCause.DIED);
        assertThat(LossCause.of(new Evidence(true, true, false, 2, 0))).isEqualTo(LossCause.TOGETHER);
        assertThat(LossCause.TOGETHER.counts()).isFalse();
    }

    @Test
    void theLossOfAServerOrOfAMachineThatMayGoNeverCountsHoweverOften() {
        assertThat(LossCause.of(new Evidence(false, true, false, 0, 100))).isEqualTo(LossCause.SERVER);
        assertThat(LossCause.of(new Evidence(true, true, true, 0, 100))).isEqualTo(LossCause.MACHINE);
        assertThat(LossCause.SERVER.counts() || LossCause.MACHINE.counts()).isFalse();
    }

    @Test
    void whatVanishesAgainAndAgainIsNoChance() {
        assertThat(LossCause.of(new Evidence(true, false, false, 0, 8))).isEqualTo(LossCause.SILENCE);
        assertThat(LossCause.of(new Evidence(true, false, false, 0, 9))).isEqualTo(LossCause.TOO_OFTEN);
        assertThat(LossCause.of(new Evidence(true, true, false, 7, 9))).isEqualTo(LossCause.TOO_OFTEN);
        assertThat(LossCause.TOO_OFTEN.counts()).isTrue();
    }
}
