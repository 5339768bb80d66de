package io.tidewheel.storage.postgres;

import io.tidewheel.model.Archive;
import io.tidewheel.model.ClusterNotes;
import io.tidewheel.model.Database;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.NoticeStore;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Store;
import io.tidewheel.model.StoreCleaner;
import io.tidewheel.storage.postgres.ChainSegments.SegmentLimits;
import io.tidewheel.storage.sql.Migrations;
import io.tidewheel.storage.sql.SqlClusterNotes;
import io.tidewheel.storage.sql.SqlMachineStore;
import io.tidewheel.storage.sql.SqlNoticeStore;
import io.tidewheel.storage.sql.SqlObjectStore;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

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
            "V16__notices");
    private static final Migrations MIGRATIONS = new Migrations(PostgresDatabase.class, MIGRATION_NAMES);
    /** Of several servers that start at the same time, one migrates and the others wait for it. */
    private static final String ONE_AT_A_TIME =
            "SELECT pg_advisory_xact_lock(hashtext('tidewheel tables'), hashtext(current_schema()))";

    private final PostgresAddress address;
    private final PostgresWriter writer;
    private final PostgresStore store;
    private final PostgresArchive archive;
    private final MachineStore machines;
    private final NoticeStore notices;
    private final PostgresCleaner cleaner;

    private PostgresDatabase(PostgresConnections connections, PostgresWriter writer, SegmentLimits limits) {
        this.address = connections.address();
        this.writer = writer;
        this.store = new PostgresStore(connections, writer);
        this.archive = new PostgresArchive(connections);
        this.notices = new SqlNoticeStore(archive);
        this.machines = new SqlMachineStore(archive, true);
        this.cleaner = new PostgresCleaner(connections, limits);
    }

    /** Opens a database and brings its tables up to date. {@code now} is noted with migrations. */
    public static PostgresDatabase open(PostgresAddress address, Instant now) {
        return open(address, now, SegmentLimits.DEFAULT);
    }

    static PostgresDatabase open(PostgresAddress address, Instant now, SegmentLimits limits) {
        var connections = new PostgresConnections(address);
        var writer = new PostgresWriter(connections);
        try {
            MIGRATIONS.apply(
                    work -> writer.run(link -> {
                        link.first(ONE_AT_A_TIME, _ -> true);
                        work.run(link);
                        return true;
                    }),
                    address.toString(),
                    now);
            return new PostgresDatabase(connections, writer, limits);
        } catch (SQLException failed) {
            writer.close();
            throw PostgresErrors.failure("open " + address, failed);
        } catch (RuntimeException failed) {
            writer.close();
            throw failed;
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
    public ClusterNotes notes() {
        return new SqlClusterNotes(archive);
    }

    @Override
    public ObjectStore objects(InstantSource clock) {
        return new SqlObjectStore(archive, true, clock);
    }

    @Override
    public String description() {
        return address.toString();
    }

    @Override
    public void close() {
        cleaner.close();
        store.close();
        archive.close();
        writer.close();
    }
}
