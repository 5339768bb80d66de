package io.tidewheel.scheduling;

import io.tidewheel.model.AttemptRecord;
import io.tidewheel.model.Reason;
import java.time.Duration;
import java.util.Optional;

/**
 * What is written down of the loss of an agent with a chain: the cause, and for how long the chain had been at work there. Both stand in one number, where
 * other attempts have an exit code.
 *
 * @param atWork empty in the records of versions that did not tell
 */
public record AgentLoss(LossCause cause, Optional<Duration> atWork) {
    private static final int CAUSES = 16;
    /** Somewhat more than a day: who is longer at work is nobody's quick killer. */
    private static final long MOST_MILLIS = Integer.MAX_VALUE / CAUSES - 2;

    public static AgentLoss of(LossCause cause, Duration atWork) {
        return new AgentLoss(cause, Optional.of(atWork));
    }

    /** The one number. */
    public int code() {
        long time = atWork.map(known -> 1 + Math.clamp(known.toMillis(), 0, MOST_MILLIS))
                .orElse(0L);
        return (int) (cause.code() + CAUSES * time);
    }

    /** The loss with this number; empty for the records of versions that did not tell causes apart. */
    public static Optional<AgentLoss> of(int code) {
        long time = Math.max(0, code) / CAUSES;
        var atWork = time == 0 ? Optional.<Duration>empty() : Optional.of(Duration.ofMillis(time - 1));
        return LossCause.of(Math.max(0, code) % CAUSES).map(cause -> new AgentLoss(cause, atWork));
    }

    /** The loss of which an attempt tells, if its agent was lost. */
    public static Optional<AgentLoss> of(AttemptRecord attempt) {
        return isLoss(attempt) ? of(attempt.exitCode()) : Optional.empty();
    }

    /** The exit code of an attempt. One whose agent was lost has none, whatever stands in its place. */
    public static int exitCode(AttemptRecord attempt) {
        return isLoss(attempt) ? 0 : attempt.exitCode();
    }

    private static boolean isLoss(AttemptRecord attempt) {
        return attempt.reason() == Reason.AGENT_LOST || attempt.reason() == Reason.AGENT_DIED;
    }
}
