package io.tidewheel.model.plugins;

import io.tidewheel.model.Database;
import java.time.Instant;

/** Offers a database. Users choose it with {@code --database NAME}. */
public interface DatabaseProvider extends PluginProvider {
    PluginKind<DatabaseProvider> KIND = new PluginKind<>("database", "database", "--database", DatabaseProvider.class);

    /** Whether several servers may work on it at the same time. */
    boolean isShared();

    /**
     * Opens it, and makes what it needs to keep things if that is not there. Throws StoreFailure if it cannot, and IllegalArgumentException if
     * its settings cannot be, both with a text for users.
     *
     * @param dataFolder where the server keeps its data
     */
    Database open(PluginSettings settings, String dataFolder, Instant now);
}
