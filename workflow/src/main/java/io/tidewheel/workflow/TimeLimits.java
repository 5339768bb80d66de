package io.tidewheel.workflow;

import java.util.Optional;

/**
 * The limits of an executable: {@code maxInactivity} the time without a line of output, {@code maxRuntime} one attempt, {@code deadline}
 * all attempts with the delays between them.
 */
public record TimeLimits(Optional<Timeout> maxInactivity, Optional<Timeout> maxRuntime, Optional<Timeout> deadline) {
    public static final TimeLimits NONE = new TimeLimits(Optional.empty(), Optional.empty(), Optional.empty());

    /** These, and for what they leave open, {@code others}. */
    public TimeLimits or(TimeLimits others) {
        return new TimeLimits(
                maxInactivity.or(others::maxInactivity),
                maxRuntime.or(others::maxRuntime),
                deadline.or(others::deadline));
    }
}
