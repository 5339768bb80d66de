package io.tidewheel.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.AttemptRecord;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AgentLossRecordTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    @ParameterizedTest
    @EnumSource
    void causeAndTimeAreReadAsTheyWereWritten(LossCause cause) {
        for (long millis : new long[] {0, 1, 999, 86_400_000}) {
            var loss = AgentLoss.of(cause, Duration.ofMillis(millis));
            assertThat(AgentLoss.of(loss.code())).contains(loss);
        }
    }

    @Test
    void longTimesAreCutOffAndNegativeOnesAreNone() {
        var years = AgentLoss.of(LossCause.DIED, Duration.ofDays(4_000));
        assertThat(years.code()).isPositive();
        assertThat(AgentLoss.of(years.code()).orElseThrow().atWork().orElseThrow())
                .isGreaterThan(Duration.ofDays(1));
        assertThat(AgentLoss.of(AgentLoss.of(LossCause.DIED, Duration.ofSeconds(-1))
                                .code())
                        .orElseThrow()
                        .atWork())
                .contains(Duration.ZERO);
    }

    @Test
    void recordsOfEarlierVersionsHaveACauseAtMost() {
        assertThat(AgentLoss.of(5)).contains(new AgentLoss(LossCause.DIED, Optional.empty()));
        assertThat(AgentLoss.of(0)).isEmpty();
        assertThat(AgentLoss.of(-7)).isEmpty();
    }

    @Test
    void whatIsWrittenOfALossIsNoExitCode() {
        assertThat(AgentLoss.exitCode(lost(LossCause.DIED, 3, 0))).isZero();
        assertThat(AgentLoss.exitCode(attempt(Reason.EXIT_CODE, 3))).isEqualTo(3);
    }

    @Test
    void aHistoryAddsUpThoseThatEndedAndCountsTheOthers() {
        var history = LossHistory.of(List.of(
                attempt(Reason.EXIT_CODE, 5),
                lost(LossCause.DIED, 3, 20),
                lost(LossCause.SILENCE, 100, 10),
                lost(LossCause.MACHINE, 4, 0)));
        assertThat(history)
                .isEqualTo(new LossHistory(
                        1,
                        1,
                        2,
                        Optional.of(List.of(Duration.ofSeconds(3), Duration.ofSeconds(4))),
                        Optional.of(NOON)));
        assertThat(history.atWork()).contains(Duration.ofSeconds(7));
    }

    @Test
    void aClockThatWasSetMeanwhileDoesNotMakeATimeLong() {
        var history = LossHistory.of(
                List.of(lost(LossCause.DIED, 3, 0), lost(LossCause.DIED, 100_000, 0), lost(LossCause.DIED, 4, 0)));
        assertThat(history.atWork()).contains(Duration.ofSeconds(11));
    }

    @Test
    void ifTheTimeOfOneIsNotKnownThatOfAllIsNot() {
        var old = attempt(Reason.AGENT_DIED, LossCause.DIED.code());
        assertThat(LossHistory.of(List.of(lost(LossCause.DIED, 3, 0), old)).atWork())
                .isEmpty();
    }

    private static AttemptRecord lost(LossCause cause, int seconds, int after) {
        var reason = cause.counts() ? Reason.AGENT_DIED : Reason.AGENT_LOST;
        return attempt(reason, AgentLoss.of(cause, Duration.ofSeconds(seconds)).code(), after);
    }

    private static AttemptRecord attempt(Reason reason, int code) {
        return attempt(reason, code, 0);
    }

    private static AttemptRecord attempt(Reason reason, int code, int after) {
        var chain = new ChainId(new RunId(1), 0);
        return new AttemptRecord(chain, 1, new SessionId(1), NOON.plusSeconds(after), reason, code, Payload.NONE);
    }
}
