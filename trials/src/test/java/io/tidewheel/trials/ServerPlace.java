package io.tidewheel.trials;

import io.tidewheel.model.Time;
import io.tidewheel.model.plugins.DatabaseProvider;
import io.tidewheel.model.plugins.LoadedPlugin;
import io.tidewheel.model.plugins.ObjectsProvider;
import io.tidewheel.model.plugins.PluginCatalogue;
import io.tidewheel.model.plugins.PluginSettings;
import io.tidewheel.server.host.ServerAdapters;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.TidewheelServer;
import io.tidewheel.storage.backup.BackupFile;
import io.tidewheel.testing.RealPostgres;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Where a server keeps its work: a new and empty place each time, on the embedded store or in PostgreSQL. */
final class ServerPlace {
    private final LoadedPlugin<DatabaseProvider> database;
    private final PluginSettings set;
    private final ServerAdapters adapters;
    private final ServerSettings settings;

    ServerPlace(String kind, Path data, int port) {
        var program = PluginCatalogue.ofProgram();
        database = program.named(DatabaseProvider.KIND, kind);
        var url = kind.equals("postgres") ? url() : "";
        set = PluginSettings.read(database.prefix(), database.provider().settings(), _ -> Optional.of(url));
        var objects =
                program.named(ObjectsProvider.KIND, kind.equals("postgres") ? ObjectsProvider.DATABASE : "folder");
        adapters = new ServerAdapters(
                ServerAdapters.database(database, set),
                ServerAdapters.objects(
                        objects,
                        PluginSettings.usual(
                                objects.prefix(), objects.provider().settings())),
                ServerAdapters.standard().authentication());
        var local = ServerSettings.local(data).withBind(new InetSocketAddress("127.0.0.1", port));
        settings = kind.equals("postgres") ? local.withSharedDatabase().withName("site") : local;
    }

    private static String url() {
        var made = RealPostgres.shared().createDatabase();
        return "%s?user=%s&password=%s".formatted(made.jdbcUrl(), made.user(), made.password());
    }

    TidewheelServer start() throws Exception {
        return TidewheelServer.start(settings, adapters, Time.system());
    }

    void restore(Path file) throws Exception {
        try (var backup = BackupFile.open(file)) {
            database.provider()
                    .restore(set, settings.data().toString(), backup.header().tables(), backup, Instant.now());
            try (var opened = adapters.database().open(settings)) {
                var small = opened.objects(Time.system());
                var large = adapters.objects().open(settings, small, Time.system());
                backup.objects(ServerAdapters.bySize(small, large));
            }
        }
    }
}
