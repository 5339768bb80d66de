package io.tidewheel.storage.postgres;

import io.tidewheel.model.Archive;
import io.tidewheel.model.Database;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.Store;
import io.tidewheel.storage.sql.Migrations;
import io.tidewheel.storage.sql.SqlMachineStore;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** A PostgreSQL database that several servers may use at the same time. */
public final class PostgresDatabase implements Database {
    private static final Migrations MIGRATIONS = new Migrations(
            PostgresDatabase.class,
            List.of(
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
                    "V12__submission"));
    /** Of several servers that start at the same time, one migrates and the others wait for it. */
    private static final String ONE_AT_A_TIME =
            "SELECT pg_advisory_xact_lock(hashtext('tidewheel tables'), hashtext(current_schema()))";

    private final PostgresAddress address;
    private final PostgresWriter writer;
    private final PostgresStore store;
    private final PostgresArchive archive;
    private final MachineStore machines;

    private PostgresDatabase(PostgresConnections connections, PostgresWriter writer) {
        this.address = connections.address();
        this.writer = writer;
        this.store = new PostgresStore(connections, writer);
        this.archive = new PostgresArchive(connections);
        this.machines = new SqlMachineStore(archive, true);
    }

    /** Opens a database and brings its tables up to date. {@code now} is noted with migrations. */
    public static PostgresDatabase open(PostgresAddress address, Instant now) {
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
            return new PostgresDatabase(connections, writer);
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
    public String description() {
        return address.toString();
    }

    @Override
    public void close() {
        store.close();
        archive.close();
        writer.close();
    }
}
