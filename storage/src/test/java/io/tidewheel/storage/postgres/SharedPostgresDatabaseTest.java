package io.tidewheel.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.Database;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.storage.SharedDatabaseContract;
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

    @Test
    void aServerWhoseNameWasTakenOverIsTold() throws SQLException {
        try (var connection = java.sql.DriverManager.getConnection(
                        address.jdbcUrl(),
                        address.user().orElseThrow(),
                        address.password().orElseThrow());
                var statement = connection.createStatement()) {
            statement.execute("DELETE FROM server WHERE name = 'first'");
        }
        assertThatThrownBy(() -> first.database().store().beat(first.number(), NOON))
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
