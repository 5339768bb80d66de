package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.Observation;
import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Setup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** Setups that can do the same work of an owner, and that work: machines for it are decided on together. */
record WorkGroup(String key, List<Setup> setups, List<SeenLane> lanes) {
    /** The most particular first: work that few setups can do has nowhere else to go. */
    static List<WorkGroup> of(Observation seen, Owner owner) {
        var groups = new LinkedHashMap<String, WorkGroup>();
        for (var lane : lanes(seen, owner)) {
            var able = seen.setups().stream()
                    .filter(setup ->
                            setup.maxVMs() > 0 && setup.providedCapabilities().covers(lane.requires()))
                    .toList();
            if (able.isEmpty()) continue;
            var key = String.join(",", able.stream().map(Setup::id).toList());
            groups.computeIfAbsent(key, _ -> new WorkGroup(key, able, new ArrayList<>()))
                    .lanes()
                    .add(lane);
        }
        // Machines whose work is all done have to be let go by somebody.
        for (var machine : seen.machines()) {
            boolean looked = !machine.record().owner().equals(Optional.of(owner))
                    || groups.values().stream().anyMatch(group -> group.indexOf(machine.setup()) >= 0);
            var setup = seen.setup(machine.setup());
            if (looked || setup.isEmpty()) continue;
            groups.put(machine.setup(), new WorkGroup(machine.setup(), List.of(setup.get()), new ArrayList<>()));
        }
        return groups.values().stream()
                .sorted(Comparator.comparingInt(group -> group.setups().size()))
                .toList();
    }

    /** The owner's work, without what free slots of agents will take that work for everybody. */
    private static List<SeenLane> lanes(Observation seen, Owner owner) {
        var rooms = new ArrayList<Room>();
        for (var agent : seen.agents())
            if (agent.free() > 0 && isForEverybody(seen, agent)) rooms.add(new Room(agent.offers(), agent.free()));
        var lanes = new ArrayList<SeenLane>();
        for (var lane : seen.lanes()) {
            if (!lane.owner().equals(owner)) continue;
            long ready = lane.ready();
            for (var room : rooms) if (room.offers.covers(lane.requires())) ready -= room.take(ready);
            lanes.add(lane.withReady(ready));
        }
        return lanes;
    }

    private static boolean isForEverybody(Observation seen, Observation.SeenAgent agent) {
        if (agent.machine().isEmpty()) return true;
        return seen.machines().stream()
                .noneMatch(machine -> machine.id().equals(agent.machine().get())
                        && machine.record().owner().isPresent());
    }

    private static final class Room {
        final Capabilities offers;
        private long slots;

        Room(Capabilities offers, long slots) {
            this.offers = offers;
            this.slots = slots;
        }

        long take(long chains) {
            long taken = Math.min(chains, slots);
            slots -= taken;
            return taken;
        }
    }

    /** The place of a setup in the list; -1 if it is not there. */
    int indexOf(String setup) {
        for (int type = 0; type < setups.size(); type++)
            if (setups.get(type).id().equals(setup)) return type;
        return -1;
    }
}
