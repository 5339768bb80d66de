package io.tidewheel.server.host;

import io.tidewheel.model.Database;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.storage.embedded.SqliteDatabase;
import io.tidewheel.storage.postgres.PostgresAddress;
import io.tidewheel.storage.postgres.PostgresDatabase;
import java.time.Instant;

/** Opens the database that the settings name. Throws {@link StoreFailure} with a text for users. */
@FunctionalInterface
public interface DatabaseOpener {
    Database open(ServerSettings settings);

    /** The PostgreSQL that is named, or else a file in the data folder. */
    static DatabaseOpener standard() {
        return settings -> settings.database()
                .map(DatabaseOpener::postgres)
                .orElseGet(() -> SqliteDatabase.open(settings.data(), Instant.now()));
    }

    private static Database postgres(ServerSettings.DatabaseUrl url) {
        try {
            return PostgresDatabase.open(PostgresAddress.parse(url.url()), Instant.now());
        } catch (IllegalArgumentException bad) {
            throw new StoreFailure(String.valueOf(bad.getMessage()));
        }
    }
}
