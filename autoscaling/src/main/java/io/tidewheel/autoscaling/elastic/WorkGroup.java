package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.FreeCapacity;
import io.tidewheel.autoscaling.Observation;
import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.Setup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Setups that can do the same work of an owner, and that work: machines for it are decided on together. */
record WorkGroup(String key, List<Setup> setups, List<SeenLane> lanes) {
    /** The most particular first: work that few setups can do has nowhere else to go. */
    static List<WorkGroup> of(Observation seen, OwnershipIndex all, OwnershipIndex.Own own) {
        var groups = new LinkedHashMap<String, WorkGroup>();
        var known = new HashMap<RequiredResources, WorkGroup>();
        for (var lane : lanes(all, own))
            known.computeIfAbsent(lane.need(), need -> groupOf(need, seen, groups))
                    .lanes()
                    .add(lane);
        // Machines whose work is all done have to be let go by somebody.
        var looked = new HashSet<String>();
        for (var group : groups.values()) for (var setup : group.setups()) looked.add(setup.id());
        for (var machine : own.machines()) {
            if (!looked.add(machine.setup())) continue;
            var setup = seen.setup(machine.setup());
            if (setup.isEmpty()) continue;
            groups.put(machine.setup(), new WorkGroup(machine.setup(), List.of(setup.get()), new ArrayList<>()));
        }
        var sorted = new ArrayList<>(groups.values());
        sorted.sort(Comparator.comparingInt(group -> group.setups().size()));
        return sorted;
    }

    private static WorkGroup groupOf(RequiredResources need, Observation seen, Map<String, WorkGroup> groups) {
        var able = able(seen, need);
        var key = String.join(",", able.stream().map(Setup::id).toList());
        if (able.isEmpty()) return new WorkGroup(key, able, new ArrayList<>());
        return groups.computeIfAbsent(key, _ -> new WorkGroup(key, able, new ArrayList<>()));
    }

    private static List<Setup> able(Observation seen, RequiredResources need) {
        var able = new ArrayList<Setup>();
        for (var setup : seen.setups()) if (setup.maxVMs() > 0 && setup.holds(need)) able.add(setup);
        return able;
    }

    /** Whether machines for such work are decided on here. */
    boolean isFor(RequiredResources need, Observation seen) {
        return able(seen, need).equals(setups);
    }

    /** The owner's work, without what free slots of agents will take that work for everybody. */
    private static List<SeenLane> lanes(OwnershipIndex all, OwnershipIndex.Own own) {
        if (all.forEverybody().isEmpty()) return own.lanes();
        var rooms = new FreeCapacity();
        for (var agent : all.forEverybody()) rooms.add(agent.offers(), agent.free(), agent.left(), 1);
        var lanes = new ArrayList<SeenLane>();
        for (var lane : own.lanes()) lanes.add(lane.withReady(rooms.take(lane.need(), lane.ready())));
        return lanes;
    }

    /** How many chains a machine of the setup can take at a time, whichever of the group's they are. */
    int slots(Setup setup) {
        int slots = setup.slotsPerMachine();
        for (var lane : lanes) slots = Math.min(slots, setup.chainsPerMachine(lane.needs()));
        return Math.max(1, slots);
    }

    /** The place of a setup in the list; -1 if it is not there. */
    int indexOf(String setup) {
        for (int type = 0; type < setups.size(); type++)
            if (setups.get(type).id().equals(setup)) return type;
        return -1;
    }
}
