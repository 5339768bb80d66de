package io.tidewheel.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.LogStream;
import io.tidewheel.model.RunId;
import io.tidewheel.storage.FinishedRuns;
import io.tidewheel.storage.postgres.ChainSegments.SegmentLimits;
import io.tidewheel.storage.sql.Migrations;
import io.tidewheel.storage.sql.SqlConnection;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How PostgreSQL gives back the space of old runs, and what becomes of tables that were made before it could. */
class ChainSegmentsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant LATER = NOON.plus(Duration.ofHours(3));
    private static final Duration HOUR = Duration.ofHours(1);
    /** Every segment that has anything is large. */
    private static final SegmentLimits TINY = new SegmentLimits(1, 1, Duration.ZERO);

    private PostgresAddress address;
    private SqlConnection sql;

    @BeforeEach
    void connect() throws SQLException {
        address = EmptySchemas.create();
        sql = new SqlConnection(connection());
    }

    @AfterEach
    void disconnect() throws SQLException {
        sql.close();
    }

    private Connection connection() throws SQLException {
        return DriverManager.getConnection(
                address.jdbcUrl(),
                address.user().orElseThrow(),
                address.password().orElseThrow());
    }

    @Test
    void aSegmentWhoseRunsAreAllForgottenIsDroppedAsAWhole() throws SQLException {
        try (var database = PostgresDatabase.open(address, NOON, TINY)) {
            var runs = new FinishedRuns(database, NOON);
            var first = runs.finished(3_000, NOON);
            var second = runs.finished(2_000, NOON);
            assertThat(runs.clean(NOON, HOUR)).isZero();
            runs.finished(500, NOON); // its number was reserved before
            var third = runs.unfinished(50, NOON);
            assertThat(third.number()).as("it is in the next segment").isGreaterThan(second.number() + 10);
            assertThat(runs.clean(LATER.minusSeconds(10), HOUR))
                    .as("it is seen that numbers have gone on")
                    .isEqualTo(5_500);
            assertThat(exists("chain_0")).isFalse();
            assertThat(exists("outcome_0")).isFalse();
            assertThat(exists("log_0")).isFalse();
            assertThat(exists("chain_1")).isTrue();
            assertThat(count("doomed")).isZero();
            assertThat(database.archive().run(first)).isEmpty();
            assertThat(database.archive().chains(third, Set.of(ChainState.READY), 0, 100, true))
                    .hasSize(50);
        }
    }

    @Test
    void whereAnUnfinishedRunKeepsASegmentTheRowsOfOthersAreDeleted() throws SQLException {
        try (var database = PostgresDatabase.open(address, NOON, TINY)) {
            var runs = new FinishedRuns(database, NOON);
            runs.finished(25_000, NOON);
            var kept = runs.unfinished(50, NOON);
            runs.clean(NOON, HOUR);
            runs.finished(10, NOON);
            assertThat(runs.clean(LATER, HOUR)).isEqualTo(25_010);
            assertThat(exists("chain_0")).isTrue();
            assertThat(count("chain")).isEqualTo(50);
            assertThat(count("outcome")).isZero();
            assertThat(database.archive().chain(new ChainId(kept, 49))).isPresent();
            runs.finish(kept, NOON);
            runs.clean(LATER.plusSeconds(10), HOUR);
            assertThat(exists("chain_0")).isFalse();
        }
    }

    @Test
    void aSegmentIsDroppedThoughSomebodyDiedWhileDoingSo() throws SQLException {
        try (var database = PostgresDatabase.open(address, NOON, TINY)) {
            var runs = new FinishedRuns(database, NOON);
            runs.finished(100, NOON);
            runs.clean(NOON, HOUR);
            runs.finished(100, LATER);
            dieWhileDetaching();
            assertThat(runs.clean(LATER, HOUR)).isEqualTo(100);
            assertThat(exists("chain_0")).isFalse();
            assertThat(count("chain")).isEqualTo(100);
        }
    }

    private void dieWhileDetaching() throws SQLException {
        try (var reader = connection();
                var reading = reader.createStatement()) {
            reader.setAutoCommit(false);
            reading.execute("SELECT count(*) FROM outcome");
            sql.run("SET statement_timeout = '200ms'");
            assertThatThrownBy(() -> sql.run("ALTER TABLE outcome DETACH PARTITION outcome_0 CONCURRENTLY"))
                    .isInstanceOf(SQLException.class);
            sql.run("RESET statement_timeout");
        }
        assertThat(sql.list("SELECT 1 FROM pg_inherits WHERE inhdetachpending", _ -> true))
                .isNotEmpty();
    }

    @Test
    void runsThatAreManyAndSmallGoThroughAllNumbers() {
        try (var database = PostgresDatabase.open(address, NOON, SegmentLimits.DEFAULT)) {
            var runs = new FinishedRuns(database, NOON);
            RunId last = runs.unfinished(1, NOON);
            for (int i = 0; i < 150; i++) {
                if (i % 40 == 0) runs.clean(NOON.plusSeconds(i), HOUR);
                last = runs.unfinished(1, NOON);
            }
            assertThat(last.number()).as("nothing is passed over").isLessThan(300);
            assertThat(database.archive().chain(new ChainId(last, 0))).isPresent();
            assertThat(database.store().openRuns()).hasSize(151);
        }
    }

    @Test
    void tablesOfAnEarlierVersionBecomeTheFirstSegmentAndItsProgramsGoOn() throws SQLException {
        earlierTables();
        try (var database = PostgresDatabase.open(address, NOON)) {
            var old = new ChainId(new RunId(7), 3);
            assertThat(database.archive().chain(old).orElseThrow().state()).isEqualTo(ChainState.SUCCEEDED);
            assertThat(database.archive().log(old, 1, LogStream.STDOUT, 0, 100)).hasSize(1);
            assertThat(exists("chain_0")).isTrue();
            oldProgram(8, 0);
            assertThat(database.archive().chain(new ChainId(new RunId(8), 0))).isPresent();
            var runs = new FinishedRuns(database, NOON);
            assertThat(runs.finished(10, NOON).number()).isEqualTo(9);
            assertThat(runs.clean(LATER, HOUR)).isEqualTo(10 + 2);
            assertThat(count("log")).isZero();
        }
    }

    private void earlierTables() throws SQLException {
        var names = PostgresDatabase.MIGRATION_NAMES.subList(0, 14);
        new Migrations(PostgresDatabase.class, names).apply(work -> work.run(sql), "here", NOON);
        sql.run("SELECT setval('run_number', 8)");
        oldProgram(7, 3);
    }

    /** What the version before says to the database about a run of one chain that has ended. */
    private void oldProgram(long run, int index) throws SQLException {
        long key = run << 31 | index;
        sql.run("INSERT INTO run (id, owner, name, folded_name, kind, labels, priority, state, created, finished,"
                + " closed, held, ending,"
                + " end_reason, log_bytes, max_fails) VALUES (%d, 'me', 'old', 'old', 0, '', 0, 4, 1, 2, 1, 0, 0, 0, 0, 0)"
                        .formatted(run));
        sql.run("INSERT INTO lane (run, number, requires, priority, max_attempts, retry_delay, backoff, max_delay,"
                + " max_runtime,"
                + " max_inactivity, deadline, delivery, template) VALUES (%d, 0, '', 0, 1, 0, 1, 0, 0, 0, 0, 'EXACTLY_ONCE', '')"
                        .formatted(run));
        sql.run("INSERT INTO tally (lane, added, succeeded, failed, cancelled) VALUES (%d, 1, 1, 0, 0)"
                .formatted(run << 31));
        sql.run("INSERT INTO chain (id, lane, added, parameter, body) VALUES (%d, 0, 1, '', '')".formatted(key));
        sql.run("INSERT INTO outcome (chain, state, reason, attempt, failures, losses, session, first_claimed,"
                + " claimed, finished,"
                + " exit_code, report) VALUES (%d, 4, 0, 1, 0, 0, 5, 1, 1, 2, 0, '') ON CONFLICT (chain) DO NOTHING"
                        .formatted(key));
        sql.run("INSERT INTO log (chain, attempt, stream, start, bytes, dropped) VALUES (%d, 1, 0, 0, 'said', 0)"
                        .formatted(key)
                + " ON CONFLICT (chain, attempt, stream, start) DO NOTHING");
        sql.run("DELETE FROM log WHERE id IN (SELECT id FROM log WHERE chain >= 1 AND chain < 2 LIMIT 10)");
    }

    private boolean exists(String table) throws SQLException {
        return sql.first("SELECT to_regclass(?) IS NOT NULL", row -> row.getBoolean(1), table)
                .orElseThrow();
    }

    private long count(String table) throws SQLException {
        return sql.first("SELECT count(*) FROM " + table, row -> row.getLong(1)).orElseThrow();
    }
}
