package io.tidewheel.autoscaling;

import io.tidewheel.model.Setup;
import java.time.Instant;

/**
 * Whether machines of a setup may be made, after some could not be: it waits longer and longer between attempts, makes one at a time then,
 * and after the last attempt none for a while; then a single trial decides.
 *
 * @param failures how many attempts in a row have failed
 * @param notBefore when the next one may begin
 * @param reason why the last one failed
 */
public record Breaker(int failures, Instant notBefore, String reason) {
    public static final Breaker CLOSED = new Breaker(0, Instant.MIN, "");

    /** A machine could not be made or never got ready. */
    public Breaker failed(Setup.Creation rules, Instant at, String why) {
        int now = failures + 1;
        var pause = rules.retries().allowsAnother(now) ? rules.retries().delayAfter(now) : rules.lockAfterRetries();
        var earliest = at.plus(pause);
        return new Breaker(now, earliest.isAfter(notBefore) ? earliest : notBefore, why);
    }

    /** A machine has become ready. */
    public Breaker succeeded() {
        return CLOSED;
    }

    /** All attempts are used up: after the pause there is one trial at a time. */
    public boolean isLocked(Setup.Creation rules) {
        return failures > 0 && !rules.retries().allowsAnother(failures);
    }

    /** How many machines may be begun now, while so many are being made. */
    public int permits(Instant now, int starting) {
        if (failures == 0) return Integer.MAX_VALUE;
        if (now.isBefore(notBefore)) return 0;
        return Math.max(0, 1 - starting);
    }

    /** For people. */
    public String sentence(Setup setup, Instant now) {
        var attempts = "the last %s to make a machine of setup %s failed (%s)"
                .formatted(failures == 1 ? "attempt" : failures + " attempts", setup.id(), reason);
        if (!now.isBefore(notBefore)) return attempts + "; one is being tried";
        var next = java.time.Duration.between(now, notBefore).toSeconds();
        return "%s; the next %s in %d s"
                .formatted(attempts, isLocked(setup.creation()) ? "trial is" : "attempt is", Math.max(1, next));
    }
}
