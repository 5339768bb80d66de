package io.tidewheel.storage.memory;

import io.tidewheel.model.AuditSeal;
import io.tidewheel.model.AuditStore;
import io.tidewheel.model.NumberedEntry;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The audit log of a memory database, and its seals. */
final class MemoryAuditStore implements AuditStore {
    private final MemoryTables world;

    MemoryAuditStore(MemoryTables world) {
        this.world = world;
    }

    @Override
    public List<NumberedEntry> entries(long after, long last, int limit) {
        if (after >= last) return List.of();
        synchronized (world) {
            return world.audit.subMap(after, false, last, true).entrySet().stream()
                    .limit(Math.max(0, limit))
                    .map(each -> new NumberedEntry(each.getKey(), each.getValue()))
                    .toList();
        }
    }

    @Override
    public long lastEntry() {
        synchronized (world) {
            return world.audit.isEmpty() ? 0 : world.audit.lastKey();
        }
    }

    @Override
    public Optional<AuditSeal> lastSeal() {
        synchronized (world) {
            return Optional.ofNullable(world.seals.lastEntry()).map(Map.Entry::getValue);
        }
    }

    @Override
    public List<AuditSeal> seals(long after, int limit) {
        synchronized (world) {
            return world.seals.tailMap(after, false).values().stream()
                    .limit(Math.max(0, limit))
                    .toList();
        }
    }

    @Override
    public boolean keep(AuditSeal seal) {
        synchronized (world) {
            return world.seals.putIfAbsent(seal.number(), seal) == null;
        }
    }
}
