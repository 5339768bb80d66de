package io.tidewheel.storage.postgres;

import io.tidewheel.model.Database;
import io.tidewheel.model.StoreSnapshot;
import io.tidewheel.model.plugins.DatabaseProvider;
import io.tidewheel.model.plugins.PluginSetting;
import io.tidewheel.model.plugins.PluginSetting.Form;
import io.tidewheel.model.plugins.PluginSettings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Offers {@link PostgresDatabase}. */
public final class PostgresDatabaseProvider implements DatabaseProvider {
    private static final String URL = "url";

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public String description() {
        return "PostgreSQL, which several servers may share";
    }

    @Override
    public List<PluginSetting> settings() {
        return List.of(PluginSetting.of(URL, Form.SECRET, "where it is, as a URL (also --postgres)"));
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public Database open(PluginSettings settings, String dataFolder, Instant now) {
        return PostgresDatabase.open(address(settings), now, Path.of(dataFolder, "primary.seen"));
    }

    @Override
    public void restore(
            PluginSettings settings,
            String dataFolder,
            Map<String, Integer> tables,
            StoreSnapshot content,
            Instant now) {
        PostgresDatabase.restore(address(settings), tables.getOrDefault(name(), Integer.MAX_VALUE), content, now);
    }

    private static PostgresAddress address(PluginSettings settings) {
        var url = settings.required(URL);
        try {
            return PostgresAddress.parse(url);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    "%s (--postgres): %s".formatted(settings.fullName(URL), wrong.getMessage()), wrong);
        }
    }
}
