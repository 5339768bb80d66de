package io.tidewheel.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.scheduling.LossCause.Evidence;
import org.junit.jupiter.api.Test;

class LossCauseTest {
    @Test
    void anAgentWhoseProcessEndedAloneCounts() {
        assertThat(ended(0, 0)).isEqualTo(LossCause.DIED);
        assertThat(LossCause.DIED.counts()).isTrue();
    }

    @Test
    void silenceNeverCounts() {
        assertThat(silent(0, 0)).isEqualTo(LossCause.SILENCE);
        assertThat(silent(50, 5)).isEqualTo(LossCause.SILENCE);
        assertThat(LossCause.SILENCE.counts()).isFalse();
    }

    @Test
    void twoAgentsThatGoAtTheSameTimeAreChanceAndThreeAreNot() {
        assertThat(ended(1, 0)).isEqualTo(LossCause.DIED);
        assertThat(ended(2, 0)).isEqualTo(LossCause.TOGETHER);
        assertThat(LossCause.TOGETHER.counts()).isFalse();
    }

    @Test
    void anAgentThatHadNotBegunWithItDiedOfSomethingElse() {
        assertThat(LossCause.of(new Evidence(true, false, true, false, false, 0, 0, 1)))
                .isEqualTo(LossCause.UNBEGUN);
        assertThat(LossCause.UNBEGUN.counts()).isFalse();
        assertThat(LossCause.of(new Evidence(true, false, true, false, false, 0, 9, 1)))
                .as("no loop is without end")
                .isEqualTo(LossCause.TOO_OFTEN);
    }

    @Test
    void theLossOfAServerOrOfAMachineThatGoesNeverCountsHoweverOften() {
        assertThat(LossCause.of(new Evidence(false, true, true, false, false, 0, 100, 0)))
                .isEqualTo(LossCause.SERVER);
        assertThat(LossCause.of(new Evidence(true, true, true, true, true, 0, 100, 0)))
                .isEqualTo(LossCause.MACHINE);
        assertThat(LossCause.SERVER.counts() || LossCause.MACHINE.counts()).isFalse();
    }

    @Test
    void theLossOfAMachineThatMayGoCountsOnlyIfSoManyCannotBeChance() {
        assertThat(LossCause.of(new Evidence(true, true, true, false, true, 0, 100, 1)))
                .isEqualTo(LossCause.MACHINE);
        assertThat(LossCause.of(new Evidence(true, true, true, false, true, 0, 0, 1e-7)))
                .isEqualTo(LossCause.TOO_OFTEN);
    }

    @Test
    void whatVanishesAgainAndAgainIsNoChance() {
        assertThat(silent(0, 8)).isEqualTo(LossCause.SILENCE);
        assertThat(silent(0, 9)).isEqualTo(LossCause.TOO_OFTEN);
        assertThat(ended(7, 9)).isEqualTo(LossCause.TOO_OFTEN);
        assertThat(LossCause.TOO_OFTEN.counts()).isTrue();
    }

    private static LossCause ended(int others, int before) {
        return LossCause.of(new Evidence(true, true, true, false, false, others, before, 1));
    }

    private static LossCause silent(int others, int before) {
        return LossCause.of(new Evidence(true, true, false, false, false, others, before, 1));
    }
}
