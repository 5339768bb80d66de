package io.tidewheel.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.storage.FinishedRuns;
import io.tidewheel.storage.sql.SqlClusterNotes;
import io.tidewheel.storage.sql.SqlConnection;
import io.tidewheel.testing.PatientWaiting;
import io.tidewheel.testing.RealPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary with a real standby: what happens when they change places. */
class PostgresFailoverTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    Path home;

    @Test
    void theNewPrimaryIsFoundAndTheOldOneIsRefusedWhenItComesBack() {
        try (var first = RealPostgres.start();
                var second = first.standby()) {
            var made = first.createDatabase();
            var both = address(made, first, second);
            var memory = home.resolve("primary.seen");
            try (var database = PostgresDatabase.open(both, NOON, memory)) {
                var before = new FinishedRuns(database, NOON).unfinished(20, NOON);
                awaitSame(first, second);
                first.kill9();
                second.promote();
                assertThatThrownBy(() -> database.store().openRuns()).isInstanceOf(StoreFailure.class);
                var again = new FinishedRuns(database, NOON);
                assertThat(database.archive().run(before)).isPresent();
                var after = again.unfinished(20, NOON);

                first.restart();
                assertThat(database.archive().run(after)).isPresent();
                try (var fresh = PostgresDatabase.open(both, NOON)) {
                    assertThat(fresh.archive().run(after))
                            .as("both are there, and the newer one is taken")
                            .isPresent();
                }
                assertThatThrownBy(() -> PostgresDatabase.open(address(made, first), NOON, memory))
                        .isInstanceOf(StoreFailure.class)
                        .hasMessageContaining("it would be lost")
                        .hasStackTraceContaining(
                                "is a primary that was replaced: its timeline is 1, but 2 has been seen");
            }
        }
    }

    @Test
    void whoIsStillConnectedToAPrimaryThatWasReplacedLeavesIt() {
        try (var first = RealPostgres.start();
                var second = first.standby()) {
            var made = first.createDatabase();
            try (var database = PostgresDatabase.open(address(made, first, second), NOON)) {
                var runs = new FinishedRuns(database, NOON);
                runs.unfinished(1, NOON);
                awaitSame(first, second);
                assertThatThrownBy(() -> PostgresDatabase.open(address(made, second), NOON))
                        .hasMessageContaining("(the database only reads: connect to the primary)");
                second.promote();
                await().atMost(PatientWaiting.LONGEST)
                        .untilAsserted(
                                () -> assertThatThrownBy(() -> database.store().openRuns())
                                        .hasStackTraceContaining("another host has become the primary"));
                var after = new FinishedRuns(database, NOON).unfinished(1, NOON);
                try (var there = PostgresDatabase.open(address(made, second), NOON)) {
                    assertThat(there.archive().run(after)).isPresent();
                }
            }
        }
    }

    /** What it confirmed last is lost, as it must be; that numbers come again would add to that. */
    @Test
    void noNumberOfARunIsGivenOutAgainAfterAStandbyThatWasBehindHasBecomeThePrimary() {
        try (var first = RealPostgres.start();
                var second = first.standby()) {
            var made = first.createDatabase();
            try (var database = PostgresDatabase.open(address(made, first, second), NOON)) {
                var runs = new FinishedRuns(database, NOON);
                runs.unfinished(1, NOON);
                awaitSame(first, second);
                second.stopFollowing();
                var lost = new TreeSet<RunId>();
                for (int i = 0; i < 200; i++) lost.add(runs.unfinished(1, NOON));
                first.kill9();
                second.promote();
                assertThatThrownBy(() -> database.store().openRuns()).isInstanceOf(StoreFailure.class);
                var again = new FinishedRuns(database, NOON);
                assertThat(database.archive().run(lost.first())).isEmpty();
                var next = new TreeSet<RunId>();
                for (int i = 0; i < 200; i++) next.add(again.unfinished(1, NOON));
                assertThat(next.first()).isGreaterThan(lost.last());
            }
        }
    }

    /** The look finds the new primary after a connection to the old one was checked, and before whoever wanted it has it in hand. */
    @Test
    void aConnectionToAPrimaryThatIsReplacedWhileItIsOpenedIsOpenedAgain() throws Exception {
        try (var first = RealPostgres.start();
                var second = first.standby()) {
            var made = first.createDatabase();
            PostgresDatabase.open(address(made, first), NOON).close();
            awaitSame(first, second);
            var connections = new PostgresConnections(address(made, first, second));
            var forCommits = late(connections.forCommits(), connections::forCommits);
            var forAnswers = late(connections.forAnswers(), connections::forAnswers);
            var forListening = late(connections.forListening(), connections::forListening);
            second.promote();
            connections.look();

            try (var writer = new PostgresWriter(connections, forCommits)) {
                assertThat(writer.run(PostgresFailoverTest::port)).isEqualTo(second.port());
            }
            try (var archive = new PostgresArchive(connections, forAnswers, connections::forCheck)) {
                new SqlClusterNotes(archive).keepFirst("note", Payload.NONE);
            }
            try (var there = PostgresDatabase.open(address(made, second), NOON)) {
                assertThat(there.notes().find("note")).isPresent();
            }
            var told = new LinkedBlockingQueue<RunId>();
            try (var listener = new PostgresListener(connections, forListening, () -> {})) {
                listener.begin(1);
                listener.onChange(told::add);
                await().atMost(PatientWaiting.LONGEST).until(() -> {
                    second.notify(made, "tidewheel_public", "2:7");
                    return told.contains(new RunId(7));
                });
            }
        }
    }

    /** Gives out first what was opened before. */
    private static PostgresConnections.Opening late(Connection early, PostgresConnections.Opening then) {
        var waiting = new AtomicReference<@Nullable Connection>(early);
        return () -> {
            var opened = waiting.getAndSet(null);
            return opened != null ? opened : then.open();
        };
    }

    private static int port(SqlConnection link) throws SQLException {
        return link.first("SELECT inet_server_port()", row -> row.getInt(1)).orElseThrow();
    }

    private static void awaitSame(RealPostgres first, RealPostgres second) {
        await().atMost(PatientWaiting.LONGEST).until(() -> second.position().equals(first.position()));
    }

    private static PostgresAddress address(RealPostgres.Database database, RealPostgres... hosts) {
        var places = java.util.Arrays.stream(hosts)
                .map(host -> "127.0.0.1:" + host.port())
                .toList();
        return new PostgresAddress(
                "jdbc:postgresql://%s/%s".formatted(String.join(",", places), database.name()),
                Optional.of(database.user()),
                Optional.of(database.password()));
    }
}
