package io.tidewheel.model.plugins;

import io.tidewheel.model.Database;
import io.tidewheel.model.StoreSnapshot;
import java.time.Instant;
import java.util.Map;

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

    /**
     * Fills an empty one with what a backup has, which nobody may use meanwhile. Throws StoreFailure, with a text for users, and changes nothing, if
     * it is not empty or the backup does not fit; and IllegalArgumentException if there can be none of this kind.
     *
     * @param tables the version that the tables of each kind of database had when the backup was made
     */
    default void restore(
            PluginSettings settings,
            String dataFolder,
            Map<String, Integer> tables,
            StoreSnapshot content,
            Instant now) {
        throw new IllegalArgumentException("a database of the kind '%s' cannot be restored".formatted(name()));
    }
}
