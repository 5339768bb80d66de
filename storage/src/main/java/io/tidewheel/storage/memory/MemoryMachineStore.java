package io.tidewheel.storage.memory;

import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.MachineUse;
import io.tidewheel.model.RunId;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.WorkTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The record of machines in a world. */
final class MemoryMachineStore implements MachineStore {
    private static final Comparator<MachineRecord> OLDEST_FIRST =
            Comparator.comparing(MachineRecord::created).thenComparing(MachineRecord::id);

    private final MemoryTables world;
    private final MemoryStore store;

    MemoryMachineStore(MemoryTables world, MemoryStore store) {
        this.world = world;
        this.store = store;
    }

    @Override
    public boolean lead(ServerNumber server, Duration silentFor) {
        synchronized (world) {
            boolean taken = world.fleetServer != 0
                    && world.fleetServer != server.value()
                    && store.isAlive(new ServerNumber(world.fleetServer), silentFor);
            if (!taken) world.fleetServer = server.value();
            return !taken;
        }
    }

    @Override
    public boolean save(ServerNumber server, List<MachineRecord> machines, List<AuditEntry> audit) {
        synchronized (world) {
            if (world.fleetServer != server.value()) return false;
            for (var machine : machines) {
                var known = world.machines.get(machine.id());
                if (known != null && known.ended().isPresent()) return false;
            }
            machines.forEach(machine -> world.machines.put(machine.id(), machine));
            world.note(audit);
            return true;
        }
    }

    @Override
    public List<MachineRecord> present() {
        synchronized (world) {
            return world.machines.values().stream()
                    .filter(machine -> machine.ended().isEmpty())
                    .sorted(OLDEST_FIRST)
                    .toList();
        }
    }

    @Override
    public Optional<MachineRecord> machine(MachineId id) {
        synchronized (world) {
            return Optional.ofNullable(world.machines.get(id));
        }
    }

    @Override
    public List<MachineRecord> machines(Set<MachineState> states, Optional<MachineId> after, int limit) {
        synchronized (world) {
            var last = after.map(world.machines::get);
            return world.machines.values().stream()
                    .filter(machine -> states.isEmpty() || states.contains(machine.state()))
                    .filter(machine ->
                            after.isEmpty() || (last.isPresent() && OLDEST_FIRST.compare(machine, last.get()) < 0))
                    .sorted(OLDEST_FIRST.reversed())
                    .limit(Math.max(0, limit))
                    .toList();
        }
    }

    @Override
    public List<MachineRecord> lastOf(String setup, int limit) {
        synchronized (world) {
            return world.machines.values().stream()
                    .filter(machine -> machine.setup().equals(setup))
                    .sorted(OLDEST_FIRST.reversed())
                    .limit(Math.max(0, limit))
                    .toList();
        }
    }

    @Override
    public List<MachineRecord> between(Instant from, Instant to, int limit) {
        synchronized (world) {
            return world.machines.values().stream()
                    .filter(machine -> machine.created().isBefore(to)
                            && !machine.ended()
                                    .map(ended -> ended.isBefore(from))
                                    .orElse(false))
                    .sorted(OLDEST_FIRST)
                    .limit(Math.max(0, limit))
                    .toList();
        }
    }

    @Override
    public boolean use(ServerNumber server, List<MachineUse> uses, List<WorkTime> times) {
        synchronized (world) {
            if (world.fleetServer != server.value()) return false;
            for (var use : uses) {
                world.uses
                        .computeIfAbsent(use.machine(), _ -> new TreeMap<>())
                        .computeIfAbsent(use.period(), _ -> new TreeMap<>())
                        .merge(use.run(), use.slotTime(), Duration::plus);
            }
            times.forEach(world::learn);
            return true;
        }
    }

    @Override
    public List<MachineUse> usesOf(MachineId machine) {
        synchronized (world) {
            var uses = new ArrayList<MachineUse>();
            world.uses
                    .getOrDefault(machine, new TreeMap<>())
                    .forEach((period, runs) ->
                            runs.forEach((run, time) -> uses.add(new MachineUse(machine, period, run, time))));
            return uses;
        }
    }

    @Override
    public List<MachineId> usedBy(RunId run, int limit) {
        synchronized (world) {
            return world.uses.entrySet().stream()
                    .filter(machine -> machine.getValue().values().stream().anyMatch(runs -> runs.containsKey(run)))
                    .map(Map.Entry::getKey)
                    .limit(Math.max(0, limit))
                    .toList();
        }
    }

    @Override
    public List<WorkTime> workTimes(int limit) {
        synchronized (world) {
            return world.workTimes.values().stream()
                    .sorted(Comparator.comparing(WorkTime::last).reversed())
                    .limit(Math.max(0, limit))
                    .toList();
        }
    }

    @Override
    public int forget(Instant endedBefore, int limit) {
        synchronized (world) {
            var old = world.machines.values().stream()
                    .filter(machine ->
                            machine.ended().isPresent() && machine.ended().get().isBefore(endedBefore))
                    .sorted(Comparator.comparing(machine -> machine.ended().orElseThrow()))
                    .limit(Math.max(0, limit))
                    .map(MachineRecord::id)
                    .toList();
            old.forEach(world.machines::remove);
            old.forEach(world.uses::remove);
            world.workTimes.values().removeIf(time -> time.last().isBefore(endedBefore));
            return old.size();
        }
    }
}
