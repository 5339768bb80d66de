package io.tidewheel.server;

import io.tidewheel.model.Database;

/** Opens the database that the settings name. Throws {@link io.tidewheel.model.StoreFailure} with a text for users. */
@FunctionalInterface
public interface DatabaseOpener {
    Database open(ServerSettings settings);
}
