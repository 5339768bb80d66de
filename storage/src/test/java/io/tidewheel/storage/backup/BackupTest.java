package io.tidewheel.storage.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.Database;
import io.tidewheel.model.LogChunk;
import io.tidewheel.model.LogStream;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.Role;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Setup;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.TokenRecord;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.model.audit.AuditChain;
import io.tidewheel.model.audit.AuditSealer;
import io.tidewheel.model.audit.AuditVerifier;
import io.tidewheel.model.plugins.DatabaseProvider;
import io.tidewheel.model.plugins.PluginSettings;
import io.tidewheel.storage.RandomSteps;
import io.tidewheel.storage.SnapshotRows;
import io.tidewheel.storage.embedded.SqliteDatabaseProvider;
import io.tidewheel.storage.memory.MemoryDatabase;
import io.tidewheel.storage.objects.FolderObjectStore;
import io.tidewheel.storage.postgres.EmptySchemas;
import io.tidewheel.storage.postgres.PostgresDatabaseProvider;
import io.tidewheel.storage.sql.SqlRestore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What was backed up comes back as it was, in a database of the same kind or of the other. */
class BackupTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final ObjectName LARGE = new ObjectName("out/1/large");

    private static final AuditChain CHAIN = new AuditChain(new byte[] {1, 2, 3});

    @TempDir
    Path folder;

    private int last;

    /** A place for a database: a new one each time. */
    private final class Place {
        final DatabaseProvider provider;
        final PluginSettings settings;
        final String data = folder.resolve("data-" + ++last).toString();

        Place(String kind) throws Exception {
            provider = kind.equals("embedded") ? new SqliteDatabaseProvider() : new PostgresDatabaseProvider();
            var url = kind.equals("embedded") ? "" : url();
            settings = PluginSettings.read("database." + kind + ".", provider.settings(), _ -> Optional.of(url));
        }

        private static String url() throws Exception {
            var address = EmptySchemas.create();
            return "%s&user=%s&password=%s"
                    .formatted(
                            address.jdbcUrl(),
                            address.user().orElseThrow(),
                            address.password().orElseThrow());
        }

        Database open() {
            return provider.open(settings, data, NOON);
        }

        void restore(BackupFile backup) {
            provider.restore(settings, data, backup.header().tables(), backup, NOON);
        }
    }

    private ObjectStore largeOf(String name) {
        return FolderObjectStore.open(folder.resolve(name), new Random(1), NOON);
    }

    private static void put(ObjectStore store, ObjectName name, byte[] content) {
        store.put(name, new ByteArrayInputStream(content)::read, Long.MAX_VALUE, Optional.empty());
    }

    private Path backup(Place from, Optional<ObjectStore> large) throws IOException {
        var file = folder.resolve("backup-" + ++last);
        try (var database = from.open();
                var out = Files.newOutputStream(file)) {
            BackupWriter.write(
                    out, BackupHeader.of("1", NOON, "test"), database.snapshot().orElseThrow(), large);
        }
        return file;
    }

    /** Work of all kinds, and something of everything that random steps do not make. */
    private static void fill(Place place, long seed) throws Exception {
        new RandomSteps(seed, _ -> place.open()).run(place.open(), 60);
        try (var database = place.open()) {
            var archive = database.archive();
            archive.addToken(new TokenRecord(
                    "id",
                    "hash",
                    Role.ADMIN,
                    new Owner("ada"),
                    "of \u00e4\u0000",
                    NOON,
                    Optional.empty(),
                    Optional.of(NOON)));
            more(database);
            sealAudit(database);
            database.notes().keepFirst("objects.key", Payload.of(new byte[] {0, -1, 7}));
            database.notes().keepFirst("objects.place", Payload.of("here".getBytes(StandardCharsets.UTF_8)));
            var objects = database.objects(InstantSource.fixed(NOON));
            put(objects, new ObjectName("tmp/1/small"), "small".getBytes(StandardCharsets.UTF_8));
            put(objects, new ObjectName("tmp/1/pieces"), new byte[600_000]);
            put(objects, new ObjectName("tmp/1/empty"), new byte[0]);
            objects.copy(new ObjectName("tmp/1/small"), new ObjectName("tmp/2/copy"));
        }
    }

    private static void sealAudit(Database database) {
        var time = new VirtualTime(NOON);
        var sealer = new AuditSealer(database.audit(), CHAIN, time, Optional.empty(), _ -> {});
        sealer.look();
        time.advance(Duration.ofMinutes(1));
        assertThat(sealer.look()).isTrue();
    }

    private static void more(Database database) {
        var server = database.store().begin("one", NOON);
        var chain = new ChainId(new RunId(1), 0);
        var entry = new AuditEntry(NOON, "ada", "look", "all", "");
        var changes = new TurnChanges(server);
        changes.audit().add(entry);
        changes.attempts()
                .add(new TurnChanges.Attempt(chain, 9, new SessionId(1), NOON, Reason.AGENT_LOST, 3, Payload.NONE));
        for (int i = 0; i < 12; i++)
            changes.logs().add(new LogChunk(chain, 9, LogStream.STDOUT, i, Payload.of(new byte[] {(byte) i}), 0));
        database.store().commit(changes);
        database.machines().lead(server, Duration.ofSeconds(1));
        var setup = Setup.of("gpu", Capabilities.of("gpu"), 3);
        database.machines()
                .save(
                        server,
                        List.of(MachineRecord.intended(new MachineId("a-1"), setup, NOON, "work")),
                        List.of(entry));
    }

    @ParameterizedTest
    @CsvSource({"embedded, embedded", "embedded, postgres", "postgres, embedded", "postgres, postgres"})
    void everyTableAndObjectComesBackAsItWas(String from, String to) throws Exception {
        var before = new Place(from);
        fill(before, 7);
        var large = largeOf("large");
        put(large, LARGE, new byte[300_000]);
        large.renew(LARGE, NOON.minusSeconds(86_400));
        put(large, new ObjectName("cluster/place"), new byte[3]);
        var file = backup(before, Optional.of(large));

        var after = new Place(to);
        var restoredLarge = largeOf("restored");
        try (var backup = BackupFile.open(file)) {
            after.restore(backup);
            assertThat(backup.objects(restoredLarge)).isEqualTo(1);
        }
        assertThat(restoredLarge.find(LARGE)).isEqualTo(large.find(LARGE));
        assertThat(restoredLarge.list("", Optional.empty(), 9)).hasSize(1);

        try (var source = before.open();
                var restored = after.open()) {
            var was = SnapshotRows.of(source.snapshot().orElseThrow());
            var is = SnapshotRows.of(restored.snapshot().orElseThrow());
            var expected = was.sorted();
            expected.put(
                    "cluster_note",
                    expected.get("cluster_note").stream()
                            .filter(note -> !note.contains("objects.place"))
                            .toList());
            assertThat(is.sorted()).isEqualTo(expected);
            assertThat(expected.keySet())
                    .contains(
                            "attempt",
                            "audit",
                            "audit_seal",
                            "chain",
                            "lane",
                            "log",
                            "machine",
                            "object_piece",
                            "outcome",
                            "run")
                    .contains("session", "span", "tally", "token");
            goesOn(restored, was);
        }
    }

    /** Numbers of runs and servers, and of contents, are none that were given out before. */
    private static void goesOn(Database restored, SnapshotRows was) throws Exception {
        auditGoesOn(restored);
        var server = restored.store().begin("one", NOON);
        assertThat(server.value()).isGreaterThan(was.counter("server"));
        assertThat(restored.store().reserveRuns(1))
                .allMatch(run -> run.number() > was.counter("run") + SqlRestore.RUNS_PASSED_OVER - 1);
        var objects = restored.objects(InstantSource.fixed(NOON));
        put(objects, new ObjectName("tmp/3/new"), "new".getBytes(StandardCharsets.UTF_8));
        var copy = new ByteArrayOutputStream();
        assertThat(objects.get(new ObjectName("tmp/2/copy"), copy::write)).isPresent();
        assertThat(copy.toString(StandardCharsets.UTF_8)).isEqualTo("small");
        assertThat(restored.archive().runs(RunFilter.ALL, Long.MAX_VALUE, 9)).isNotEmpty();
    }

    private static void auditGoesOn(Database restored) {
        var report = AuditVerifier.verify(restored.audit(), CHAIN, List.of());
        assertThat(report.findings()).isEmpty();
        assertThat(report.good()).isPositive();
        var changes = new TurnChanges(restored.store().begin("one", NOON));
        changes.audit().add(new AuditEntry(NOON, "ada", "look", "again", ""));
        restored.store().commit(changes);
        assertThat(AuditVerifier.verify(restored.audit(), CHAIN, List.of()).unsealed())
                .isEqualTo(report.unsealed() + 1);
        sealAudit(restored);
        assertThat(AuditVerifier.verify(restored.audit(), CHAIN, List.of()).good())
                .isEqualTo(report.good() + report.unsealed() + 1);
    }

    @ParameterizedTest
    @CsvSource({"embedded", "postgres"})
    void aDatabaseWithSomethingInItIsLeftAsItIs(String kind) throws Exception {
        var before = new Place(kind);
        fill(before, 1);
        var file = backup(before, Optional.empty());
        var other = new Place(kind);
        try (var database = other.open()) {
            database.notes().keepFirst("a", Payload.of(new byte[] {1}));
        }
        try (var backup = BackupFile.open(file)) {
            assertThatThrownBy(() -> other.restore(backup))
                    .isInstanceOf(StoreFailure.class)
                    .hasMessageContaining("cluster_note")
                    .hasMessageContaining("empty");
        }
        try (var database = other.open()) {
            assertThat(SnapshotRows.of(database.snapshot().orElseThrow()).sorted())
                    .containsOnlyKeys("cluster_note");
        }
    }

    @Test
    void aFileThatWasChangedCutOrIsNoneIsRefusedBeforeAnythingIsRead() throws Exception {
        var before = new Place("embedded");
        fill(before, 2);
        var file = backup(before, Optional.empty());
        var bytes = Files.readAllBytes(file);
        BackupFile.check(file);
        for (int at : List.of(30, bytes.length / 2, bytes.length - 1)) {
            bytes[at] ^= 1;
            refused(bytes, "its hash");
            bytes[at] ^= 1;
        }
        refused(Arrays.copyOf(bytes, bytes.length - 1), "its hash");
        refused(
                "nothing of the kind, but long enough to have a hash at its end".getBytes(StandardCharsets.UTF_8),
                "no backup");
        refused(new byte[0], "no backup");
    }

    private void refused(byte[] bytes, String why) throws IOException {
        var file = Files.write(folder.resolve("bad"), bytes);
        assertThatThrownBy(() -> BackupFile.open(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void whatANewerProgramMadeIsRefusedAndWhatAnOlderOneMadeFits() throws Exception {
        var newer = new Place("embedded");
        assertThatThrownBy(() ->
                        newer.provider.restore(newer.settings, newer.data, Map.of("embedded", 1_000), _ -> {}, NOON))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContaining("newer Tidewheel");
        var older = new Place("embedded");
        older.provider.restore(
                older.settings,
                older.data,
                Map.of("embedded", 1),
                sink -> {
                    sink.counter("run", 7);
                    sink.table("token", List.of("id", "hash", "role", "owner", "note", "created"));
                    sink.row(List.of("id", "hash", 0L, "ada", "", 5L));
                },
                NOON);
        try (var database = older.open()) {
            assertThat(database.archive().tokens()).hasSize(1);
            assertThat(database.notes().find("a")).isEmpty();
        }
        var strange = new Place("embedded");
        assertThatThrownBy(() -> strange.provider.restore(
                        strange.settings,
                        strange.data,
                        Map.of("embedded", 1),
                        sink -> sink.table("token", List.of("id", "colour")),
                        NOON))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContaining("token.colour");
    }

    @Test
    void aDatabaseInMemoryHasNone() {
        assertThat(MemoryDatabase.empty().snapshot()).isEmpty();
    }
}
