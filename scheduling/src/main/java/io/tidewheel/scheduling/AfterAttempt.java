package io.tidewheel.scheduling;

import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Reason;
import java.time.Duration;
import java.time.Instant;

/** What becomes of a chain after an attempt that did not succeed. */
public sealed interface AfterAttempt {
    /** Before what was lost a few times is begun once more; it doubles each time. */
    Duration FIRST_PAUSE = Duration.ofSeconds(10);

    Duration LONGEST_PAUSE = Duration.ofHours(1);

    /** How many losses that count make a chain poison, whatever happens to others: no loop is without end. */
    int MOST_LOSSES = 20;

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
     * What speaks against a chain whose agent was lost.
     *
     * @param cause why it was
     * @param losses how many losses of agents count against it, this one included if it counts
     * @param limit so many of them make it poison, if they cannot be chance
     * @param doubtful how often agents were lost before for causes that do not count
     * @param chance how likely it is that they were lost with this chain by chance
     */
    record Suspicion(LossCause cause, int losses, int limit, int doubtful, double chance) {
        private boolean isPoison() {
            if (losses < limit) return false;
            // Who is suspected already and vanishes so often, too, with its server for example, is not waited for.
            if (cause.isDoubtful() && doubtful + 1 >= LossCause.TOO_MANY) return true;
            boolean isSure = chance < LossChance.IMPROBABLE || losses >= MOST_LOSSES;
            return cause == LossCause.TOO_OFTEN || (cause.counts() && isSure);
        }

        /** How long others come first. Whoever kills agents, or takes down servers, at random will be elsewhere by then. */
        private Duration pause() {
            if (cause == LossCause.SERVER && doubtful >= LossCause.FEW) return pauseAfter(doubtful - LossCause.FEW);
            return cause.counts() && losses + 1 >= limit ? pauseAfter(losses + 1 - limit) : Duration.ZERO;
        }
    }

    /** After the agent was lost. The last attempt before a chain may be held to be poison waits, and so do all after it. */
    static AfterAttempt loss(LaneSpec lane, Suspicion suspicion, Instant now) {
        if (lane.delivery() == Delivery.AT_MOST_ONCE) return new GiveUp(Reason.AGENT_LOST);
        if (suspicion.isPoison()) return new GiveUp(Reason.POISON);
        var pause = suspicion.pause();
        return pause.isZero() ? new TryAgainNow() : new TryAgainAt(now.plus(pause));
    }

    /** What is lost again and again is no fault of the chain as far as anybody knows; but it might be, and others should get something done in between. */
    private static Duration pauseAfter(int times) {
        var pause = FIRST_PAUSE.multipliedBy(1L << Math.clamp(times, 0, 20));
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }
}
