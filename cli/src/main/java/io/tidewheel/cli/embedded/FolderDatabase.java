package io.tidewheel.cli.embedded;

import io.tidewheel.cli.text.Console;
import io.tidewheel.model.Database;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.storage.embedded.SqliteDatabase;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Opens the databases of data folders. */
public final class FolderDatabase {
    private static final String FILE = "tidewheel.db";
    private static final String LOCK = "lock";
    private static final int MOST_SIDES = 1_000;

    private FolderDatabase() {}

    /** A database, and the folder it is in. */
    public record Opened(Path folder, Database database) {}

    /**
     * For working in. If another process works in the folder now, a folder beside its database is used, so that several commands can run at
     * the same time.
     */
    public static Opened open(Path data, Console console) {
        if (!isInUse(data)) return new Opened(data, sqlite(data));
        for (int i = 1; i < MOST_SIDES; i++) {
            var side = side(data, i);
            if (isInUse(side)) continue;
            console.note("tidewheel: %s is in use by another command: this run is kept in %s".formatted(data, side));
            return new Opened(side, sqlite(side));
        }
        throw new StoreFailure("the data folder %s is in use by %d commands at once".formatted(data, MOST_SIDES));
    }

    /** Folders beside a database in which other commands work now. */
    public static List<Path> sidesInUse(Path data) {
        var found = new ArrayList<Path>();
        for (int i = 1; i < MOST_SIDES && Files.exists(side(data, i)); i++) {
            if (isInUse(side(data, i))) found.add(side(data, i));
        }
        return found;
    }

    private static Path side(Path data, int number) {
        return data.resolve("side-" + number);
    }

    /** For looking into. A folder in which nothing was kept yet is not made by looking. */
    public static Database look(Path data) {
        return Files.exists(data.resolve(FILE)) ? sqlite(data) : MemoryDatabase.empty();
    }

    private static Database sqlite(Path folder) {
        return SqliteDatabase.open(folder, Instant.now());
    }

    static boolean isInUse(Path data) {
        var file = data.resolve(LOCK);
        if (!Files.exists(file)) return false;
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            var lock = channel.tryLock();
            if (lock == null) return true;
            lock.release();
            return false;
        } catch (OverlappingFileLockException ours) {
            return true;
        } catch (IOException unusable) {
            return false; // opening it will say what is wrong
        }
    }
}
