package io.tidewheel.autoscaling;

import io.tidewheel.autoscaling.Plan.Obstacle;
import io.tidewheel.autoscaling.Plan.Shortage;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.Setup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Finds room for what waits: first where slots are free, then on machines that are coming, then on new ones. */
final class DemandFitter {
    /** The most particular sets choose first, and of them those that need most; they have the fewest places to go. */
    private static final Comparator<Map.Entry<RequiredResources, Long>> MOST_PARTICULAR = Comparator.comparingInt(
                    (Map.Entry<RequiredResources, Long> set) ->
                            -set.getKey().requires().size())
            .thenComparing(set -> set.getKey().amounts(), Comparator.reverseOrder())
            .thenComparing(Map.Entry::getValue, Comparator.reverseOrder())
            .thenComparing(Map.Entry::getKey);

    private final Observation seen;
    private final FleetDraft fleet;
    private final FreeCapacity rooms = new FreeCapacity();

    DemandFitter(Observation seen, FleetDraft fleet) {
        this.seen = seen;
        this.fleet = fleet;
        for (var agent : seen.agents()) rooms.add(agent.offers(), agent.free(), agent.left(), 1);
        for (var setup : seen.setups()) addAgents(setup, fleet.starting(setup));
    }

    private void addAgents(Setup setup, int machines) {
        rooms.add(
                setup.providedCapabilities(),
                setup.size().slots(),
                setup.size().amounts(),
                (long) machines * setup.agents());
    }

    void cover() {
        seen.waiting().entrySet().stream().sorted(MOST_PARTICULAR).forEach(set -> cover(set.getKey(), set.getValue()));
    }

    private void cover(RequiredResources need, long chains) {
        long left = rooms.take(need, chains);
        var obstacles = new ArrayList<Obstacle>();
        boolean anyHolds = false;
        for (var setup : seen.setups()) {
            if (left <= 0) return;
            if (!setup.holds(need)) continue;
            anyHolds = true;
            left = onNewMachines(setup, need, left, obstacles);
        }
        if (left <= 0) return;
        boolean somebodyWill = seen.agents().stream().anyMatch(agent -> agent.holds(need));
        if (!anyHolds && somebodyWill) return; // the fleet has nothing to do with it
        if (!anyHolds) obstacles.add(Obstacle.ofNobody(need, seen.setups()));
        fleet.add(new Shortage(need, left, obstacles));
    }

    private long onNewMachines(Setup setup, RequiredResources need, long chains, List<Obstacle> obstacles) {
        int each = setup.chainsPerMachine(need.amounts());
        int machines = (int) Math.min(Setup.MOST_MACHINES, Math.ceilDiv(chains, each));
        int before = fleet.purchases().size();
        fleet.buy(setup, machines, why(need, chains)).ifPresent(obstacles::add);
        addAgents(setup, fleet.purchases().size() - before);
        return rooms.take(need, chains);
    }

    private static String why(RequiredResources need, long chains) {
        return "%d %s for %s, and no slot is free for %s"
                .formatted(chains, chains == 1 ? "chain waits" : "chains wait", need, chains == 1 ? "it" : "them");
    }
}
