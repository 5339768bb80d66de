package io.tidewheel.agent.runtime;

import io.tidewheel.model.Durations;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.TimeLimit;
import java.time.Duration;
import java.util.Optional;

/**
 * How long a chain, or a command of it, may take.
 *
 * @param startedNanos the reading of the monotonic clock when the chain was started
 * @param runtime for the attempt
 * @param inactivity without a byte of output
 * @param deadline until the deadline of the whole chain
 * @param grace between the polite request to end and the end by force
 */
public record AttemptTimeLimits(long startedNanos, Limit runtime, Limit inactivity, Limit deadline, Duration grace) {
    public static final long NEVER = Long.MAX_VALUE;

    /**
     * One of them, in nanoseconds; {@link #NEVER} if there is none.
     *
     * @param at when it is over, counted from the start of the chain; for inactivity the same as its length
     * @param length what it was set to
     * @param cancels whether its passing counts as a cancellation of the chain, and not as a failure
     */
    public record Limit(long at, long length, boolean cancels) {
        static Limit ofChain(long length) {
            return new Limit(length, length, false);
        }

        private static Limit ofCommand(TimeLimit limit, long beganAt) {
            long length = nanos(limit.getMillis());
            return new Limit(length > NEVER - beganAt ? NEVER : beganAt + length, length, !limit.getFails());
        }

        private Limit or(Limit other) {
            return other.at < at ? other : this;
        }
    }

    /** The limits of a chain, where each is a number of nanoseconds from its start. */
    public AttemptTimeLimits(long startedNanos, long runtime, long inactivity, long deadline, Duration grace) {
        this(startedNanos, Limit.ofChain(runtime), Limit.ofChain(inactivity), Limit.ofChain(deadline), grace);
    }

    /** Nanoseconds of a limit given in milliseconds, where 0 is none; too large ones are none either. */
    public static long nanos(long millis) {
        if (millis <= 0 || millis > NEVER / 1_000_000) return NEVER;
        return millis * 1_000_000;
    }

    /** The limits of one try of a command, given when its first try and this one began: of each kind the one that is over first. */
    public AttemptTimeLimits ofTry(Command command, long firstNanos, long nowNanos) {
        if (!command.hasMaxRuntime() && !command.hasMaxInactivity() && !command.hasDeadline()) return this;
        var own = Limit.ofCommand(command.getMaxRuntime(), nowNanos - startedNanos);
        var quiet = Limit.ofCommand(command.getMaxInactivity(), 0);
        var around = around(command, firstNanos);
        return new AttemptTimeLimits(startedNanos, runtime.or(own), inactivity.or(quiet), around.deadline, grace);
    }

    /** The limits of all tries of a command with the delays between them, given when the first began. */
    public AttemptTimeLimits around(Command command, long firstNanos) {
        if (!command.hasDeadline()) return this;
        var own = Limit.ofCommand(command.getDeadline(), firstNanos - startedNanos);
        return new AttemptTimeLimits(startedNanos, runtime, inactivity, deadline.or(own), grace);
    }

    /** The same with no more than so much grace. */
    public AttemptTimeLimits within(Duration longestGrace) {
        if (grace.compareTo(longestGrace) <= 0) return this;
        return new AttemptTimeLimits(startedNanos, runtime, inactivity, deadline, longestGrace);
    }

    /** When it is over, counted from the start of the chain. */
    public long end() {
        return Math.min(runtime.at, deadline.at);
    }

    /** How a command ends whose time is over. */
    public CommandEnd over() {
        if (deadline.at <= runtime.at) {
            return CommandEnd.of(Ending.DEADLINE, "ended because its deadline passed")
                    .cancelling(deadline.cancels);
        }
        return CommandEnd.of(Ending.TIMEOUT, "ended because it ran longer than its limit of " + text(runtime.length))
                .cancelling(runtime.cancels);
    }

    /** How a command ends that was silent for too long. */
    public CommandEnd inactive() {
        return CommandEnd.of(Ending.INACTIVITY, "ended because it printed nothing for " + text(inactivity.length))
                .cancelling(inactivity.cancels);
    }

    /** Time left at a reading of the clock; NEVER if there is no limit, at least 0. */
    public long left(long nowNanos) {
        long end = end();
        return end == NEVER ? NEVER : Math.max(0, end - (nowNanos - startedNanos));
    }

    public Optional<Duration> asDuration(long nanos) {
        return nanos == NEVER ? Optional.empty() : Optional.of(Duration.ofNanos(Math.max(1, nanos)));
    }

    private static String text(long nanos) {
        return Durations.format(Duration.ofNanos(nanos));
    }
}
