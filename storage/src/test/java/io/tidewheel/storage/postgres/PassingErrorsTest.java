package io.tidewheel.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.ChainState;
import io.tidewheel.storage.FinishedRuns;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Errors after which a transaction may be tried again, as a busy database gives them. */
class PassingErrorsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    /** Every tenth transaction that writes chains or outcomes is told that it met another one; every twentieth that it was in a deadlock. */
    private static final String GETS_IN_THE_WAY = """
        CREATE SEQUENCE met;
        CREATE FUNCTION meet() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF nextval('met') % 10 = 0 THEN RAISE EXCEPTION 'met another one' USING ERRCODE = '40001'; END IF;
            IF currval('met') % 20 = 5 THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER meeting AFTER INSERT ON tally FOR EACH STATEMENT EXECUTE FUNCTION meet();
        CREATE TRIGGER meeting AFTER INSERT ON span FOR EACH STATEMENT EXECUTE FUNCTION meet();
        """;

    @Test
    void nobodyNoticesSerialisationFailuresAndDeadlocks() throws SQLException {
        var address = EmptySchemas.create();
        try (var database = PostgresDatabase.open(address, NOON);
                var connection = DriverManager.getConnection(
                        address.jdbcUrl(),
                        address.user().orElseThrow(),
                        address.password().orElseThrow());
                var statement = connection.createStatement()) {
            statement.execute(GETS_IN_THE_WAY);
            var runs = new FinishedRuns(database, NOON);
            for (int i = 0; i < 60; i++) {
                var run = runs.finished(25, NOON);
                assertThat(database.archive().chains(run, Set.of(ChainState.CANCELLED), 0, 100, true))
                        .hasSize(25);
                assertThat(database.archive().run(run).orElseThrow().totals().cancelled())
                        .isEqualTo(25);
            }
            try (var rows = statement.executeQuery("SELECT last_value FROM met")) {
                rows.next();
                assertThat(rows.getLong(1)).as("how often they met").isGreaterThan(100);
            }
        }
    }
}
