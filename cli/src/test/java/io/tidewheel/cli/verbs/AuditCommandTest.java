package io.tidewheel.cli.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.UserSession;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.Payload;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.model.audit.AuditChain;
import io.tidewheel.model.audit.AuditSealer;
import io.tidewheel.model.audit.SealMark;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.TidewheelServer;
import io.tidewheel.storage.embedded.SqliteDatabase;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an administrator sees of the audit log, before and after somebody has edited the file of the database. */
class AuditCommandTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final byte[] KEY = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    Path folder;

    private UserSession user;
    private SealMark seal;

    /** Three entries in a sealed block, as a server leaves them that has been running for a while. */
    @BeforeEach
    void writeAndSeal() {
        user = new UserSession(folder);
        var time = new VirtualTime(NOON);
        try (var database = SqliteDatabase.open(folder.resolve("data"), NOON)) {
            var key = "plain:" + HexFormat.of().formatHex(KEY);
            database.notes().keepFirst("objects.key", Payload.of(key.getBytes(StandardCharsets.US_ASCII)));
            var changes = new TurnChanges(database.store().begin("one", NOON));
            for (int run = 1; run <= 3; run++)
                changes.audit().add(new AuditEntry(NOON, "ada", "cancel", "run " + run, "too slow"));
            database.store().commit(changes);
            var seals = new ArrayList<SealMark>();
            var sealer = new AuditSealer(database.audit(), new AuditChain(KEY), time, Optional.empty(), seals::add);
            sealer.look();
            time.advance(Duration.ofMinutes(1));
            sealer.look();
            seal = seals.getLast();
        }
    }

    private TidewheelServer server() throws Exception {
        var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return TidewheelServer.start(
                ServerSettings.local(folder.resolve("data")).withBind(anyPort));
    }

    private void edit(String sql) throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("data/tidewheel.db"));
                var statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql)).isPositive();
        }
    }

    @Test
    void aLogThatNobodyHasTouchedIsListedAndAsItWasWritten() throws Exception {
        try (var _ = server()) {
            var listed = user.type("audit");
            assertThat(listed.code()).as(listed.err()).isZero();
            assertThat(listed.out()).contains("WHO", "ada", "cancel", "run 3", "too slow", "token-make");
            assertThat(user.type("audit", "-n", "2", "-o", "jsonl").out().lines())
                    .hasSize(2);
            var earlier = user.type("audit", "--before", "2026-03-01T13:00:00Z", "-o", "jsonl");
            assertThat(earlier.out().lines()).hasSize(3).allMatch(line -> line.contains("ada"));

            var verified = user.type("audit", "verify", "--since", seal.toString());
            assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
            assertThat(verified.out()).contains("are as they were written", "last seal");
            assertThat(verified.err()).contains("TIDEWHEEL_CLUSTER_SECRET");
            var report = JsonText.MAPPER.readTree(
                    user.type("audit", "verify", "-o", "json").out());
            assertThat(report.path("intact").asBoolean()).isTrue();
            assertThat(report.path("entries").asLong()).isGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void anEditOfTheDatabaseEndsWithOneAndNamesTheEntry() throws Exception {
        edit("UPDATE audit SET who = 'eve' WHERE id = 2");
        edit("DELETE FROM audit WHERE id = 3");
        try (var _ = server()) {
            var verified = user.type("audit", "verify");
            assertThat(verified.code()).isEqualTo(1);
            assertThat(verified.out())
                    .contains(
                            "entry 2 was changed (block 1); it says now: 2026-03-01T12:00:00.000000Z eve cancel run 2");
            // What is written after the last entry was removed has its number.
            assertThat(verified.out()).containsPattern("entry 3 was (removed|changed) \\(block 1\\)");
        }
    }

    @Test
    void aLogThatWasCutIsFoundByTheSealThatWasWrittenDown() throws Exception {
        edit("DELETE FROM audit");
        edit("DELETE FROM audit_seal");
        try (var _ = server()) {
            var verified = user.type("audit", "verify", "--since", seal.toString());
            assertThat(verified.code()).isEqualTo(1);
            assertThat(verified.out()).containsPattern("the seal of block 1 is (missing|not the one)");
            var wrong = user.type("audit", "verify", "--since", "yesterday");
            assertThat(wrong.code()).isEqualTo(2);
            assertThat(wrong.err()).contains("since", "64 hexadecimal digits");
        }
    }

    @Test
    void withoutAServerThereAreNoSeals() {
        assertThat(user.type("audit").out()).contains("run 1");
        var verified = user.type("audit", "verify");
        assertThat(verified.code()).isNotZero();
        assertThat(verified.err()).contains("server");
    }
}
