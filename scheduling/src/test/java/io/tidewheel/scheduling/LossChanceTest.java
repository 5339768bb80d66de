package io.tidewheel.scheduling;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LossChanceTest {
    @Test
    void itIsTheTailOfTheBinomialDistribution() {
        // A tenth of the time, and three of five losses: 10 * 0.1^3 * 0.9^2 + 5 * 0.1^4 * 0.9 + 0.1^5.
        var watched = ofSeconds(100).minus(LossChance.BEGINNING).minus(ofSeconds(10));
        assertThat(LossChance.of(3, ofSeconds(10), 2, watched)).isCloseTo(0.00856, within(1e-8));
    }

    @Test
    void whatKillsThreeAgentsInAnInstantIsNoChance() {
        assertThat(LossChance.of(3, ofMillis(300), 0, ofSeconds(20))).isLessThan(LossChance.IMPROBABLE);
        assertThat(LossChance.of(2, ofMillis(300), 0, ofSeconds(20))).isGreaterThan(LossChance.IMPROBABLE);
    }

    @Test
    void whatKillsAgentsSlowlyTakesMoreOfThemToBeSure() {
        assertThat(LossChance.of(3, ofSeconds(90), 0, ofHours(1))).isGreaterThan(LossChance.IMPROBABLE);
        assertThat(LossChance.of(5, ofSeconds(150), 0, ofHours(1))).isLessThan(LossChance.IMPROBABLE);
    }

    @Test
    void whereAgentsAreLostAllTheTimeThreeOfThemSayNothing() {
        assertThat(LossChance.of(3, ofMillis(300), 100, ofSeconds(600))).isGreaterThan(LossChance.IMPROBABLE);
        assertThat(LossChance.of(3, ofHours(3), 100, ofHours(10))).isEqualTo(1);
    }

    @Test
    void noLossOrNoTimeAtAllAreTheEnds() {
        assertThat(LossChance.of(0, Duration.ZERO, 5, ofHours(1))).isEqualTo(1);
        assertThat(LossChance.of(1, Duration.ZERO, 5, ofHours(1))).isZero();
    }

    /** Agents are lost at random, and nobody is to blame: of a million tasks one may be suspected. */
    @Test
    void thoseWhoAreMetByChanceAreNotSuspected() {
        var random = new SplittableRandom(7);
        int suspected = 0;
        for (int task = 0; task < 200_000; task++) {
            int others = random.nextInt(200);
            double share = Math.pow(random.nextDouble(), 2) * 0.2;
            int met = 0;
            for (int loss = 0; loss < others; loss++) if (random.nextDouble() < share) met++;
            var atWork = ofMillis((long) (share * 3_600_000));
            if (LossChance.of(
                            met, atWork, others - met, ofHours(1).minus(atWork).minus(LossChance.BEGINNING))
                    < LossChance.IMPROBABLE) suspected++;
        }
        assertThat(suspected).isLessThanOrEqualTo(2);
    }
}
