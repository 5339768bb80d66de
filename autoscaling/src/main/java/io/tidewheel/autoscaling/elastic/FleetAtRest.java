package io.tidewheel.autoscaling.elastic;

import io.tidewheel.model.MachineState.Supply;
import java.time.Instant;
import java.util.Optional;

/** Whether an owner's fleet can be left as it is: nothing waits, and no machine without work is about to be paid for again. */
final class FleetAtRest {
    private FleetAtRest() {}

    /** Until when it can, if nothing happens; empty if it cannot. */
    static Optional<Instant> of(OwnershipIndex.Own own, Instant now) {
        for (var lane : own.lanes()) if (lane.ready() > 0 || lane.deadline().isPresent()) return Optional.empty();
        var until = Instant.MAX;
        for (var machine : own.machines()) {
            if (machine.supply() != Supply.IDLE) continue;
            var record = machine.record();
            var due = MachineCharges.letGoBy(record.billing(), record.created(), now);
            if (!due.isAfter(now)) return Optional.empty();
            if (due.isBefore(until)) until = due;
        }
        return Optional.of(until);
    }
}
