package io.tidewheel.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.scheduling.AfterAttempt.GiveUp;
import io.tidewheel.scheduling.AfterAttempt.Suspicion;
import io.tidewheel.scheduling.AfterAttempt.TryAgainAt;
import io.tidewheel.scheduling.AfterAttempt.TryAgainNow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AfterAttemptTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    @Test
    void withoutAPolicyTheFirstFailureIsFinal() {
        assertThat(AfterAttempt.failure(LaneSpec.PLAIN, Reason.EXIT_CODE, 1, NOON, NOON, 0))
                .isEqualTo(new GiveUp(Reason.EXIT_CODE));
    }

    @Test
    void retriesWaitLongerEachTimeAndEndAtTheirNumber() {
        var lane = lane(
                new RetryPolicy(3, Duration.ofSeconds(10), 2, Duration.ofMinutes(1)),
                ChainTimeLimits.NONE,
                Delivery.EXACTLY_ONCE);
        assertThat(AfterAttempt.failure(lane, Reason.SIGNAL, 1, NOON, NOON, 0))
                .isEqualTo(new TryAgainAt(NOON.plusSeconds(10)));
        assertThat(AfterAttempt.failure(lane, Reason.SIGNAL, 2, NOON, NOON, 0))
                .isEqualTo(new TryAgainAt(NOON.plusSeconds(20)));
        assertThat(AfterAttempt.failure(lane, Reason.SIGNAL, 2, NOON, NOON, 0.5))
                .isEqualTo(new TryAgainAt(NOON.plusSeconds(21)));
        assertThat(AfterAttempt.failure(lane, Reason.SIGNAL, 3, NOON, NOON, 0)).isEqualTo(new GiveUp(Reason.SIGNAL));
    }

    @Test
    void aRetryThatWouldComeAfterTheDeadlineIsNotMade() {
        var lane = lane(
                new RetryPolicy(RetryPolicy.FOREVER, Duration.ofSeconds(10), 1, Duration.ofMinutes(1)),
                new ChainTimeLimits(ChainTimeLimits.NO_LIMIT, ChainTimeLimits.NO_LIMIT, Duration.ofSeconds(25)),
                Delivery.EXACTLY_ONCE);
        assertThat(AfterAttempt.failure(lane, Reason.TIMEOUT, 1, NOON, NOON.plusSeconds(10), 0))
                .isInstanceOf(TryAgainAt.class);
        assertThat(AfterAttempt.failure(lane, Reason.TIMEOUT, 2, NOON, NOON.plusSeconds(15), 0))
                .isEqualTo(new GiveUp(Reason.DEADLINE));
    }

    @Test
    void theDeadlineOfACommandIsAFailureLikeOthersAndThatOfTheChainIsFinal() {
        var retry = new RetryPolicy(RetryPolicy.FOREVER, Duration.ZERO, 1, Duration.ZERO);
        var without = lane(retry, ChainTimeLimits.NONE, Delivery.EXACTLY_ONCE);
        assertThat(AfterAttempt.failure(without, Reason.DEADLINE, 1, NOON, NOON, 0))
                .isEqualTo(new TryAgainNow());
        var with = lane(
                retry,
                new ChainTimeLimits(ChainTimeLimits.NO_LIMIT, ChainTimeLimits.NO_LIMIT, Duration.ofSeconds(25)),
                Delivery.EXACTLY_ONCE);
        assertThat(AfterAttempt.failure(with, Reason.DEADLINE, 1, NOON, NOON, 0))
                .isEqualTo(new GiveUp(Reason.DEADLINE));
    }

    @Test
    void aLostChainRunsAgainUntilItIsPoison() {
        assertThat(lost(LossCause.SILENCE, 0, 0, 0)).isEqualTo(new TryAgainNow());
        assertThat(lost(LossCause.DIED, 1, 0, 0)).isEqualTo(new TryAgainNow());
        assertThat(lost(LossCause.DIED, 3, 0, 0)).isEqualTo(new GiveUp(Reason.POISON));
        assertThat(lost(LossCause.SILENCE, 3, 0, 0)).isEqualTo(new TryAgainNow());
    }

    @Test
    void theAttemptThatMayBeTheLastWaitsUntilAStormIsOver() {
        assertThat(lost(LossCause.DIED, 2, 0, 1)).isEqualTo(new TryAgainAt(NOON.plusSeconds(10)));
    }

    @Test
    void whatMayBeChanceIsNoPoisonAndWaitsLongerEachTimeButNotForEver() {
        var dues = new ArrayList<AfterAttempt>();
        for (int losses : new int[] {3, 4, 19, 20}) dues.add(lost(LossCause.DIED, losses, 0, 1e-5));
        assertThat(dues)
                .containsExactly(
                        new TryAgainAt(NOON.plusSeconds(20)),
                        new TryAgainAt(NOON.plusSeconds(40)),
                        new TryAgainAt(NOON.plusSeconds(3_600)),
                        new GiveUp(Reason.POISON));
        assertThat(lost(LossCause.TOO_OFTEN, 3, 0, 1)).isEqualTo(new GiveUp(Reason.POISON));
    }

    @Test
    void whatIsSuspectedAndThenVanishesTooOftenIsPoison() {
        assertThat(lost(LossCause.SERVER, 3, 8, 1)).isInstanceOf(TryAgainAt.class);
        assertThat(lost(LossCause.SERVER, 3, 9, 1)).isEqualTo(new GiveUp(Reason.POISON));
        assertThat(lost(LossCause.SERVER, 2, 9, 1)).isInstanceOf(TryAgainAt.class);
    }

    @Test
    void atMostOnceMeansThatALostChainIsNotStartedAgain() {
        var lane = lane(RetryPolicy.NEVER, ChainTimeLimits.NONE, Delivery.AT_MOST_ONCE);
        for (var cause : List.of(LossCause.SILENCE, LossCause.DIED))
            assertThat(AfterAttempt.loss(lane, new Suspicion(cause, 1, 3, 0, 0), NOON))
                    .isEqualTo(new GiveUp(Reason.AGENT_LOST));
    }

    private static AfterAttempt lost(LossCause cause, int losses, int doubtful, double chance) {
        return AfterAttempt.loss(LaneSpec.PLAIN, new Suspicion(cause, losses, 3, doubtful, chance), NOON);
    }

    private static LaneSpec lane(RetryPolicy retry, ChainTimeLimits limits, Delivery delivery) {
        return new LaneSpec(Capabilities.NONE, 0, retry, limits, delivery, Payload.NONE);
    }

    @Test
    void whatIsLostWithItsServerAgainAndAgainWaitsLongerEachTime() {
        var dues = new ArrayList<AfterAttempt>();
        for (int before : new int[] {0, 2, 3, 4, 5, 100}) dues.add(lost(LossCause.SERVER, 0, before, 1));
        assertThat(dues)
                .containsExactly(
                        new TryAgainNow(),
                        new TryAgainNow(),
                        new TryAgainAt(NOON.plusSeconds(10)),
                        new TryAgainAt(NOON.plusSeconds(20)),
                        new TryAgainAt(NOON.plusSeconds(40)),
                        new TryAgainAt(NOON.plusSeconds(3_600)));
        assertThat(lost(LossCause.MACHINE, 0, 100, 1)).isEqualTo(new TryAgainNow());
    }
}
