package io.tidewheel.scheduling;

import io.tidewheel.model.AttemptRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The agents that were lost with a chain before and have not come back, as the records of its attempts tell.
 *
 * @param doubtful how many were lost for causes that do not count, though the chain might be to blame
 * @param taken how many were on machines that may be taken away
 * @param ended how many may have ended because of it, or by chance
 * @param times for how long it was at work on each of those that ended; empty if that is not known of all of them
 * @param first when the first of those was lost
 */
public record LossHistory(int doubtful, int taken, int ended, Optional<List<Duration>> times, Optional<Instant> first) {
    /** Up to here every time is believed. */
    private static final Duration ALWAYS_CREDIBLE = Duration.ofMinutes(10);
    /** A longer one is believed if it is less than so many times the one in the middle. */
    private static final int CREDIBLE_TIMES = 100;

    public static final LossHistory NONE = new LossHistory(0, 0, 0, Optional.of(List.of()), Optional.empty());

    public LossHistory {
        times = times.map(List::copyOf);
    }

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
        if (!loss.cause().isEnd()) return new LossHistory(doubtful + more, taken + gone, ended, times, first);
        var all = times.flatMap(before -> loss.atWork()
                .map(last -> Stream.concat(before.stream(), Stream.of(last)).toList()));
        var earliest = first.filter(before -> before.isBefore(when)).or(() -> Optional.of(when));
        return new LossHistory(doubtful + more, taken + gone, ended + 1, all, earliest);
    }

    /**
     * For how long it was at work on all of those together; empty if that is not known. Times are read off clocks on walls, and such a clock may have
     * been set meanwhile: one that cannot be believed beside the others counts like the one in the middle.
     */
    public Optional<Duration> atWork() {
        return times.map(known -> {
            if (known.isEmpty()) return Duration.ZERO;
            var middle = known.stream().sorted().toList().get((known.size() - 1) / 2);
            return known.stream()
                    .map(each -> isCredible(each, middle) ? each : middle)
                    .reduce(Duration.ZERO, Duration::plus);
        });
    }

    private static boolean isCredible(Duration each, Duration middle) {
        return each.compareTo(ALWAYS_CREDIBLE) < 0 || each.compareTo(middle.multipliedBy(CREDIBLE_TIMES)) < 0;
    }
}
