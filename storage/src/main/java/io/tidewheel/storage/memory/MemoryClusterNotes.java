package io.tidewheel.storage.memory;

import io.tidewheel.model.ClusterNotes;
import io.tidewheel.model.Payload;
import java.util.Optional;

/** What servers on one memory database have in common. */
final class MemoryClusterNotes implements ClusterNotes {
    private final MemoryTables world;

    MemoryClusterNotes(MemoryTables world) {
        this.world = world;
    }

    @Override
    public Optional<Payload> find(String name) {
        synchronized (world) {
            return Optional.ofNullable(world.clusterNotes.get(name));
        }
    }

    @Override
    public Payload keepFirst(String name, Payload value) {
        synchronized (world) {
            return world.clusterNotes.computeIfAbsent(name, _ -> value);
        }
    }

    @Override
    public boolean replace(String name, Payload before, Payload after) {
        synchronized (world) {
            return world.clusterNotes.replace(name, before, after);
        }
    }
}
