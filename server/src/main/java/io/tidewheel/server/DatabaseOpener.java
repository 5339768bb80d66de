package io.tidewheel.server;

import io.tidewheel.model.Database;
import io.tidewheel.storage.embedded.SqliteDatabase;
import java.time.Instant;

/** Opens the database that the settings name. Throws {@link io.tidewheel.model.StoreFailure} with a text for users. */
@FunctionalInterface
public interface DatabaseOpener {
    Database open(ServerSettings settings);

    /** In the data folder. */
    static DatabaseOpener embedded() {
        return settings -> SqliteDatabase.open(settings.data(), Instant.now());
    }
}
