package io.tidewheel.storage.embedded;

import static java.util.Objects.requireNonNull;

import io.tidewheel.model.Database;
import io.tidewheel.storage.DatabaseContract;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

class SqliteDatabaseTest extends DatabaseContract {
    @TempDir
    Path home;

    private final Map<Database, Path> folders = new IdentityHashMap<>();

    @Override
    protected Database openEmpty() {
        return open(home.resolve("data" + folders.size()));
    }

    @Override
    protected Database reopen(Database closed) {
        return open(requireNonNull(folders.get(closed)));
    }

    private Database open(Path folder) {
        var database = SqliteDatabase.open(folder, NOON);
        folders.put(database, folder);
        return database;
    }
}
