package io.tidewheel.trials;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A backup is taken amid the work, the server dies with its machine, and another begins with the backup: the agents have gone on meanwhile. */
class RestoreTest extends StagedTrial {
    private int port;

    @AfterEach
    void stop() {
        stopAgents();
        server.close();
    }

    /** Where a server keeps its work: a new place each time. */
    private final class Place {
        final LoadedPlugin<DatabaseProvider> database;
        final PluginSettings set;
        final ServerAdapters adapters;
        final ServerSettings settings;

        Place(String kind, String name) {
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
            var local = ServerSettings.local(folder.resolve(name)).withBind(new InetSocketAddress("127.0.0.1", port));
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
                        .restore(
                                set, settings.data().toString(), backup.header().tables(), backup, Instant.now());
                try (var opened = adapters.database().open(settings)) {
                    var small = opened.objects(Time.system());
                    var large = adapters.objects().open(settings, small, Time.system());
                    backup.objects(ServerAdapters.bySize(small, large));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"embedded", "postgres"})
    void workGoesOnFromTheMomentOfTheBackupAndNothingCountsTwice(String kind) throws Exception {
        // Larger than what is small: with the embedded database it is a file beside it.
        Files.writeString(folder.resolve("text"), "a\nb\nc\n" + ("x".repeat(60_000) + "\n").repeat(3));
        server = new Place(kind, "before").start();
        port = server.url().getPort();
        token = Files.readString(folder.resolve("before/admin.token")).strip();
        startAgent("one", server);
        startAgent("two", server);
        long done = submit("");
        assertThat(ended(done)).as(why(done)).isEqualTo("SUCCEEDED");
        var result = content(named(results(done), "result"));

        long underWay = submit("");
        var file = folder.resolve("backup");
        var answer = http.send(request("/backup").build(), HttpResponse.BodyHandlers.ofFile(file));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(ended(underWay)).as(why(underWay)).isEqualTo("SUCCEEDED");
        long lost = submit("");
        server.close();

        var after = new Place(kind, "after");
        after.restore(file);
        server = after.start();
        assertThat(server.news()).singleElement().asString().contains("a new administrator's token");
        assertThat(content(named(results(done), "result")))
                .as("with the token of before")
                .isEqualTo(result);
        assertThat(ended(underWay)).as(why(underWay)).isEqualTo("SUCCEEDED");
        assertThat(content(named(results(underWay), "result"))).isEqualTo(result);
        assertThat(get("/runs/" + lost).path("status").asInt()).isEqualTo(404);
        long anew = submit("");
        assertThat(anew).as("nobody's number of before").isGreaterThan(lost);
        assertThat(ended(anew)).as(why(anew)).isEqualTo("SUCCEEDED");
        assertThat(get("/runs/" + anew).path("made").asInt())
                .isEqualTo(get("/runs/" + done).path("made").asInt());
        assertThat(get("/audit?limit=1000").toString()).contains("\"backup\"");
    }
}
