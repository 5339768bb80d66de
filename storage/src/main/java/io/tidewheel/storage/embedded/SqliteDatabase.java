package io.tidewheel.storage.embedded;

import io.tidewheel.model.Archive;
import io.tidewheel.model.ClusterNotes;
import io.tidewheel.model.Database;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.NoticeStore;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Store;
import io.tidewheel.model.StoreCleaner;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.StoreSnapshot;
import io.tidewheel.storage.PrivateFiles;
import io.tidewheel.storage.sql.Migrations;
import io.tidewheel.storage.sql.SqlClusterNotes;
import io.tidewheel.storage.sql.SqlMachineStore;
import io.tidewheel.storage.sql.SqlNoticeStore;
import io.tidewheel.storage.sql.SqlObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

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
                    "V12__submission",
                    "V13__objects",
                    "V14__present_agents",
                    "V15__notices",
                    "V16__agent_limits"));
    private static final String FILE = "tidewheel.db";
    private static final long LEAST_SPACE = 2 << 20;

    private final Path folder;
    private final FolderLock lock;
    private final SqliteWriter writer;
    private final SqliteStore store;
    private final SqliteArchive archive;
    private final MachineStore machines;
    private final NoticeStore notices;
    private final StoreCleaner cleaner;

    private SqliteDatabase(Path folder, FolderLock lock, SqliteWriter writer) {
        this.folder = folder;
        this.lock = lock;
        this.writer = writer;
        this.store = new SqliteStore(writer);
        this.archive = new SqliteArchive(writer, new SqliteReaders(folder.resolve(FILE)));
        this.notices = new SqlNoticeStore(archive);
        this.machines = new SqlMachineStore(archive, false);
        this.cleaner = new SqliteCleaner(writer);
    }

    /** Opens the database of a folder; makes both if they do not exist. {@code now} is noted with migrations. */
    public static SqliteDatabase open(Path folder, Instant now) {
        NativeLibrary.prepare();
        makeFolder(folder);
        var lock = FolderLock.take(folder);
        var writer = new SqliteWriter(folder.resolve(FILE));
        try {
            writer.makeShrinkable();
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

    /** The version of the tables that this program makes. */
    public static int tablesVersion() {
        return MIGRATIONS.newest();
    }

    /**
     * Fills a folder in which there is no database with what a backup has.
     *
     * @param version what the tables were when it was made
     */
    static void restore(Path folder, int version, StoreSnapshot content, Instant now) {
        NativeLibrary.prepare();
        makeFolder(folder);
        var where = "the data folder " + folder;
        try (var _ = FolderLock.take(folder);
                var writer = new SqliteWriter(folder.resolve(FILE))) {
            Migrations.Transaction steps = work -> writer.run(link -> {
                work.run(link);
                return true;
            });
            MIGRATIONS.applyUpTo(version, steps, where, now);
            writer.run(link -> {
                SqliteBackup.fill(link, content);
                return true;
            });
            MIGRATIONS.apply(steps, where, now);
        } catch (SQLException failed) {
            throw SqliteErrors.failure("restore into " + folder, failed);
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
        return new SqlObjectStore(archive, false, clock);
    }

    /** A disk that is full would only be noticed by the next commit. */
    @Override
    public Optional<String> hindrance() {
        try {
            var disk = Files.getFileStore(folder);
            if (disk.isReadOnly()) return Optional.of("the disk of the data folder %s only reads".formatted(folder));
            boolean knowsItsSize = disk.getTotalSpace() > 0;
            if (!knowsItsSize || disk.getUsableSpace() >= LEAST_SPACE) return Optional.empty();
            return Optional.of(
                    "the disk is full below the data folder %s: make room, and work goes on".formatted(folder));
        } catch (IOException failed) {
            return Optional.of("the data folder %s cannot be looked at: %s".formatted(folder, failed));
        }
    }

    @Override
    public Optional<StoreSnapshot> snapshot() {
        return Optional.of(SqliteBackup.of(folder.resolve(FILE)));
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
