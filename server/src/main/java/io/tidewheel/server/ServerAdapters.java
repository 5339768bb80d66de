package io.tidewheel.server;

import io.tidewheel.model.plugins.DatabaseProvider;
import io.tidewheel.model.plugins.LoadedPlugin;
import io.tidewheel.model.plugins.ObjectsProvider;
import io.tidewheel.model.plugins.PluginCatalogue;
import io.tidewheel.model.plugins.PluginSettings;
import java.security.SecureRandom;
import java.time.Instant;

/** What a server stands on. It names no adapter itself: whoever starts it chooses among the providers there are. */
public record ServerAdapters(DatabaseOpener database, ObjectsOpener objects) {
    /** Everything in the data folder. */
    public static ServerAdapters standard() {
        var program = PluginCatalogue.ofProgram();
        var database = program.named(DatabaseProvider.KIND, "embedded");
        var objects = program.named(ObjectsProvider.KIND, "folder");
        return new ServerAdapters(database(database, usual(database)), objects(objects, usual(objects)));
    }

    /** One that has the database of this provider. */
    public static DatabaseOpener database(LoadedPlugin<DatabaseProvider> plugin, PluginSettings set) {
        return settings -> plugin.use(
                "open the database", each -> each.open(set, settings.data().toString(), Instant.now()));
    }

    /** One that keeps objects with this provider. */
    public static ObjectsOpener objects(LoadedPlugin<ObjectsProvider> plugin, PluginSettings set) {
        return (settings, time) -> plugin.use(
                "open the place for objects",
                each -> each.open(set, settings.data().toString(), time, new SecureRandom()));
    }

    private static PluginSettings usual(LoadedPlugin<?> plugin) {
        return PluginSettings.usual(plugin.prefix(), plugin.provider().settings());
    }

    /** The same with another database. */
    public ServerAdapters withDatabase(DatabaseOpener other) {
        return new ServerAdapters(other, objects);
    }
}
