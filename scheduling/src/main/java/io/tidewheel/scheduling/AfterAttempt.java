package io.tidewheel.scheduling;

import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Reason;
import java.time.Duration;
import java.time.Instant;

/** What becomes of a chain after an attempt that did not succeed. */
public sealed interface AfterAttempt {
    /** Before what was lost with its server a few times is begun once more; it doubles each time. */
    Duration FIRST_PAUSE = Duration.ofSeconds(10);

    Duration LONGEST_PAUSE = Duration.ofHours(1);

    record TryAgainNow() implements AfterAttempt {}

    record TryAgainAt(Instant due) implements AfterAttempt {}

    record GiveUp(Reason reason) implements AfterAttempt {}

    /**
     * After a failure of the chain itself.
     *
     * @param failures how many attempts have failed, this one included
     * @param firstClaimed when its first attempt began
     * @param jitter 0..1: spreads the back-off of chains that fail together over a tenth of the delay
     */
    static AfterAttempt failure(
            LaneSpec lane, Reason reason, int failures, Instant firstClaimed, Instant now, double jitter) {
        var deadline = lane.limits().deadline();
        // A chain without a deadline missed one of a single command, which begins anew with the next attempt.
        boolean tooLate = reason == Reason.DEADLINE && !deadline.equals(ChainTimeLimits.NO_LIMIT);
        if (tooLate || !lane.retry().allowsAnother(failures)) return new GiveUp(reason);
        var delay = lane.retry().delayAfter(failures);
        var due = now.plus(delay).plus(Duration.ofNanos((long) (delay.toNanos() * 0.1 * jitter)));
        if (!deadline.equals(ChainTimeLimits.NO_LIMIT) && !due.isBefore(firstClaimed.plus(deadline)))
            return new GiveUp(Reason.DEADLINE);
        return delay.isZero() ? new TryAgainNow() : new TryAgainAt(due);
    }

    /**
     * After the agent was lost.
     *
     * @param losses how many losses of agents count against it, this one included if it counts
     * @param poisonAfter so many of them make it poison
     * @param before how often agents were lost before for causes that do not count
     */
    static AfterAttempt loss(LaneSpec lane, LossCause cause, int losses, int poisonAfter, int before, Instant now) {
        if (lane.delivery() == Delivery.AT_MOST_ONCE) return new GiveUp(Reason.AGENT_LOST);
        if (cause.counts() && losses >= poisonAfter) return new GiveUp(Reason.POISON);
        return cause == LossCause.SERVER && before >= LossCause.FEW
                ? new TryAgainAt(now.plus(pauseAfter(before)))
                : new TryAgainNow();
    }

    /**
     * What is lost with its server again and again is no fault of the chain as far as anybody knows; but it might be what takes the machine of both down, and
     * others should get something done in between.
     */
    private static Duration pauseAfter(int before) {
        var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(before - LossCause.FEW, 20));
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }
}
