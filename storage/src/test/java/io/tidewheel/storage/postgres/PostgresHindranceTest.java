package io.tidewheel.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.testing.RealPostgres;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is seen of a database that answers, but would take no work. */
class PostgresHindranceTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void oneMomentWithoutAConnectionHindersNobody() throws SQLException {
        var connections = new PostgresConnections(EmptySchemas.create());
        var left = new AtomicInteger(1);
        PostgresConnections.Opening full = () -> {
            if (left.getAndDecrement() > 0) throw new SQLException("too many connections", "53300");
            return connections.forCheck();
        };
        try (var archive = new PostgresArchive(connections, connections::forAnswers, full)) {
            assertThat(archive.hindrance()).isEmpty();
            left.set(Integer.MAX_VALUE);
            assertThat(archive.hindrance().orElseThrow()).contains("has no connection left");
        }
    }

    @Test
    void aDatabaseThatOnlyReadsOrHasNoConnectionLeftIsSaidSo() throws SQLException {
        var made = RealPostgres.shared().createDatabase();
        var name = made.name() + "_guest";
        try (var admin = DriverManager.getConnection(made.jdbcUrl());
                var statement = admin.createStatement()) {
            statement.execute("CREATE ROLE %s LOGIN PASSWORD 'guest' CONNECTION LIMIT 4".formatted(name));
            statement.execute("ALTER SCHEMA public OWNER TO " + name);
            var url = "jdbc:postgresql://127.0.0.1:%d/%s"
                    .formatted(RealPostgres.shared().port(), made.name());
            var address = new PostgresAddress(url, Optional.of(name), Optional.of("guest"));
            try (var database = PostgresDatabase.open(address, NOON)) {
                assertThat(database.hindrance()).isEmpty();
                statement.execute("ALTER DATABASE %s SET default_transaction_read_only = on".formatted(made.name()));
                assertThat(database.hindrance()).contains("the database only reads");
                statement.execute("ALTER DATABASE %s RESET default_transaction_read_only".formatted(made.name()));
                assertThat(database.hindrance()).isEmpty();
                statement.execute("ALTER ROLE %s CONNECTION LIMIT 0".formatted(name));
                assertThat(database.hindrance().orElseThrow()).contains("has no connection left");
            }
        }
    }
}
