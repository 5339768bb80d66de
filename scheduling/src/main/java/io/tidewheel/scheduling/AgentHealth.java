package io.tidewheel.scheduling;

import java.time.Duration;

/**
 * Recognises a black hole: an agent on which everything fails at once, and which would therefore draw all the work to itself. An agent is
 * suspected when so many of its results in a row were quick failures; it is put aside only if the same runs do well elsewhere, because a
 * command that fails everywhere is no fault of the agent.
 *
 * <p>A value: each result gives the next one.
 */
public record AgentHealth(int quickFailures, int timesAside) {
    public static final AgentHealth GOOD = new AgentHealth(0, 0);
    public static final int SUSPICIOUS = 5;
    public static final Duration QUICK = Duration.ofSeconds(1);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(30);

    public AgentHealth afterSuccess() {
        return quickFailures == 0 && timesAside == 0 ? this : GOOD;
    }

    public AgentHealth afterFailure(Duration took) {
        return took.compareTo(QUICK) < 0
                ? new AgentHealth(quickFailures + 1, timesAside)
                : new AgentHealth(0, timesAside);
    }

    public boolean isSuspicious() {
        return quickFailures >= SUSPICIOUS;
    }

    public AgentHealth putAside() {
        return new AgentHealth(0, timesAside + 1);
    }

    /** How long it stays aside: doubled each time, up to about half an hour. */
    public Duration pause() {
        return FIRST_PAUSE.multipliedBy(1L << Math.min(6, Math.max(0, timesAside - 1)));
    }

    /** Whether a run does well on other agents: it has successes, and more of them than failures. */
    public static boolean doesWellElsewhere(long successesElsewhere, long failuresElsewhere) {
        return successesElsewhere > 0 && successesElsewhere >= failuresElsewhere;
    }
}
