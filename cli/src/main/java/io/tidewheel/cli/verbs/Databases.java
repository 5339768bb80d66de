package io.tidewheel.cli.verbs;

import io.tidewheel.model.Database;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.server.ServerSettings;
import io.tidewheel.storage.embedded.SqliteDatabase;
import java.time.Instant;

/** Opens the database that a server is told to use. */
final class Databases {
    private Databases() {}

    static Database open(ServerSettings settings) {
        if (settings.database().isPresent()) throw new StoreFailure("this build cannot use PostgreSQL");
        return SqliteDatabase.open(settings.data(), Instant.now());
    }
}
