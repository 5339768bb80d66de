package io.tidewheel.trials;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Time;
import io.tidewheel.model.plugins.DatabaseProvider;
import io.tidewheel.model.plugins.ObjectsProvider;
import io.tidewheel.model.plugins.PluginCatalogue;
import io.tidewheel.model.plugins.PluginSettings;
import io.tidewheel.server.host.ServerAdapters;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.TidewheelServer;
import io.tidewheel.testing.RealPostgres;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two servers on one PostgreSQL, an agent at each: files go from one agent to the other through both. */
class TwoServersStagedTest extends StagedTrial {
    private ServerAdapters adapters;
    private TidewheelServer east;
    private TidewheelServer west;

    @BeforeEach
    void start() throws Exception {
        var database = RealPostgres.shared().createDatabase();
        var program = PluginCatalogue.ofProgram();
        var postgres = program.named(DatabaseProvider.KIND, "postgres");
        var url = "%s?user=%s&password=%s".formatted(database.jdbcUrl(), database.user(), database.password());
        var where = PluginSettings.read(postgres.prefix(), postgres.provider().settings(), _ -> Optional.of(url));
        var objects = program.named(ObjectsProvider.KIND, ObjectsProvider.DATABASE);
        adapters = new ServerAdapters(
                ServerAdapters.database(postgres, where),
                ServerAdapters.objects(
                        objects,
                        PluginSettings.usual(
                                objects.prefix(), objects.provider().settings())),
                ServerAdapters.standard().authentication());
        east = open("east");
        west = open("west");
        token = Files.readString(folder.resolve("east/admin.token")).strip();
        startAgent("one", east);
        startAgent("two", west);
    }

    private TidewheelServer open(String name) throws Exception {
        var settings = ServerSettings.local(folder.resolve(name))
                .withBind(new InetSocketAddress("127.0.0.1", 0))
                .withSharedDatabase()
                .withName(name);
        return TidewheelServer.start(settings, adapters, Time.system());
    }

    @AfterEach
    void stop() {
        stopAgents();
        east.close();
        west.close();
    }

    @Test
    void aWorkflowUsesTheFilesOfBothAndItsResultsOutliveTheFolderOfAServer() throws Exception {
        // Larger than what is small: it goes through the database in pieces.
        Files.writeString(folder.resolve("text"), "a\nb\nc\n" + ("x".repeat(60_000) + "\n").repeat(3));
        server = west;
        long first = submit("");
        server = east;
        long second = submit("");
        assertThat(ended(first)).as(why(first)).isEqualTo("SUCCEEDED");
        server = west;
        assertThat(ended(second)).as(why(second)).isEqualTo("SUCCEEDED");
        assertThat(agentsOf(first, second)).containsExactlyInAnyOrder("one", "two");
        assertThat(content(named(results(first), "result"))).startsWith("A\nB\nC\n");

        east.close();
        deleteFolder("east");
        east = open("east");
        server = east;
        assertThat(east.news()).singleElement().asString().contains("a new administrator's token");
        assertThat(content(named(results(first), "result")))
                .as("with the token of before")
                .startsWith("A\nB\nC\n");
        assertThat(sweep()).isPositive();
    }

    private Set<String> agentsOf(long... runs) throws Exception {
        var agents = new TreeSet<String>();
        for (long run : runs)
            get("/runs/%d/tasks?limit=1000".formatted(run))
                    .path("items")
                    .valueStream()
                    .forEach(task -> agents.add(task.path("agent").asString()));
        return agents;
    }

    private void deleteFolder(String name) throws IOException {
        try (var all = Files.walk(folder.resolve(name))) {
            for (var file : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
