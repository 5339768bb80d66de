package io.tidewheel.server;

import io.tidewheel.model.Database;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.storage.embedded.SqliteDatabase;
import java.time.Instant;

/** Opens the database that the settings name. Throws {@link StoreFailure} with a text for users. */
@FunctionalInterface
public interface DatabaseOpener {
    Database open(ServerSettings settings);

    /** In the data folder. */
    static DatabaseOpener embedded() {
        return settings -> {
            if (settings.database().isPresent()) {
                throw new StoreFailure("this server keeps its database in the data folder and can use no other");
            }
            return SqliteDatabase.open(settings.data(), Instant.now());
        };
    }
}
