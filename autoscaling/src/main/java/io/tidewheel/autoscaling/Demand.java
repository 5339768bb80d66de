package io.tidewheel.autoscaling;

import io.tidewheel.autoscaling.Plan.Limit;
import io.tidewheel.autoscaling.Plan.Obstacle;
import io.tidewheel.autoscaling.Plan.Shortage;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Setup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Finds room for what waits: first where slots are free, then on machines that are coming, then on new ones. */
final class Demand {
    /** What can take less is used first, so that a rare capability is not spent on work that needs it not. */
    private static final Comparator<Room> LEAST_SPECIAL = Comparator.comparingInt(room -> room.offers.size());

    /** The most particular sets choose first; they have the fewest places to go. */
    private static final Comparator<Map.Entry<Capabilities, Long>> MOST_PARTICULAR = Comparator.comparingInt(
                    (Map.Entry<Capabilities, Long> set) -> -set.getKey().size())
            .thenComparing(Map.Entry::getValue, Comparator.reverseOrder())
            .thenComparing(Map.Entry::getKey);

    private static final class Room {
        final Capabilities offers;
        long slots;

        Room(Capabilities offers, long slots) {
            this.offers = offers;
            this.slots = slots;
        }
    }

    private final Observation seen;
    private final FleetDraft fleet;
    private final List<Room> rooms = new ArrayList<>();

    Demand(Observation seen, FleetDraft fleet) {
        this.seen = seen;
        this.fleet = fleet;
        for (var agent : seen.agents()) {
            if (agent.free() > 0) rooms.add(new Room(agent.offers(), agent.free()));
        }
        for (var setup : seen.setups()) {
            long slots = (long) fleet.starting(setup) * setup.slotsPerMachine();
            if (slots > 0) rooms.add(new Room(setup.providedCapabilities(), slots));
        }
        rooms.sort(LEAST_SPECIAL);
    }

    void cover() {
        seen.waiting().entrySet().stream().sorted(MOST_PARTICULAR).forEach(set -> cover(set.getKey(), set.getValue()));
    }

    private void cover(Capabilities requires, long chains) {
        long left = inRooms(requires, chains);
        var obstacles = new ArrayList<Obstacle>();
        boolean anyOffers = false;
        for (var setup : seen.setups()) {
            if (left <= 0) return;
            if (!setup.providedCapabilities().covers(requires)) continue;
            anyOffers = true;
            left = onNewMachines(setup, requires, left, obstacles);
        }
        if (left <= 0) return;
        boolean somebodyWill =
                seen.agents().stream().anyMatch(agent -> agent.offers().covers(requires));
        if (!anyOffers && somebodyWill) return; // the fleet has nothing to do with it
        if (!anyOffers) obstacles.add(new Obstacle(Limit.NO_SETUP, "", "no setup offers [%s]".formatted(requires)));
        fleet.add(new Shortage(requires, left, obstacles));
    }

    private long inRooms(Capabilities requires, long chains) {
        long left = chains;
        for (var room : rooms) {
            if (left == 0) break;
            if (!room.offers.covers(requires)) continue;
            long taken = Math.min(left, room.slots);
            room.slots -= taken;
            left -= taken;
        }
        return left;
    }

    private long onNewMachines(Setup setup, Capabilities requires, long chains, List<Obstacle> obstacles) {
        int slots = setup.slotsPerMachine();
        int machines = (int) Math.min(Setup.MOST_MACHINES, Math.ceilDiv(chains, slots));
        int before = fleet.purchases().size();
        fleet.buy(setup, machines, why(requires, chains)).ifPresent(obstacles::add);
        int bought = fleet.purchases().size() - before;
        long room = (long) bought * slots;
        if (room > chains) {
            rooms.add(new Room(setup.providedCapabilities(), room - chains));
            rooms.sort(LEAST_SPECIAL);
        }
        return Math.max(0, chains - room);
    }

    private static String why(Capabilities requires, long chains) {
        return "%d %s for [%s], and no slot is free for %s"
                .formatted(chains, chains == 1 ? "chain waits" : "chains wait", requires, chains == 1 ? "it" : "them");
    }
}
