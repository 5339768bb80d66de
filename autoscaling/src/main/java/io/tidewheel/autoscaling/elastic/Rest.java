package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.Observation;
import io.tidewheel.model.MachineState.Supply;
import io.tidewheel.model.Owner;
import java.time.Instant;
import java.util.Optional;

/** Whether an owner's fleet can be left as it is: nothing waits, and no machine without work is about to be paid for again. */
final class Rest {
    private Rest() {}

    /** Until when it can, if nothing happens; empty if it cannot. */
    static Optional<Instant> of(Observation seen, Owner owner) {
        for (var lane : seen.lanes()) {
            boolean waits = lane.ready() > 0 || lane.deadline().isPresent();
            if (waits && lane.owner().equals(owner)) return Optional.empty();
        }
        var whose = Optional.of(owner);
        var until = Instant.MAX;
        for (var machine : seen.machines()) {
            if (machine.supply() != Supply.IDLE || !machine.record().owner().equals(whose)) continue;
            var billing = machine.record().billing();
            var due = Charges.paidUntil(billing, machine.record().created(), seen.now())
                    .minus(OwnerSight.lead(billing.interval()));
            if (!due.isAfter(seen.now())) return Optional.empty();
            if (due.isBefore(until)) until = due;
        }
        return Optional.of(until);
    }
}
