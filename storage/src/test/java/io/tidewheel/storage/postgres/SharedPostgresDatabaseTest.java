package io.tidewheel.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.Database;
import io.tidewheel.model.RunClaim;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.storage.SharedDatabaseContract;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedPostgresDatabaseTest extends SharedDatabaseContract {
    private PostgresAddress address;

    @Override
    protected Database openEmpty() throws SQLException {
        address = EmptySchemas.create();
        return PostgresDatabase.open(address, NOON);
    }

    @Override
    protected Database openAnother(Database known) {
        return PostgresDatabase.open(address, NOON);
    }

    @Test
    void twoServersOfOneNameAreTooMany() {
        try (var third = PostgresDatabase.open(address, NOON)) {
            assertThatThrownBy(() -> third.store().begin("second", NOON))
                    .isInstanceOf(StoreFailure.class)
                    .hasMessageContaining("'second'")
                    .hasMessageContaining("another name");
            third.store().begin("third", NOON);
        }
    }

    /** Its connection is cut, and it could open another: but others have taken over what it had. */
    @Test
    void aServerWhoseConnectionWasCutNoticesBeforeItWritesAnything() throws SQLException {
        var lane = newLane(first);
        assertThat(first.database().store().keep(lane.run(), first.number(), HOUR))
                .isEqualTo(RunClaim.TAKEN);
        second.database().store().beat(second.number(), NOON, HOUR);
        cut(first);
        second.database().store().beat(second.number(), NOON, HOUR);
        assertThat(second.database().store().keep(lane.run(), second.number(), HOUR))
                .isEqualTo(RunClaim.TAKEN);
        assertThatThrownBy(() -> add(first, lane, 0, 1)).isInstanceOf(StoreFailure.class);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> add(first, lane, 0, 1))
                    .isInstanceOf(StoreFailure.class)
                    .hasMessageContaining("it begins anew");
            assertThatThrownBy(() -> first.database().store().beat(first.number(), NOON, HOUR))
                    .isInstanceOf(StoreFailure.class);
        }
        first = begin(first.database(), "first");
        assertThat(first.database().store().keep(lane.run(), first.number(), HOUR))
                .isEqualTo(RunClaim.THEIRS);
        add(first, lane, 0, 1);
    }

    /** As after a failure of the database: whoever is back first must not take over from all others. */
    @Test
    void whoHasJustBegunTakesNobodyForDeadWhoHasNotBegunAgain() throws SQLException {
        cut(first);
        cut(second);
        try (var third = begin(PostgresDatabase.open(address, NOON), "third")) {
            for (int i = 0; i < 2; i++) third.database().store().beat(third.number(), NOON, HOUR);
            assertThat(server(third, "second").lives(HOUR)).isTrue();
            assertThatThrownBy(() -> first.database().store().beat(first.number(), NOON, HOUR))
                    .isInstanceOf(StoreFailure.class);
            first = begin(first.database(), "first");
            for (int i = 0; i < 2; i++) first.database().store().beat(first.number(), NOON, HOUR);
            assertThat(server(third, "second").lives(HOUR)).isTrue();
        }
    }

    private void cut(Peer server) throws SQLException {
        try (var connection = DriverManager.getConnection(
                        address.jdbcUrl(),
                        address.user().orElseThrow(),
                        address.password().orElseThrow());
                var statement = connection.createStatement()) {
            statement.execute("""
                SELECT pg_terminate_backend(pid, 60000) FROM pg_locks WHERE locktype = 'advisory' AND objid::bigint = %d
                """.formatted(server.number().value()));
        }
    }

    @Test
    void aServerWhoseNameWasTakenOverIsTold() throws SQLException {
        try (var connection = DriverManager.getConnection(
                        address.jdbcUrl(),
                        address.user().orElseThrow(),
                        address.password().orElseThrow());
                var statement = connection.createStatement()) {
            statement.execute("DELETE FROM server WHERE name = 'first'");
        }
        assertThatThrownBy(() -> first.database().store().beat(first.number(), NOON, HOUR))
                .isInstanceOf(StoreFailure.class);
    }

    @Test
    void serversThatStartTogetherMigrateOnce() throws Exception {
        var empty = EmptySchemas.create();
        try (var threads = Executors.newFixedThreadPool(4)) {
            Callable<String> open = () -> {
                try (var database = PostgresDatabase.open(empty, NOON)) {
                    return database.description();
                }
            };
            var opened =
                    threads.invokeAll(IntStream.range(0, 4).mapToObj(_ -> open).toList());
            for (var each : opened) assertThat(each.get()).startsWith("PostgreSQL at 127.0.0.1:");
        }
    }
}
