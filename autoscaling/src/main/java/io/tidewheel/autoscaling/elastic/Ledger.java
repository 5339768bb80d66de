package io.tidewheel.autoscaling.elastic;

import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineUse;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RunId;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Says which runs pay for a machine. It costs its price for every time that it begins; a time in which runs used it is paid by them, in
 * proportion to how long they kept its slots, so what was idle in it is paid by them too. A time in which nobody used it is paid by the
 * run that used it last before, or first after; and by no run if none ever did. Runs with a budget of their own pay only for times in
 * which they used it.
 */
public final class Ledger {
    private static final int DIGITS = 12;

    /**
     * A part of what a machine cost.
     *
     * @param at when it was paid
     * @param run who pays it; empty if no run ever used the machine
     * @param idle whether nobody used the machine in the time that was paid
     */
    public record Entry(
            MachineId machine,
            String setup,
            Optional<Owner> owner,
            Instant at,
            Money amount,
            Optional<RunId> run,
            boolean idle) {
        private Entry ofNoRun() {
            return new Entry(machine, setup, owner, at, amount, Optional.empty(), idle);
        }
    }

    private Ledger() {}

    /** What a machine has cost until now. The sum of all entries of a time is its price, to the last digit. */
    public static List<Entry> of(MachineRecord machine, List<MachineUse> uses, Instant now) {
        var byPeriod = new TreeMap<Long, List<MachineUse>>();
        for (var use : uses) {
            if (!use.slotTime().isZero())
                byPeriod.computeIfAbsent(use.period(), _ -> new ArrayList<>()).add(use);
        }
        var entries = new ArrayList<Entry>();
        long periods = periods(machine, now);
        for (long period = 0; period < periods; period++) {
            var users = byPeriod.get(period);
            if (users != null) share(machine, period, users, false, entries);
            else share(machine, period, heir(byPeriod, period), true, entries);
        }
        return entries;
    }

    /**
     * The same if some runs have a budget of their own: those pay for what they use, and a time in which nobody used the machine is paid by no
     * run instead. It may come when such a run has nothing left to pay with.
     */
    public static List<Entry> of(MachineRecord machine, List<MachineUse> uses, Instant now, Predicate<RunId> limited) {
        return of(machine, uses, now).stream()
                .map(entry -> entry.idle() && entry.run().filter(limited).isPresent() ? entry.ofNoRun() : entry)
                .toList();
    }

    /** How often a machine was paid until now. */
    public static long periods(MachineRecord machine, Instant now) {
        var until = machine.ended().filter(ended -> !ended.isAfter(now)).orElse(now.plusNanos(1));
        return MachineCharges.count(machine.billing(), machine.created(), until, Instant.MIN, now);
    }

    /** In which of the times that are paid for a machine a moment is. */
    public static long periodOf(MachineRecord machine, Instant at) {
        return Math.max(
                0,
                Duration.between(machine.created(), at).toNanos()
                        / machine.billing().interval().toNanos());
    }

    private static List<MachineUse> heir(NavigableMap<Long, List<MachineUse>> byPeriod, long period) {
        var before = byPeriod.lowerEntry(period);
        if (before != null) return before.getValue();
        var after = byPeriod.higherEntry(period);
        return after == null ? List.of() : after.getValue();
    }

    private static void share(
            MachineRecord machine, long period, List<MachineUse> users, boolean idle, List<Entry> entries) {
        var at = machine.created().plus(machine.billing().interval().multipliedBy(period));
        var price = machine.billing().pricePerInterval();
        if (users.isEmpty()) {
            entries.add(entry(machine, at, price, Optional.empty(), idle));
            return;
        }
        long all = users.stream().mapToLong(use -> use.slotTime().toNanos()).sum();
        var left = price;
        for (int place = 0; place < users.size(); place++) {
            var use = users.get(place);
            // The last one gets what is left, so that nothing is lost by rounding.
            var part = place == users.size() - 1
                    ? left
                    : part(price, use.slotTime().toNanos(), all);
            left = left.minus(part);
            entries.add(entry(machine, at, part, Optional.of(use.run()), idle));
        }
    }

    private static Money part(Money price, long mine, long all) {
        return new Money(price.amount()
                .multiply(BigDecimal.valueOf(mine))
                .divide(BigDecimal.valueOf(all), DIGITS, RoundingMode.DOWN));
    }

    private static Entry entry(MachineRecord machine, Instant at, Money amount, Optional<RunId> run, boolean idle) {
        return new Entry(machine.id(), machine.setup(), machine.owner(), at, amount, run, idle);
    }
}
