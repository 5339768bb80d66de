package io.tidewheel.server.endpoints.rest.report;

import io.tidewheel.autoscaling.elastic.Ledger;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineUse;
import io.tidewheel.model.Money;
import io.tidewheel.model.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a run has cost: in all, for each machine, and when it was paid. Pure.
 *
 * @param idle what of the amount was for times in which nobody used the machine
 * @param machines those it used, the dearest first
 * @param payments in the order of time
 */
public record RunCost(Money amount, Money idle, List<Part> machines, List<Payment> payments) {
    /** A machine that the run has used, and by whom it was used when. */
    public record Used(MachineRecord machine, List<MachineUse> uses) {
        public Used {
            uses = List.copyOf(uses);
        }
    }

    /**
     * What the run has paid for one machine.
     *
     * @param used how long its chains kept slots of it, all together
     */
    public record Part(MachineRecord machine, Money amount, Money idle, Duration used) {}

    /** What was paid at a moment. */
    public record Payment(Instant at, Money amount) {}

    public RunCost {
        machines = List.copyOf(machines);
        payments = List.copyOf(payments);
    }

    /** @param limited whether the run has a budget of its own */
    public static RunCost of(RunId run, List<Used> machines, Instant now, boolean limited) {
        var amount = Money.ZERO;
        var idle = Money.ZERO;
        var parts = new ArrayList<Part>();
        var payments = new TreeMap<Instant, Money>();
        for (var each : machines) {
            var part = new Part(each.machine, Money.ZERO, Money.ZERO, used(run, each.uses));
            for (var entry : Ledger.of(each.machine, each.uses, now, _ -> limited)) {
                if (!entry.run().equals(Optional.of(run))) continue;
                part = plus(part, entry);
                payments.merge(entry.at(), entry.amount(), Money::plus);
            }
            parts.add(part);
            amount = amount.plus(part.amount);
            idle = idle.plus(part.idle);
        }
        parts.sort(Comparator.comparing(Part::amount)
                .reversed()
                .thenComparing(part -> part.machine().id()));
        return new RunCost(
                amount,
                idle,
                parts,
                payments.entrySet().stream()
                        .map(paid -> new Payment(paid.getKey(), paid.getValue()))
                        .toList());
    }

    private static Duration used(RunId run, List<MachineUse> uses) {
        return uses.stream()
                .filter(use -> use.run().equals(run))
                .map(MachineUse::slotTime)
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static Part plus(Part part, Ledger.Entry entry) {
        return new Part(
                part.machine,
                part.amount.plus(entry.amount()),
                entry.idle() ? part.idle.plus(entry.amount()) : part.idle,
                part.used);
    }

    /** What was paid in each time as long as an interval, from a moment on; the last one may not be over yet. */
    public List<Payment> perInterval(Instant from, Duration interval) {
        var sums = new TreeMap<Long, Money>();
        for (var payment : payments)
            sums.merge(
                    Math.floorDiv(Duration.between(from, payment.at).toNanos(), interval.toNanos()),
                    payment.amount,
                    Money::plus);
        return sums.entrySet().stream()
                .map(sum -> new Payment(from.plus(interval.multipliedBy(sum.getKey())), sum.getValue()))
                .toList();
    }
}
