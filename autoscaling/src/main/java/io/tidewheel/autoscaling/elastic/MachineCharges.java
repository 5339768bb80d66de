package io.tidewheel.autoscaling.elastic;

import io.tidewheel.model.Billing;
import io.tidewheel.model.Money;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** When a machine costs, and how much: its price at the beginning, and again at the end of each time that is paid for while it is still there. */
public final class MachineCharges {
    private static final Duration LONGEST_LEAD = Duration.ofSeconds(10);

    private MachineCharges() {}

    /** How often a machine costs in (after, upTo]; {@code from} is when it was reserved, and it was gone at {@code gone}. */
    public static long count(Billing billing, Instant from, Instant gone, Instant after, Instant upTo) {
        // A machine that was there for no time at all has cost once.
        var last = gone.isAfter(from) ? gone : from.plusNanos(1);
        return upTo(billing, from, last, upTo) - upTo(billing, from, last, after);
    }

    /** The first time that a machine, which was gone at {@code gone}, cost in (after, upTo]. */
    static Optional<Instant> first(Billing billing, Instant from, Instant gone, Instant after, Instant upTo) {
        if (count(billing, from, gone, after, upTo) == 0) return Optional.empty();
        if (after.isBefore(from)) return Optional.of(from);
        long before = nanos(from, after) / billing.interval().toNanos() + 1;
        return Optional.of(from.plusNanos(before * billing.interval().toNanos()));
    }

    private static long upTo(Billing billing, Instant from, Instant gone, Instant time) {
        if (time.isBefore(from)) return 0;
        // At the very end of a time that is paid for, whoever is gone by then does not pay again.
        long until = Math.ceilDiv(nanos(from, gone), billing.interval().toNanos());
        return Math.min(until, nanos(from, time) / billing.interval().toNanos() + 1);
    }

    /** Until when a machine is paid for, as long as it stays. */
    public static Instant paidUntil(Billing billing, Instant from, Instant now) {
        if (now.isBefore(from)) return from.plus(billing.interval());
        long interval = billing.interval().toNanos();
        return from.plusNanos(interval * (nanos(from, now) / interval + 1));
    }

    /** When a machine that has nothing to do is to be let go: a little before it costs again. The moment may be over. */
    public static Instant letGoBy(Billing billing, Instant from, Instant now) {
        return paidUntil(billing, from, now).minus(lead(billing.interval()));
    }

    /** A machine has to be let go a little before its time is over, for it must be gone by then not to cost again. */
    static Duration lead(Duration paidFor) {
        // In nanoseconds, here and in all that is asked for every machine: durations divide and multiply by way of
        // decimals.
        long least = paidFor.toNanos() / 4;
        return least < LONGEST_LEAD.toNanos() ? Duration.ofNanos(least) : LONGEST_LEAD;
    }

    /** When the time that was paid for a machine is over, which has gone at a moment. */
    public static Instant paidEnd(Billing billing, Instant from, Instant gone) {
        long paid =
                Math.max(1, Math.ceilDiv(nanos(from, gone), billing.interval().toNanos()));
        return from.plusNanos(billing.interval().toNanos() * paid);
    }

    /** The most that a machine can cost in any time as long as an interval. */
    public static Money most(Billing billing, Duration interval) {
        return billing.pricePerInterval().times(mostTimes(billing, interval));
    }

    /** How often a machine can cost at most in any time as long as an interval. */
    static long mostTimes(Billing billing, Duration interval) {
        return Math.ceilDiv(interval.toNanos(), billing.interval().toNanos());
    }

    private static long nanos(Instant from, Instant to) {
        return from.until(to, ChronoUnit.NANOS);
    }
}
