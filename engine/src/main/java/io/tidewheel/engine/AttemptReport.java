package io.tidewheel.engine;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import java.time.Duration;

/**
 * How an attempt ended, as an agent tells it. {@link Reason#NONE} is success.
 *
 * @param took how long it ran, by the agent's monotonic clock
 */
public record AttemptReport(
        ChainId chain, int attempt, int lane, Reason reason, int exitCode, Duration took, Payload outcome) {}
