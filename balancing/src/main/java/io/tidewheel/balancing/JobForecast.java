package io.tidewheel.balancing;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How a job stands at a moment.
 *
 * @param left iterations that nobody has done yet, as far as can be predicted
 * @param speed iterations per second of all who are at work; whoever has not shown a speed is taken for an average one
 * @param toGo how long it will take them; empty if nobody is at work or no speed is known
 * @param timeLeft until the target, negative after it; empty without a target
 */
public record JobForecast(
        long left, double speed, Optional<Duration> toGo, Optional<Duration> timeLeft, int running, int queued) {
    private static final double LONGEST_SECONDS = 1e9;

    public static JobForecast of(BalancedJob job, Instant now) {
        return of(job, JobTotals.of(job, now), now);
    }

    static JobForecast of(BalancedJob job, JobTotals totals, Instant now) {
        double open = (double) (job.goal().iterations() - totals.stored() - totals.onTheirWay());
        double left = Math.max(0, open - totals.predicted());
        double speed = totals.speed();
        Optional<Duration> toGo = speed > 0 ? Optional.of(ofSeconds(left / speed)) : Optional.empty();
        var timeLeft = job.goal()
                .target()
                .map(target -> job.began()
                        .map(began -> Duration.between(now, began.plus(target)))
                        .orElse(target));
        return new JobForecast((long) Math.ceil(left), speed, toGo, timeLeft, totals.running(), totals.queued());
    }

    /** Whether it will miss its target by the speed of now; false if nothing is known. */
    public boolean isLate() {
        if (toGo.isEmpty() || timeLeft.isEmpty()) return false;
        var most = timeLeft.get().isNegative() ? Duration.ZERO : timeLeft.get();
        return toGo.get().compareTo(most) > 0;
    }

    static Duration ofSeconds(double seconds) {
        return Duration.ofNanos((long) (Math.min(seconds, LONGEST_SECONDS) * 1e9));
    }
}
