package io.tidewheel.cli.plugins;

import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.model.Database;
import io.tidewheel.model.ObjectFailure;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import io.tidewheel.model.plugins.DatabaseProvider;
import io.tidewheel.model.plugins.ObjectsProvider;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.server.access.AuthenticationProvider;
import io.tidewheel.server.access.TokenAuthentication;
import io.tidewheel.server.host.ServerAdapters;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.notices.NoticeTarget;
import io.tidewheel.storage.backup.BackupFile;
import io.tidewheel.storage.backup.BackupHeader;
import io.tidewheel.storage.backup.BackupWriter;
import io.tidewheel.storage.objects.SizedObjectStore;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
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
        // What servers share they can all reach; the folder of one of them they cannot.
        var usualObjects = database.plugin().provider().isShared() ? ObjectsProvider.DATABASE : "folder";
        var objects = plugins.choose(
                ObjectsProvider.KIND, config.value(ConfigKey.STORE_OBJECTS).orElse(usualObjects));
        var openDatabase = ServerAdapters.database(database.plugin(), database.settings());
        var openObjects = ServerAdapters.objects(objects.plugin(), objects.settings());
        return new ServerAdapters(
                        settings -> asSet(() -> openDatabase.open(settings)),
                        (settings, small, time) -> asSet(() -> openObjects.open(settings, small, time)),
                        authentication())
                .withNotices(notices());
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

    private List<NoticeTarget> notices() {
        return config.value(ConfigKey.NOTIFY_FILE)
                .map(file -> new NotifyFile(plugins).read(plugins.file(file)))
                .orElse(List.of());
    }

    /** Whether several servers may work on the database that is chosen. */
    public boolean sharesDatabase() {
        return database().plugin().provider().isShared();
    }

    /** Writes a backup of what no server uses now. */
    public void backup(Path dataFolder, OutputStream to) throws IOException {
        var settings = ServerSettings.local(dataFolder.toAbsolutePath());
        var adapters = adapters();
        try (var database = adapters.database().open(settings)) {
            var snapshot = database.snapshot()
                    .orElseThrow(() -> CliError.usage("there is no backup of " + database.description()));
            var large = SizedObjectStore.largeOf(objects(adapters, settings, database));
            var header = BackupHeader.of(ProtocolVersions.software(), Instant.now(), database.description());
            BackupWriter.write(to, header, snapshot, large);
        }
    }

    /** Fills what is chosen, which must be empty, with a backup; answers how many large objects it had. */
    public long restore(Path dataFolder, BackupFile backup) throws IOException {
        var chosen = database();
        var settings = ServerSettings.local(dataFolder.toAbsolutePath());
        var adapters = adapters();
        try {
            chosen.plugin().use("restore a backup", provider -> {
                provider.restore(
                        chosen.settings(),
                        settings.data().toString(),
                        backup.header().tables(),
                        backup,
                        Instant.now());
                return true;
            });
            try (var database = adapters.database().open(settings)) {
                return backup.objects(objects(adapters, settings, database));
            }
        } catch (StoreFailure | ObjectFailure failed) {
            throw new CliError(ExitCodes.ERROR, String.valueOf(failed.getMessage()));
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }

    private static ObjectStore objects(ServerAdapters adapters, ServerSettings settings, Database database) {
        var small = database.objects(Time.system());
        return ServerAdapters.bySize(small, adapters.objects().open(settings, small, Time.system()));
    }

    /**
     * The database that was chosen by name; without a name it is PostgreSQL if the configuration says where one is, and else the embedded
     * one.
     */
    private ConfiguredPlugins.ChosenPlugin<DatabaseProvider> database() {
        var usual = config.value(ConfigKey.STORE_POSTGRES).isPresent() ? "postgres" : "embedded";
        return plugins.choose(
                DatabaseProvider.KIND, config.value(ConfigKey.STORE_DATABASE).orElse(usual));
    }
}
