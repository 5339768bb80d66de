package io.tidewheel.storage.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.ChainId;
import io.tidewheel.storage.FinishedRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the file does not stay as large as it ever was. */
class SqliteCleanerTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    Path home;

    @Test
    void theFileShrinksWhenOldRunsAreRemoved() throws IOException, SQLException {
        long full;
        try (var database = SqliteDatabase.open(home, NOON)) {
            var runs = new FinishedRuns(database, NOON);
            runs.finished(120_000, NOON);
            var kept = runs.unfinished(10, NOON);
            full = ask("PRAGMA page_count") * ask("PRAGMA page_size");
            assertThat(runs.clean(NOON.plus(HOUR.multipliedBy(2)), HOUR)).isEqualTo(120_000);
            assertThat(database.archive().chain(new ChainId(kept, 9))).isPresent();
        }
        assertThat(full).isGreaterThan(14L << 20);
        assertThat(size()).isLessThan(9L << 20);
    }

    @Test
    void aFileOfAnEarlierVersionLearnsToShrink() throws IOException, SQLException {
        try (var database = SqliteDatabase.open(home, NOON)) {
            new FinishedRuns(database, NOON).finished(100, NOON);
        }
        asEarlier();
        try (var database = SqliteDatabase.open(home, NOON)) {
            assertThat(ask("PRAGMA auto_vacuum")).isEqualTo(2);
            assertThat(database.archive().runs(io.tidewheel.model.RunFilter.ALL, Long.MAX_VALUE, 10))
                    .hasSize(1);
        }
    }

    private void asEarlier() throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("tidewheel.db"));
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA auto_vacuum = NONE");
            statement.execute("VACUUM");
        }
        assertThat(ask("PRAGMA auto_vacuum")).isZero();
    }

    private long ask(String question) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("tidewheel.db"));
                var statement = connection.createStatement();
                var rows = statement.executeQuery(question)) {
            return rows.getLong(1);
        }
    }

    private long size() throws IOException {
        return Files.size(home.resolve("tidewheel.db"));
    }
}
