package io.tidewheel.agent.process;

import io.tidewheel.agent.process.ProcessEnd.Cause;
import io.tidewheel.agent.process.RunningProcess.Urgency;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a running process is to be asked, and when to be made, to end. It reads no clock and sends no signal: the pump
 * tells it the time and what happened, and does what it answers.
 */
final class EndingRule {

    /** What the pump has to do now. */
    enum Step {
        WAIT,
        TERMINATE,
        KILL
    }

    private static final long NEVER = Long.MAX_VALUE;

    private final long startedAt;
    private final long maxRuntime;
    private final long maxInactivity;
    private final long grace;

    private Cause cause = Cause.ITSELF;
    private long lastOutputAt;
    private long terminatedAt;
    private boolean killed;

    EndingRule(ProcessLimits limits, long startedAt) {
        this.startedAt = startedAt;
        this.lastOutputAt = startedAt;
        this.maxRuntime = limits.maxRuntime().map(ProcessLimits::nanos).orElse(NEVER);
        this.maxInactivity = limits.maxInactivity().map(ProcessLimits::nanos).orElse(NEVER);
        this.grace = ProcessLimits.nanos(limits.grace());
    }

    void outputSeen(long now) {
        lastOutputAt = now;
    }

    /** The step due now. TERMINATE and KILL are each answered once. */
    Step step(long now, @Nullable Urgency requested) {
        if (killed) return Step.WAIT;
        if (requested == Urgency.AT_ONCE) return kill(cause == Cause.ITSELF ? Cause.REQUEST : cause);
        if (isTerminating()) return now - terminatedAt >= grace ? kill(cause) : Step.WAIT;
        if (requested == Urgency.POLITE) return terminate(Cause.REQUEST, now);
        if (now - startedAt >= maxRuntime) return terminate(Cause.MAX_RUNTIME, now);
        if (now - lastOutputAt >= maxInactivity) return terminate(Cause.MAX_INACTIVITY, now);
        return Step.WAIT;
    }

    /** How long the pump may wait for events before it has to ask again; Long.MAX_VALUE is for ever. */
    long patience(long now) {
        if (killed) return NEVER;
        if (isTerminating()) return left(grace, now - terminatedAt);
        return Math.min(left(maxRuntime, now - startedAt), left(maxInactivity, now - lastOutputAt));
    }

    /** Whether the group has been asked to end and not yet been forced. */
    boolean isTerminating() {
        return cause != Cause.ITSELF && !killed;
    }

    Cause cause() {
        return cause;
    }

    private Step terminate(Cause why, long now) {
        cause = why;
        terminatedAt = now;
        return Step.TERMINATE;
    }

    private Step kill(Cause why) {
        cause = why;
        killed = true;
        return Step.KILL;
    }

    private static long left(long limit, long passed) {
        return limit == NEVER ? NEVER : Math.max(0, limit - passed);
    }
}
