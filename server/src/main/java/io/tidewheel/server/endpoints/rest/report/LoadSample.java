package io.tidewheel.server.endpoints.rest.report;

import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.autoscaling.elastic.Elasticity;
import io.tidewheel.engine.AgentView;
import io.tidewheel.engine.FleetStatus;
import io.tidewheel.engine.WorkCounts;
import io.tidewheel.model.AgentState;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Setup;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much there was to do at a moment and who was there to do it. Pure.
 *
 * @param slots of all agents that were present
 * @param most as many slots as there could be: those of lasting agents, and of all machines that setups allow
 * @param costPerHour of the machines that were there
 * @param machines how many were in which state
 * @param owners whose work it was, and what was there for it: machines reserved for the owner, and slots of others that the work was on
 * @param setups the same for each kind of machine: work that it could do or did, and the slots of its machines
 */
public record LoadSample(
        Instant at,
        long agents,
        long slots,
        long most,
        long running,
        long queued,
        double costPerHour,
        Map<MachineState.Supply, Long> machines,
        Map<Owner, SlotDemand> owners,
        Map<String, SlotDemand> setups) {
    /** How many chains wanted a slot, and how many slots there were. */
    public record SlotDemand(long demand, long slots) {
        private static final SlotDemand NOTHING = new SlotDemand(0, 0);

        private SlotDemand plus(SlotDemand other) {
            return new SlotDemand(demand + other.demand, slots + other.slots);
        }
    }

    /** Owners can be many; a picture has room for few. */
    private static final int MOST_OWNERS = 20;

    public LoadSample {
        machines = Collections.unmodifiableMap(new EnumMap<>(machines));
        owners = Collections.unmodifiableMap(new TreeMap<>(owners));
        setups = Collections.unmodifiableMap(new TreeMap<>(setups));
    }

    /**
     * What is seen now.
     *
     * @param fleet and {@code setups} are empty if no machines are made
     */
    public static LoadSample of(
            Instant now,
            WorkCounts counts,
            List<AgentView> agents,
            List<SeenLane> lanes,
            List<FleetStatus.Entry> fleet,
            List<Setup> setups) {
        var machines = new EnumMap<MachineState.Supply, Long>(MachineState.Supply.class);
        var byName = new HashMap<String, FleetStatus.Entry>();
        double cost = 0;
        for (var entry : fleet) {
            machines.merge(entry.supply(), 1L, Long::sum);
            byName.put(entry.record().id().name(), entry);
            cost += perHour(entry);
        }
        long slots = 0;
        long lasting = 0;
        for (var agent : agents) {
            if (agent.state() == AgentState.DISCONNECTED) continue;
            slots += agent.slots();
            if (!byName.containsKey(MachineId.ofAgent(agent.name()))) lasting += agent.slots();
        }
        long made = setups.stream()
                .mapToLong(setup -> (long) setup.maxVMs() * setup.slotsPerMachine())
                .sum();
        return new LoadSample(
                now,
                counts.agents(),
                slots,
                lasting + made,
                counts.running(),
                counts.queued(),
                cost,
                machines,
                owners(lanes, byName, setups),
                bySetup(lanes, byName, setups));
    }

    private static double perHour(FleetStatus.Entry entry) {
        var billing = entry.record().billing();
        return billing.pricePerInterval().amount().doubleValue()
                * Duration.ofHours(1).toNanos()
                / billing.interval().toNanos();
    }

    private static long slotsOf(FleetStatus.Entry machine, List<Setup> setups) {
        return setups.stream()
                .filter(setup -> setup.id().equals(machine.record().setup()))
                .mapToLong(Setup::slotsPerMachine)
                .findFirst()
                .orElse(1);
    }

    private static Map<Owner, SlotDemand> owners(
            List<SeenLane> lanes, Map<String, FleetStatus.Entry> machines, List<Setup> setups) {
        var owners = new TreeMap<Owner, SlotDemand>();
        for (var machine : machines.values())
            machine.record()
                    .owner()
                    .ifPresent(owner ->
                            owners.merge(owner, new SlotDemand(0, slotsOf(machine, setups)), SlotDemand::plus));
        for (var lane : lanes) {
            long elsewhere = 0;
            for (var on : lane.running()) {
                var machine = machines.get(MachineId.ofAgent(on.agent()));
                boolean own = machine != null
                        && machine.record().owner().map(lane.owner()::equals).orElse(false);
                if (!own) elsewhere += on.chains();
            }
            if (owners.size() < MOST_OWNERS || owners.containsKey(lane.owner()))
                owners.merge(lane.owner(), new SlotDemand(lane.ready() + lane.held(), elsewhere), SlotDemand::plus);
        }
        return owners;
    }

    private static Map<String, SlotDemand> bySetup(
            List<SeenLane> lanes, Map<String, FleetStatus.Entry> machines, List<Setup> setups) {
        var wanted = new TreeMap<String, SlotDemand>();
        for (var setup : setups) wanted.put(setup.id(), SlotDemand.NOTHING);
        for (var machine : machines.values())
            wanted.merge(machine.record().setup(), new SlotDemand(0, slotsOf(machine, setups)), SlotDemand::plus);
        for (var lane : lanes) {
            for (var setup : setups)
                if (setup.providedCapabilities().covers(lane.requires()))
                    wanted.merge(setup.id(), new SlotDemand(lane.ready(), 0), SlotDemand::plus);
            for (var on : lane.running()) {
                var machine = machines.get(MachineId.ofAgent(on.agent()));
                if (machine != null)
                    wanted.merge(machine.record().setup(), new SlotDemand(on.chains(), 0), SlotDemand::plus);
            }
        }
        return wanted;
    }

    /** How well what was there for an owner followed what was wanted, over all these moments. */
    public static Elasticity elasticity(List<LoadSample> seen, Owner owner) {
        long most = seen.stream().mapToLong(LoadSample::most).max().orElse(1);
        var sum = new Elasticity.Sum(Math.clamp(most, 1, Integer.MAX_VALUE));
        for (int i = 0; i + 1 < seen.size(); i++) {
            var wanted = seen.get(i).owners.getOrDefault(owner, SlotDemand.NOTHING);
            double seconds =
                    Duration.between(seen.get(i).at, seen.get(i + 1).at).toNanos() / 1e9;
            sum.add(seconds, wanted.demand, wanted.slots);
        }
        return sum.result();
    }
}
