package io.tidewheel.autoscaling.elastic;

import io.tidewheel.model.Billing;
import io.tidewheel.model.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an owner may still spend. The rule that makes the budget a hard limit: whenever a machine is bought, what all reserved machines cost
 * at most in an interval if they are kept, together with what gone ones have cost in the interval before, is within the budget.
 *
 * <p>Then what is paid in any time as long as an interval is within it too. Take the last purchase in such a time: machines that were
 * gone before it have their costs counted; those that were there cost at most what was counted for them; later ones there are none. And
 * if nothing is bought in that time, the last purchase before it has counted all that can cost in it.
 */
public record Purse(Money budget, Duration interval) {
    /**
     * A machine that the owner has or had.
     *
     * @param from when it was reserved, which is when it cost for the first time
     * @param gone when it was gone; what is on its way out is still there
     */
    public record Bought(Billing billing, Instant from, Optional<Instant> gone) {}

    public Purse {
        if (interval.isNegative() || interval.isZero())
            throw new IllegalArgumentException("the interval of a budget is longer than nothing, not " + interval);
    }

    /** What may be committed now. Nothing if more is committed than the budget allows, as it may be after it was lowered. */
    public Money spendable(List<Bought> machines, Instant now) {
        var committed = committed(machines, now);
        return committed.compareTo(budget) >= 0 ? Money.ZERO : budget.minus(committed);
    }

    /** What of the budget is taken. */
    public Money committed(List<Bought> machines, Instant now) {
        // Machines of the same price are counted before their price is; there are few prices.
        var prices = new ArrayList<Money>();
        var times = new long[machines.size()];
        for (var machine : machines) {
            var price = machine.billing().pricePerInterval();
            int place = prices.indexOf(price);
            if (place < 0) {
                place = prices.size();
                prices.add(price);
            }
            times[place] += times(machine, now);
        }
        var sum = Money.ZERO;
        for (int place = 0; place < prices.size(); place++)
            sum = sum.plus(prices.get(place).times(times[place]));
        return sum;
    }

    /** When less is taken though nothing happens: what a machine that is gone has cost is then an interval ago. */
    public Optional<Instant> nextRelief(List<Bought> machines, Instant now) {
        var first = Instant.MAX;
        for (var machine : machines) {
            if (machine.gone().isEmpty()) continue;
            var cost = MachineCharges.first(machine.billing(), machine.from(), gone(machine), now.minus(interval), now);
            if (cost.isPresent() && cost.get().isBefore(first)) first = cost.get();
        }
        return first.equals(Instant.MAX) ? Optional.empty() : Optional.of(first.plus(interval));
    }

    private long times(Bought machine, Instant now) {
        if (machine.gone().isEmpty()) return MachineCharges.mostTimes(machine.billing(), interval);
        return MachineCharges.count(machine.billing(), machine.from(), gone(machine), now.minus(interval), now);
    }

    /**
     * The moment from which a machine is not paid for any more. One that was gone at the very moment of being paid again may have been
     * paid, since nobody knows which came first.
     */
    private static Instant gone(Bought machine) {
        return machine.gone().orElseThrow().plusNanos(1);
    }
}
