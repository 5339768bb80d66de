package io.tidewheel.storage.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.ChainState;
import io.tidewheel.model.CommitResult;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.TurnChanges.NewChains;
import io.tidewheel.model.TurnChanges.NewLane;
import io.tidewheel.model.TurnChanges.NewRun;
import io.tidewheel.model.TurnChanges.Share;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is promised about the folder and the disk below it. */
class DataFolderTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    static final LaneId LANE = new LaneId(new RunId(1), 0);

    @TempDir
    Path home;

    @Test
    void aFolderIsMadeForItsOwnerAlone() throws IOException {
        var folder = home.resolve("some/where/data");
        SqliteDatabase.open(folder, NOON).close();
        assertThat(Files.getPosixFilePermissions(folder)).hasSize(3);
        assertThat(SqliteDatabase.open(folder, NOON)).satisfies(database -> {
            assertThat(database.description()).contains(folder.toString());
            database.close();
        });
    }

    @Test
    void aSecondServerIsToldWhoHoldsTheFolder() {
        var first = SqliteDatabase.open(home, NOON);
        assertThatThrownBy(() -> SqliteDatabase.open(home, NOON))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContaining(home.toString())
                .hasMessageContaining("process " + ProcessHandle.current().pid());
        first.close();
        SqliteDatabase.open(home, NOON).close();
    }

    @Test
    void aServerOfAnotherProcessIsSeenToo() throws Exception {
        var other = start();
        try {
            lines(other).readLine();
            assertThatThrownBy(() -> SqliteDatabase.open(home, NOON))
                    .isInstanceOf(StoreFailure.class)
                    .hasMessageContaining("process " + other.pid());
        } finally {
            other.destroyForcibly().waitFor();
        }
        SqliteDatabase.open(home, NOON).close();
    }

    @Test
    void whatWasAcknowledgedSurvivesAKill() throws Exception {
        for (int round = 0; round < 4; round++) {
            var process = start();
            int acknowledged = 0;
            var lines = lines(process);
            for (int i = 0; i < 10 + 7 * round; i++) acknowledged = Integer.parseInt(lines.readLine());
            process.destroyForcibly().waitFor();
            try (var database = SqliteDatabase.open(home, NOON)) {
                var run = database.archive().run(LANE.run()).orElseThrow();
                assertThat(run.made()).isGreaterThanOrEqualTo(acknowledged);
                var chains = database.archive().chains(LANE.run(), Set.of(), 0, 1_000_000, true);
                assertThat(chains).hasSize(run.made());
                assertThat(chains.stream()
                                .filter(chain -> chain.state().isFinal())
                                .count())
                        .isEqualTo(run.totals().ended());
            }
        }
    }

    @Test
    void tablesOfANewerProgramAreRefused() throws Exception {
        var database = SqliteDatabase.open(home, NOON);
        database.writer().run(link -> link.update("INSERT INTO schema_version VALUES (99, 'V99__future', 'x')"));
        database.close();
        assertThatThrownBy(() -> SqliteDatabase.open(home, NOON))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContaining("version 99")
                .hasMessageContaining("newer");
    }

    @Test
    void aFileThatIsNoDatabaseIsLeftAlone() throws IOException {
        var file = home.resolve("tidewheel.db");
        Files.writeString(file, "this is not a database, but somebody's poem\n".repeat(200));
        assertThatThrownBy(() -> SqliteDatabase.open(home, NOON))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContaining("damaged");
        assertThat(Files.readString(file)).startsWith("this is not");
    }

    @Test
    void aFullDiskRefusesTheCommitAndWorkGoesOnWhenThereIsRoom() throws Exception {
        try (var database = SqliteDatabase.open(home, NOON)) {
            var server = database.store().begin("one", NOON);
            database.store().commit(newRun(server));
            database.store().commit(chains(server, 0, 100));
            database.writer().run(link -> {
                link.run("PRAGMA max_page_count = 60");
                return true;
            });
            assertThatThrownBy(() -> database.store().commit(chains(server, 100, 10_000)))
                    .isInstanceOf(StoreFailure.class)
                    .hasMessageContaining("disk is full");
            assertThat(database.archive().run(LANE.run()).orElseThrow().made()).isEqualTo(100);
            // The limit was that of the connection, which has been given up: now there is room.
            database.store().commit(chains(server, 100, 10_000));
            assertThat(database.archive().run(LANE.run()).orElseThrow().made()).isEqualTo(10_100);
            assertThat(database.archive().chains(LANE.run(), Set.of(), 0, 20_000, true))
                    .hasSize(10_100);
        }
    }

    private Process start() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DataFolderTest.class.getName(),
                        home.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static BufferedReader lines(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Adds, claims and ends chains for ever, and tells after each commit how many there are for sure. */
    public static void main(String... arguments) {
        var database = SqliteDatabase.open(Path.of(arguments[0]), NOON);
        var store = database.store();
        var server = store.begin("one", NOON);
        if (database.archive().run(LANE.run()).isEmpty()) store.commit(newRun(server));
        int made = database.archive().run(LANE.run()).orElseThrow().made();
        while (true) {
            var changes = chains(server, made, 5);
            store.leasesOf(List.of(new SessionId(1)))
                    .forEach(lease -> changes.finishes()
                            .add(new TurnChanges.Finish(
                                    lease, ChainState.SUCCEEDED, Reason.NONE, 0, NOON, Payload.NONE)));
            changes.claims().add(new TurnChanges.Claim(LANE, List.of(new Share(new SessionId(1), 4)), NOON));
            if (!(store.commit(changes) instanceof CommitResult.Done)) throw new IllegalStateException("refused");
            made += 5;
            System.out.println(made);
        }
    }

    static TurnChanges newRun(ServerNumber server) {
        var changes = new TurnChanges(server);
        var spec = RunSpec.tasks(new Owner("alice"), "run");
        changes.runs().add(new NewRun(LANE.run(), spec, Optional.empty(), NOON, false, false));
        changes.lanes().add(new NewLane(LANE, LaneSpec.PLAIN));
        return changes;
    }

    static TurnChanges chains(ServerNumber server, int first, int count) {
        var changes = new TurnChanges(server);
        var chain = new NewChain("parameter", Payload.of(new byte[60]));
        changes.chains().add(new NewChains(LANE, first, Collections.nCopies(count, chain), NOON));
        return changes;
    }
}
