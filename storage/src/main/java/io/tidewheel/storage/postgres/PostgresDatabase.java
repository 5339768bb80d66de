package io.tidewheel.storage.postgres;

import io.tidewheel.model.Archive;
import io.tidewheel.model.AuditStore;
import io.tidewheel.model.ClusterNotes;
import io.tidewheel.model.Database;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.NoticeStore;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Store;
import io.tidewheel.model.StoreCleaner;
import io.tidewheel.model.StoreSnapshot;
import io.tidewheel.storage.postgres.ChainSegments.SegmentLimits;
import io.tidewheel.storage.sql.Migrations;
import io.tidewheel.storage.sql.SqlAuditStore;
import io.tidewheel.storage.sql.SqlClusterNotes;
import io.tidewheel.storage.sql.SqlConnection;
import io.tidewheel.storage.sql.SqlMachineStore;
import io.tidewheel.storage.sql.SqlNoticeStore;
import io.tidewheel.storage.sql.SqlObjectStore;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A PostgreSQL database that several servers may use at the same time. */
public final class PostgresDatabase implements Database {
    static final List<String> MIGRATION_NAMES = List.of(
            "V1__first",
            "V2__growing_runs",
            "V3__machines",
            "V4__machine_uses",
            "V5__run_courses",
            "V6__run_notes",
            "V7__lane_kind",
            "V8__work_times",
            "V9__run_budget",
            "V10__session_identity",
            "V11__custom_amounts",
            "V12__submission",
            "V13__objects",
            "V14__present_agents",
            "V15__segments",
            "V16__notices",
            "V17__agent_limits",
            "V18__audit_seals");
    private static final Migrations MIGRATIONS = new Migrations(PostgresDatabase.class, MIGRATION_NAMES);
    /** Takes the lock for migrations: when several servers start at the same time, one migrates and the others wait for it. */
    private static final String ONE_AT_A_TIME =
            "SELECT pg_advisory_xact_lock(hashtext('tidewheel tables'), hashtext(current_schema()))";

    private final PostgresAddress address;
    private final PostgresConnections connections;
    private final PostgresWriter writer;
    private final PostgresStore store;
    private final PostgresArchive archive;
    private final MachineStore machines;
    private final NoticeStore notices;
    private final PostgresCleaner cleaner;
    private volatile boolean closed;

    private PostgresDatabase(PostgresConnections connections, PostgresWriter writer, SegmentLimits limits) {
        this.address = connections.address();
        this.connections = connections;
        this.writer = writer;
        this.store = new PostgresStore(connections, writer);
        this.archive = new PostgresArchive(connections);
        this.notices = new SqlNoticeStore(archive);
        this.machines = new SqlMachineStore(archive, true);
        this.cleaner = new PostgresCleaner(connections, limits);
        if (connections.primary().hasSeveralHosts())
            Thread.ofVirtual().name("primary-watch").start(() -> connections.watch(() -> !closed));
    }

    /** Opens a database and brings its tables up to date. {@code now} is noted with migrations. */
    public static PostgresDatabase open(PostgresAddress address, Instant now) {
        return open(new PostgresConnections(address), now, SegmentLimits.DEFAULT);
    }

    /** The same; {@code memory} is a file that remembers which primary was the newest. */
    public static PostgresDatabase open(PostgresAddress address, Instant now, Path memory) {
        return open(new PostgresConnections(address, memory), now, SegmentLimits.DEFAULT);
    }

    static PostgresDatabase open(PostgresAddress address, Instant now, SegmentLimits limits) {
        return open(new PostgresConnections(address), now, limits);
    }

    private static PostgresDatabase open(PostgresConnections connections, Instant now, SegmentLimits limits) {
        try (var migrating = new PostgresWriter(connections, connections::forMigrations)) {
            ServerCheck.check(connections);
            MIGRATIONS.apply(
                    work -> migrating.run(link -> {
                        link.first(ONE_AT_A_TIME, _ -> true);
                        work.run(link);
                        return true;
                    }),
                    connections.address().toString(),
                    now);
        } catch (SQLException failed) {
            throw PostgresErrors.failure("open " + connections.address(), failed);
        }
        return new PostgresDatabase(connections, new PostgresWriter(connections, connections::forCommits), limits);
    }

    /** The version of the tables that this program makes. */
    public static int tablesVersion() {
        return MIGRATIONS.newest();
    }

    /**
     * Fills a database in which nothing is kept with what a backup has.
     *
     * @param version what the tables were when it was made
     */
    static void restore(PostgresAddress address, int version, StoreSnapshot content, Instant now) {
        var connections = new PostgresConnections(address);
        try (var link = new SqlConnection(connections.forListening())) {
            link.connection().setAutoCommit(false);
            Migrations.Transaction steps = work -> {
                link.first(ONE_AT_A_TIME, _ -> true);
                work.run(link);
                link.connection().commit();
            };
            MIGRATIONS.applyUpTo(version, steps, address.toString(), now);
            steps.run(filled -> PostgresBackup.fill(filled, content));
            MIGRATIONS.apply(steps, address.toString(), now);
        } catch (SQLException failed) {
            throw PostgresErrors.failure("restore into " + address, failed);
        }
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public Archive archive() {
        return archive;
    }

    @Override
    public MachineStore machines() {
        return machines;
    }

    @Override
    public NoticeStore notices() {
        return notices;
    }

    @Override
    public StoreCleaner cleaner() {
        return cleaner;
    }

    @Override
    public AuditStore audit() {
        return new SqlAuditStore(archive);
    }

    @Override
    public ClusterNotes notes() {
        return new SqlClusterNotes(archive);
    }

    @Override
    public ObjectStore objects(InstantSource clock) {
        return new SqlObjectStore(archive, true, clock);
    }

    /** The engine's connection tells of most by its failure; not of others that cannot be had any more. */
    @Override
    public Optional<String> hindrance() {
        return archive.hindrance();
    }

    @Override
    public Optional<StoreSnapshot> snapshot() {
        return Optional.of(PostgresBackup.of(connections));
    }

    @Override
    public String description() {
        return address.toString();
    }

    @Override
    public void close() {
        closed = true;
        cleaner.close();
        store.close();
        archive.close();
        writer.close();
    }
}
