package io.tidewheel.autoscaling;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.Owner;
import io.tidewheel.model.PoolLimit;
import io.tidewheel.model.RemainingWork;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RunId;
import io.tidewheel.model.Setup;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Everything a policy may look at.
 *
 * @param setups in the order of the file: earlier ones are preferred
 * @param machines all that have not ended
 * @param agents all that are present, also those that run on machines which the fleet did not make
 * @param waiting how many chains could start at once if somebody had room for them, by what they require
 * @param breakers by the id of the setup; one that is missing has never failed
 * @param lanes whose work waits and runs, if the policy wants to know
 * @param outlooks what is left of runs that know it, beyond what waits and runs, if the policy wants to know
 * @param done what was done on machines of the fleet since the last decision, if the policy wants to know
 * @param gone machines that are no more, but were there lately: for as long as the policy wants to look back
 * @param memory what the policy returned with its last plan
 */
public record Observation(
        Instant now,
        List<Setup> setups,
        List<PoolLimit> pool,
        List<SeenMachine> machines,
        List<SeenAgent> agents,
        Map<RequiredResources, Long> waiting,
        Map<String, Breaker> breakers,
        List<SeenLane> lanes,
        Map<RunId, RemainingWork> outlooks,
        List<Done> done,
        List<MachineRecord> gone,
        PolicyMemory memory) {
    /** For a policy that does not ask whose work it is. */
    public Observation(
            Instant now,
            List<Setup> setups,
            List<PoolLimit> pool,
            List<SeenMachine> machines,
            List<SeenAgent> agents,
            Map<RequiredResources, Long> waiting,
            Map<String, Breaker> breakers,
            PolicyMemory memory) {
        this(now, setups, pool, machines, agents, waiting, breakers, List.of(), Map.of(), List.of(), List.of(), memory);
    }

    /**
     * A machine.
     *
     * @param idleSince since when none of its agents has work; empty if one has, or if none is present
     */
    public record SeenMachine(MachineRecord record, int holds, Optional<Instant> idleSince) {
        public MachineId id() {
            return record.id();
        }

        public String setup() {
            return record.setup();
        }

        public MachineState state() {
            return record.state();
        }

        public MachineState.Supply supply() {
            return record.state().supply(holds > 0);
        }
    }

    /**
     * An agent.
     *
     * @param machine the machine of the fleet that it runs on, if it does
     * @param free slots for which it has no work and would take some
     * @param has the amounts it has for all its slots
     * @param left what of them its chains leave
     */
    public record SeenAgent(
            String name,
            Optional<MachineId> machine,
            Capabilities offers,
            int slots,
            int free,
            Amounts has,
            Amounts left) {
        /** One that says nothing of amounts. */
        public SeenAgent(String name, Optional<MachineId> machine, Capabilities offers, int slots, int free) {
            this(name, machine, offers, slots, free, Amounts.UNLIMITED, Amounts.UNLIMITED);
        }

        /** Whether it could run such a chain if it had nothing else to do. */
        public boolean holds(RequiredResources need) {
            return offers.covers(need.requires()) && has.covers(need.amounts());
        }
    }

    /** Chains of a kind that were completed for an owner on a machine, and how long they took together. */
    public record Done(Owner owner, MachineId machine, String kind, long count, double seconds) {}

    public Observation {
        lanes = List.copyOf(lanes);
        outlooks = Collections.unmodifiableSortedMap(new TreeMap<>(outlooks));
        done = List.copyOf(done);
        gone = List.copyOf(gone);
        setups = List.copyOf(setups);
        pool = List.copyOf(pool);
        machines = List.copyOf(machines);
        agents = List.copyOf(agents);
        waiting = Collections.unmodifiableSortedMap(new TreeMap<>(waiting));
        breakers = Collections.unmodifiableSortedMap(new TreeMap<>(breakers));
    }

    public Optional<Setup> setup(String id) {
        for (var setup : setups) if (setup.id().equals(id)) return Optional.of(setup);
        return Optional.empty();
    }

    /** No setup has failed lately, so that none comes back by itself. */
    public boolean isUnbroken() {
        for (var breaker : breakers.values()) if (!breaker.equals(Breaker.CLOSED)) return false;
        return true;
    }

    public Breaker breaker(String setup) {
        return breakers.getOrDefault(setup, Breaker.CLOSED);
    }
}
