package io.tidewheel.model;

import java.time.Duration;

/**
 * How long things may take; {@link #NO_LIMIT} where there is none. {@code maxRuntime} limits one attempt, {@code maxInactivity} the time
 * without a line of output, {@code deadline} all attempts of a chain together with the waiting between them, from the first start on.
 */
public record ChainTimeLimits(Duration maxRuntime, Duration maxInactivity, Duration deadline) {
    public static final Duration NO_LIMIT = Duration.ZERO;
    public static final ChainTimeLimits NONE = new ChainTimeLimits(NO_LIMIT, NO_LIMIT, NO_LIMIT);

    public ChainTimeLimits {
        Durations.requireNotNegative("maxRuntime", maxRuntime);
        Durations.requireNotNegative("maxInactivity", maxInactivity);
        Durations.requireNotNegative("deadline", deadline);
    }
}
