package io.tidewheel.storage.embedded;

import io.tidewheel.model.Archive;
import io.tidewheel.model.Database;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.Store;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.storage.PrivateFiles;
import io.tidewheel.storage.sql.Migrations;
import io.tidewheel.storage.sql.SqlMachineStore;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** A database in one file of a data folder, which no other process may use at the same time. */
public final class SqliteDatabase implements Database {
    private static final Migrations MIGRATIONS = new Migrations(
            SqliteDatabase.class,
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
    private static final String FILE = "tidewheel.db";

    private final Path folder;
    private final FolderLock lock;
    private final SqliteWriter writer;
    private final SqliteStore store;
    private final SqliteArchive archive;
    private final MachineStore machines;

    private SqliteDatabase(Path folder, FolderLock lock, SqliteWriter writer) {
        this.folder = folder;
        this.lock = lock;
        this.writer = writer;
        this.store = new SqliteStore(writer);
        this.archive = new SqliteArchive(writer, new SqliteReaders(folder.resolve(FILE)));
        this.machines = new SqlMachineStore(archive, false);
    }

    /** Opens the database of a folder; makes both if they do not exist. {@code now} is noted with migrations. */
    public static SqliteDatabase open(Path folder, Instant now) {
        NativeLibrary.prepare();
        makeFolder(folder);
        var lock = FolderLock.take(folder);
        var writer = new SqliteWriter(folder.resolve(FILE));
        try {
            MIGRATIONS.apply(
                    work -> writer.run(link -> {
                        work.run(link);
                        return true;
                    }),
                    "the data folder " + folder,
                    now);
            return new SqliteDatabase(folder, lock, writer);
        } catch (SQLException failed) {
            writer.close();
            lock.close();
            throw SqliteErrors.failure("open the database in " + folder, failed);
        } catch (RuntimeException failed) {
            writer.close();
            lock.close();
            throw failed;
        }
    }

    /** What is in it is nobody else's business: commands may carry secrets. */
    private static void makeFolder(Path folder) {
        try {
            PrivateFiles.makeFolder(folder);
            // SQLite gives the files beside it the same permissions.
            PrivateFiles.makeFile(folder.resolve(FILE));
        } catch (IOException failed) {
            throw new StoreFailure(
                    "could not make the data folder %s (check the path and its permissions)".formatted(folder), failed);
        }
    }

    SqliteWriter writer() {
        return writer;
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
        return "SQLite in " + folder;
    }

    @Override
    public void close() {
        archive.close();
        writer.close();
        lock.close();
    }
}
