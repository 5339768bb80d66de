package io.tidewheel.scheduling;

import io.tidewheel.model.AttemptRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The agents that were lost with a chain before and have not come back, as the records of its attempts tell.
 *
 * @param doubtful how many were lost for causes that do not count, though the chain might be to blame
 * @param taken how many were on machines that may be taken away
 * @param ended how many may have ended because of it, or by chance
 * @param atWork for how long it was at work on those that ended; empty if that is not known of all of them
 * @param first when the first of those was lost
 */
public record LossHistory(int doubtful, int taken, int ended, Optional<Duration> atWork, Optional<Instant> first) {
    public static final LossHistory NONE = new LossHistory(0, 0, 0, Optional.of(Duration.ZERO), Optional.empty());

    public static LossHistory of(List<AttemptRecord> attempts) {
        var history = NONE;
        for (var attempt : attempts) {
            var loss = AgentLoss.of(attempt);
            if (loss.isPresent()) history = history.and(loss.get(), attempt.ended());
        }
        return history;
    }

    /** The same with one more. */
    public LossHistory and(AgentLoss loss, Instant when) {
        int more = loss.cause().isDoubtful() ? 1 : 0;
        int gone = loss.cause() == LossCause.MACHINE ? 1 : 0;
        if (!loss.cause().isEnd()) return new LossHistory(doubtful + more, taken + gone, ended, atWork, first);
        var whole = atWork.flatMap(before -> loss.atWork().map(before::plus));
        var earliest = first.filter(before -> before.isBefore(when)).or(() -> Optional.of(when));
        return new LossHistory(doubtful + more, taken + gone, ended + 1, whole, earliest);
    }
}
