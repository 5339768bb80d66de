package io.tidewheel.engine;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import java.time.Duration;

/**
 * How an attempt ended, as an agent tells it. {@link Reason#NONE} is success.
 *
 * @param took how long it ran, by the agent's monotonic clock
 * @param cancels whether it was ended by a limit that cancels the chain: it is then neither a failure nor tried again
 */
public record AttemptReport(
        ChainId chain,
        int attempt,
        int lane,
        Reason reason,
        int exitCode,
        Duration took,
        Payload outcome,
        boolean cancels) {

    /** A success or a failure. */
    public AttemptReport(
            ChainId chain, int attempt, int lane, Reason reason, int exitCode, Duration took, Payload outcome) {
        this(chain, attempt, lane, reason, exitCode, took, outcome, false);
    }
}
