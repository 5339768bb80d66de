package io.tidewheel.cli.plugins;

import io.tidewheel.cli.CliError;
import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.model.plugins.DatabaseProvider;
import io.tidewheel.model.plugins.ObjectsProvider;
import io.tidewheel.server.access.AuthenticationProvider;
import io.tidewheel.server.access.TokenAuthentication;
import io.tidewheel.server.host.ServerAdapters;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Supplier;

/** Chooses what a server stands on, as the command line and the configuration say. */
public final class ServerPlugins {
    private final ConfiguredPlugins plugins;
    private final Config config;

    public ServerPlugins(ConfiguredPlugins plugins, Config config) {
        this.plugins = plugins;
        this.config = config;
    }

    public ServerAdapters adapters() {
        var database = database();
        var objects = plugins.choose(
                ObjectsProvider.KIND, config.value(ConfigKey.STORE_OBJECTS).orElseThrow());
        var openDatabase = ServerAdapters.database(database.plugin(), database.settings());
        var openObjects = ServerAdapters.objects(objects.plugin(), objects.settings());
        return new ServerAdapters(
                settings -> asSet(() -> openDatabase.open(settings)),
                (settings, time) -> asSet(() -> openObjects.open(settings, time)),
                authentication());
    }

    /** What a provider cannot be set to is a mistake of whoever has set it. */
    private static <T> T asSet(Supplier<T> opening) {
        try {
            return opening.get();
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage(String.valueOf(wrong.getMessage()));
        }
    }

    /** The server's own tokens come first: its agents show them, and they are known at a glance. */
    private List<ServerAdapters.CredentialsOpener> authentication() {
        var names = new LinkedHashSet<>(List.of(TokenAuthentication.NAME));
        for (var name : config.value(ConfigKey.LISTEN_AUTHENTICATION).orElse("").split(","))
            if (!name.isBlank()) names.add(name.strip());
        var ways = new ArrayList<ServerAdapters.CredentialsOpener>();
        for (var name : names) {
            var chosen = plugins.choose(AuthenticationProvider.KIND, name);
            var way = ServerAdapters.authentication(chosen.plugin(), chosen.settings());
            ways.add(request -> asSet(() -> way.open(request)));
        }
        return ways;
    }

    /** Whether several servers may work on the database that is chosen. */
    public boolean sharesDatabase() {
        return database().plugin().provider().isShared();
    }

    /** Whoever says where a PostgreSQL is means it. */
    private ConfiguredPlugins.ChosenPlugin<DatabaseProvider> database() {
        var usual = config.value(ConfigKey.STORE_POSTGRES).isPresent() ? "postgres" : "embedded";
        return plugins.choose(
                DatabaseProvider.KIND, config.value(ConfigKey.STORE_DATABASE).orElse(usual));
    }
}
