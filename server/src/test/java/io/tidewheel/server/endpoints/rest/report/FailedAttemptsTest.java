package io.tidewheel.server.endpoints.rest.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.AttemptRecord;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.scheduling.AgentLoss;
import io.tidewheel.scheduling.LossCause;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FailedAttemptsTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final ChainId CHAIN = new ChainId(new RunId(1), 0);

    /** For how long each was at work is written where others have an exit code, and makes no cause of its own. */
    @Test
    void attemptsLostWithTheirAgentsAreOneCauseWithoutAnExitCode() {
        var lost = IntStream.range(1, 4).mapToObj(FailedAttemptsTest::lost).toList();
        var attempts = new FailedAttempts();
        attempts.add(chain(), lost, Outcome.getDefaultInstance());
        assertThat(attempts.all()).singleElement().satisfies(cause -> {
            assertThat(cause.reason()).isEqualTo(Reason.AGENT_DIED);
            assertThat(cause.exitCode()).isZero();
            assertThat(cause.attempts()).isEqualTo(3);
        });
    }

    private static AttemptRecord lost(int number) {
        int code = AgentLoss.of(LossCause.DIED, Duration.ofSeconds(number)).code();
        return new AttemptRecord(CHAIN, number, new SessionId(1), NOON, Reason.AGENT_DIED, code, Payload.NONE);
    }

    private static ChainRecord chain() {
        return new ChainRecord(
                CHAIN,
                0,
                ChainState.SUCCEEDED,
                Reason.NONE,
                4,
                0,
                3,
                Optional.empty(),
                "",
                Payload.NONE,
                NOON,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(NOON),
                0,
                Payload.NONE);
    }
}
