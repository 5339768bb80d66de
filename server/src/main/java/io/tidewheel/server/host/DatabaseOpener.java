package io.tidewheel.server.host;

import io.tidewheel.model.Database;
import io.tidewheel.model.StoreFailure;

/** Opens the database of a server. Throws {@link StoreFailure} with a text for users. */
@FunctionalInterface
public interface DatabaseOpener {
    Database open(ServerSettings settings);

    /** A file in the data folder. */
    static DatabaseOpener standard() {
        return ServerAdapters.standard().database();
    }
}
