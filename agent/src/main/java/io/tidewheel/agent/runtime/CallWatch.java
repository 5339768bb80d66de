package io.tidewheel.agent.runtime;

import io.tidewheel.protocol.wire.Ending;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Decides when a call inside the agent is to be interrupted, and when to be given up. */
final class CallWatch {
    /** How long an interrupted call may take to end when it is to end at once. */
    private static final Duration AT_ONCE = Duration.ofMillis(200);

    private final CommandStep step;
    private @Nullable CommandEnd ended;
    private long interruptedNanos;

    CallWatch(CommandStep step) {
        this.step = step;
    }

    /** Looks what is due, and answers how long to wait until the next look; not positive: no longer. */
    long look(long now, long lastActive, Runnable interruption) {
        if (ended == null) {
            ended = reasonToEnd(now, lastActive);
            if (ended == null) return untilLimit(now, lastActive);
            interruptedNanos = now;
            interruption.run();
        }
        boolean hurry = step.stop().urgency() == StopSwitch.Urgency.AT_ONCE;
        return (hurry ? AT_ONCE : step.limits().grace()).toNanos() - (now - interruptedNanos);
    }

    /** The end with its real cause: a call that was interrupted may return or throw anything. */
    CommandEnd named(CommandEnd end) {
        return ended == null ? end : ended;
    }

    private @Nullable CommandEnd reasonToEnd(long now, long lastActive) {
        var limits = step.limits();
        if (step.stop().isFlipped()) return CommandEnd.of(Ending.CANCELLED, "stopped on request");
        if (limits.left(now) == 0) return limits.over();
        return now - lastActive >= limits.inactivity().at() ? limits.inactive() : null;
    }

    private long untilLimit(long now, long lastActive) {
        long inactivity = step.limits().inactivity().at();
        long quiet = inactivity == AttemptTimeLimits.NEVER ? AttemptTimeLimits.NEVER : inactivity - (now - lastActive);
        return Math.min(step.limits().left(now), quiet);
    }
}
