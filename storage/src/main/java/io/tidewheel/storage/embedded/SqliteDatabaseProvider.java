package io.tidewheel.storage.embedded;

import io.tidewheel.model.Database;
import io.tidewheel.model.StoreSnapshot;
import io.tidewheel.model.plugins.DatabaseProvider;
import io.tidewheel.model.plugins.PluginSettings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

/** Offers {@link SqliteDatabase}. */
public final class SqliteDatabaseProvider implements DatabaseProvider {
    @Override
    public String name() {
        return "embedded";
    }

    @Override
    public String description() {
        return "a file in the data folder, for one server";
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public Database open(PluginSettings settings, String dataFolder, Instant now) {
        return SqliteDatabase.open(Path.of(dataFolder), now);
    }

    @Override
    public void restore(
            PluginSettings settings,
            String dataFolder,
            Map<String, Integer> tables,
            StoreSnapshot content,
            Instant now) {
        SqliteDatabase.restore(Path.of(dataFolder), tables.getOrDefault(name(), Integer.MAX_VALUE), content, now);
    }
}
