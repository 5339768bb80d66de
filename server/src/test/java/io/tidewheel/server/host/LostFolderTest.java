package io.tidewheel.server.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.ObjectName;
import io.tidewheel.model.Time;
import io.tidewheel.model.plugins.ObjectsProvider;
import io.tidewheel.model.plugins.PluginCatalogue;
import io.tidewheel.model.plugins.PluginSettings;
import io.tidewheel.server.objects.ObjectPermission;
import io.tidewheel.server.objects.ObjectUrls.Check;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder of a server on a database that is not in it may be deleted at any time: the server comes back without it. */
class LostFolderTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress("127.0.0.1", 0);
    private static final ObjectName LARGE = new ObjectName("tmp/1/large");

    @TempDir
    Path folder;

    private final MemoryDatabase database = MemoryDatabase.emptyShared();

    private TidewheelServer start(String name, ClusterStart told) throws Exception {
        var settings = ServerSettings.local(folder.resolve(name))
                .withBind(ANY_PORT)
                .withSharedDatabase()
                .withName(name)
                .withCluster(told);
        return TidewheelServer.start(settings, adapters("database"), Time.system());
    }

    private ServerAdapters adapters(String objects) {
        var usual = ServerAdapters.standard();
        var chosen = PluginCatalogue.ofProgram().named(ObjectsProvider.KIND, objects);
        var set = PluginSettings.usual(chosen.prefix(), chosen.provider().settings());
        return new ServerAdapters(
                _ -> database.reopened(), ServerAdapters.objects(chosen, set), usual.authentication());
    }

    private String token(String name) throws IOException {
        return Files.readString(folder.resolve(name).resolve("admin.token")).strip();
    }

    private void delete(String name) throws IOException {
        try (var all = Files.walk(folder.resolve(name))) {
            for (var file : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    private static void put(TidewheelServer server, byte[] content) {
        server.objects().put(LARGE, new ByteArrayInputStream(content)::read, Long.MAX_VALUE, Optional.empty());
    }

    @Test
    void itServesAndSaysWhatItMadeAnewAndWhatWasSignedAndKeptIsStillGood() throws Exception {
        String address;
        String before;
        try (var east = start("east", ClusterStart.USUAL)) {
            assertThat(east.news()).isEmpty();
            before = token("east");
            put(east, new byte[200_000]);
            var grant = new ObjectPermission(
                    ObjectPermission.Use.GET, LARGE, 1_000_000, Instant.now().plusSeconds(600));
            address = east.objectUrls().sign(grant);
        }
        delete("east");
        try (var east = start("east", ClusterStart.USUAL)) {
            assertThat(east.newToken()).isPresent();
            assertThat(east.news())
                    .singleElement()
                    .asString()
                    .contains("the folder was empty, the store was not")
                    .contains("admin.token")
                    .contains("tokens that were made before still work");
            assertThat(token("east")).isNotEqualTo(before);
            var tokens = east.server().archive().tokens();
            assertThat(tokens).extracting(token -> token.revoked().isPresent()).containsExactly(false, false);
            assertThat(east.objectUrls().check(ObjectPermission.Use.GET, address, Instant.now()))
                    .isInstanceOf(Check.Granted.class);
            var content = new ByteArrayOutputStream();
            assertThat(east.objects().get(LARGE, content::write)).isPresent();
            assertThat(content.size()).isEqualTo(200_000);
        }
    }

    @Test
    void anotherServerOnTheDatabaseReadsAndSignsTheSame() throws Exception {
        try (var east = start("east", ClusterStart.USUAL);
                var west = start("west", ClusterStart.USUAL)) {
            put(east, "from the east".getBytes(StandardCharsets.UTF_8));
            assertThat(west.objects().find(LARGE)).isPresent();
            var grant = new ObjectPermission(
                    ObjectPermission.Use.GET, LARGE, 1_000, Instant.now().plusSeconds(600));
            assertThat(west.objectUrls()
                            .check(ObjectPermission.Use.GET, east.objectUrls().sign(grant), Instant.now()))
                    .isEqualTo(new Check.Granted(grant));
        }
    }

    @Test
    void whoeverHasTakenTheTokenAwayIsToldAndGetsOneOnlyOnDemand() throws Exception {
        start("east", ClusterStart.USUAL).close();
        Files.delete(folder.resolve("east/admin.token"));
        try (var east = start("east", ClusterStart.USUAL)) {
            assertThat(east.newToken()).isEmpty();
            assertThat(east.news()).singleElement().asString().contains("--new-token");
        }
        try (var east = start("east", new ClusterStart(ClusterSecrets.NONE, true, false))) {
            assertThat(east.newToken()).contains(folder.resolve("east/admin.token"));
            assertThat(east.news()).singleElement().asString().contains("as you asked");
        }
    }

    @Test
    void aServerWithAFolderOfItsOwnForLargeObjectsIsRefusedBesideAnother() throws Exception {
        start("east", ClusterStart.USUAL).close();
        var settings = ServerSettings.local(folder.resolve("west"))
                .withBind(ANY_PORT)
                .withSharedDatabase()
                .withName("west");
        assertThatThrownBy(() -> TidewheelServer.start(settings, adapters("folder"), Time.system()))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("than the one of east");
    }

    @Test
    void whatAnEarlierVersionKeptInTheFolderIsStillFound() throws Exception {
        try (var old = TidewheelServer.start(
                ServerSettings.local(folder.resolve("east")).withBind(ANY_PORT))) {
            put(old, new byte[100_000]);
        }
        try (var east = start("east", ClusterStart.USUAL)) {
            assertThat(east.objects().find(LARGE)).isPresent();
        }
    }
}
