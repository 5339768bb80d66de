package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.FleetDraft;
import io.tidewheel.autoscaling.Observation;
import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.model.MachineState.Supply;
import io.tidewheel.model.RemainingWork;
import io.tidewheel.model.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that a policy which acts on news could look at for an owner: as long as it is the same, and nothing becomes due, so is the
 * answer, and the policy need not be asked.
 *
 * @param rooms how many more machines of each setup there may be
 * @param agents agents with free slots that work for everybody
 */
record ObservationDigest(
        List<SeenLane> lanes,
        Map<RunId, RemainingWork> outlooks,
        List<Observation.SeenMachine> machines,
        List<Integer> rooms,
        List<Observation.SeenAgent> agents) {
    static final ObservationDigest NOTHING =
            new ObservationDigest(List.of(), Map.of(), List.of(), List.of(), List.of());
    /** What takes longer than was expected is news too, though nobody tells it. */
    private static final Duration LONGEST = Duration.ofSeconds(5);
    /** Where nothing can be done about it, only the order of what waits may change with time. */
    private static final Duration LONGEST_WHEN_STUCK = Duration.ofMinutes(1);

    static ObservationDigest of(Observation seen, OwnershipIndex all, OwnershipIndex.Own own, FleetDraft draft) {
        var outlooks = new LinkedHashMap<RunId, RemainingWork>();
        for (var lane : own.lanes()) {
            var remaining = seen.outlooks().get(lane.id().run());
            if (remaining != null) outlooks.put(lane.id().run(), remaining);
        }
        var rooms = new ArrayList<Integer>();
        for (var setup : seen.setups()) rooms.add(draft.room(setup));
        return new ObservationDigest(own.lanes(), outlooks, own.machines(), rooms, all.forEverybody());
    }

    /**
     * Until when the answer holds if nothing changes.
     *
     * @param canBuy whether a machine could be bought
     * @param relief when more money is there though nothing changes
     */
    Instant holdsUntil(Instant now, boolean canBuy, Optional<Instant> relief) {
        boolean hasIdle = false;
        for (var machine : machines) hasIdle |= machine.supply() == Supply.IDLE;
        var until = now.plus(canBuy || hasIdle ? LONGEST : LONGEST_WHEN_STUCK);
        boolean waits = lanes.stream().anyMatch(lane -> lane.ready() > 0);
        if (waits && relief.isPresent() && relief.get().isBefore(until)) until = relief.get();
        for (var lane : lanes) if (lane.deadline().isPresent()) return now;
        for (var machine : machines) {
            // Nobody lets go what works or is on its way.
            if (machine.supply() != Supply.IDLE) continue;
            var record = machine.record();
            var due = MachineCharges.letGoBy(record.billing(), record.created(), now);
            // What is due already was looked at as such.
            if (due.isAfter(now) && due.isBefore(until)) until = due;
        }
        return until;
    }
}
