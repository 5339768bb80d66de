package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.Observation;
import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.Owner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which owner each machine, lane and work belongs to: looked at once, and then asked for one owner after the other. */
final class OwnershipIndex {
    /**
     * What is one owner's.
     *
     * @param gone machines that were the owner's and are no more
     * @param done what was completed for the owner, on whosever machine
     */
    record Own(
            List<SeenLane> lanes,
            List<Observation.SeenMachine> machines,
            List<MachineRecord> gone,
            List<Observation.Done> done) {
        /** What the owner has and had lately, as it was paid for. */
        List<Purse.Bought> bought() {
            var bought = new ArrayList<Purse.Bought>(machines.size() + gone.size());
            for (var machine : machines) bought.add(bought(machine.record()));
            for (var machine : gone) bought.add(bought(machine));
            return bought;
        }

        private static Purse.Bought bought(MachineRecord machine) {
            return new Purse.Bought(machine.billing(), machine.created(), machine.ended());
        }
    }

    private final Map<Owner, Own> owners = new HashMap<>();
    private final List<Observation.SeenAgent> forEverybody = new ArrayList<>();

    OwnershipIndex(Observation seen) {
        for (var lane : seen.lanes()) of(lane.owner()).lanes.add(lane);
        var owned = new HashSet<MachineId>();
        for (var machine : seen.machines()) {
            var owner = machine.record().owner();
            if (owner.isEmpty()) continue;
            of(owner.get()).machines.add(machine);
            owned.add(machine.id());
        }
        for (var machine : seen.gone()) {
            var owner = machine.owner();
            if (owner.isPresent()) of(owner.get()).gone.add(machine);
        }
        for (var done : seen.done()) of(done.owner()).done.add(done);
        for (var agent : seen.agents()) {
            if (agent.free() <= 0) continue;
            var machine = agent.machine();
            if (machine.isEmpty() || !owned.contains(machine.get())) forEverybody.add(agent);
        }
    }

    Own of(Owner owner) {
        var known = owners.get(owner);
        if (known != null) return known;
        var fresh = new Own(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        owners.put(owner, fresh);
        return fresh;
    }

    /** Everybody of whom anything is seen. */
    Set<Owner> owners() {
        return owners.keySet();
    }

    /** Agents with free slots that work for everybody. */
    List<Observation.SeenAgent> forEverybody() {
        return forEverybody;
    }
}
