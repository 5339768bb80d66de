package io.tidewheel.storage.memory;

import io.tidewheel.model.Archive;
import io.tidewheel.model.AuditStore;
import io.tidewheel.model.ClusterNotes;
import io.tidewheel.model.Database;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.NoticeStore;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Store;
import io.tidewheel.model.StoreCleaner;
import io.tidewheel.model.WorkTime;
import java.time.InstantSource;
import java.util.List;

/**
 * Keeps everything in collections. It stands for the disk: a server that is started again opens the same world with
 * {@link #reopened()}.
 */
public final class MemoryDatabase implements Database {
    private final MemoryTables world;
    private final boolean shared;
    private final MemoryStore store;

    private MemoryDatabase(MemoryTables world, boolean shared) {
        this.world = world;
        this.shared = shared;
        this.store = new MemoryStore(world, shared);
    }

    /** An empty database for one server at a time. */
    public static MemoryDatabase empty() {
        return new MemoryDatabase(new MemoryTables(), false);
    }

    /** An empty database that several servers may use at the same time, each through a {@link #reopened()} one of its own. */
    public static MemoryDatabase emptyShared() {
        return new MemoryDatabase(new MemoryTables(), true);
    }

    /** The same content, as another server (or the next life of one) opens it. */
    public MemoryDatabase reopened() {
        return new MemoryDatabase(world, shared);
    }

    /** The same content, with what an earlier fleet has learned. */
    public MemoryDatabase withWorkTimes(List<WorkTime> times) {
        synchronized (world) {
            times.forEach(world::learn);
        }
        return this;
    }

    MemoryTables tables() {
        return world;
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public Archive archive() {
        return new MemoryArchive(world);
    }

    @Override
    public MachineStore machines() {
        return new MemoryMachineStore(world, store);
    }

    @Override
    public NoticeStore notices() {
        return new MemoryNoticeStore(world);
    }

    @Override
    public StoreCleaner cleaner() {
        return new MemoryCleaner(world);
    }

    @Override
    public AuditStore audit() {
        return new MemoryAuditStore(world);
    }

    @Override
    public ClusterNotes notes() {
        return new MemoryClusterNotes(world);
    }

    @Override
    public ObjectStore objects(InstantSource clock) {
        return new MemoryObjects(world, clock);
    }

    @Override
    public String description() {
        return "memory";
    }

    @Override
    public void close() {
        store.close();
    }
}
