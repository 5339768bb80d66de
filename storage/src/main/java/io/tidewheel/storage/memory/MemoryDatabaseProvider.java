package io.tidewheel.storage.memory;

import io.tidewheel.model.Database;
import io.tidewheel.model.plugins.DatabaseProvider;
import io.tidewheel.model.plugins.PluginSettings;
import java.time.Instant;

/** Offers {@link MemoryDatabase}. */
public final class MemoryDatabaseProvider implements DatabaseProvider {
    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String description() {
        return "nothing is kept when the server ends: for tests and measurements";
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public Database open(PluginSettings settings, String dataFolder, Instant now) {
        return MemoryDatabase.empty();
    }
}
