package io.tidewheel.workflow;

import java.util.Optional;

/**
 * The limits of an executable: {@code maxInactivity} the time without a line of output, {@code maxRuntime} one attempt, {@code deadline}
 * all attempts with the delays between them.
 */
public record ExecutableTimeLimits(
        Optional<Timeout> maxInactivity, Optional<Timeout> maxRuntime, Optional<Timeout> deadline) {
    public static final ExecutableTimeLimits NONE =
            new ExecutableTimeLimits(Optional.empty(), Optional.empty(), Optional.empty());

    /** These limits, and for what they leave open those of {@code others}. */
    public ExecutableTimeLimits or(ExecutableTimeLimits others) {
        return new ExecutableTimeLimits(
                maxInactivity.or(others::maxInactivity),
                maxRuntime.or(others::maxRuntime),
                deadline.or(others::deadline));
    }
}
