package io.tidewheel.storage.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.StoreFailure;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MigrationsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private SqlConnection link;

    @BeforeEach
    void open() throws SQLException {
        var connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        connection.setAutoCommit(false);
        link = new SqlConnection(connection);
    }

    @AfterEach
    void close() throws SQLException {
        link.close();
    }

    @Test
    void eachMigrationIsAppliedOnce() throws SQLException {
        var migrations = new Migrations(MigrationsTest.class, List.of("V1__good"));
        migrations.apply(this::run, "here", NOON);
        migrations.apply(this::run, "here", NOON);
        assertThat(link.list("SELECT id FROM one", row -> row.getInt(1))).containsExactly(1);
        assertThat(link.list("SELECT name FROM schema_version", row -> row.getString(1)))
                .containsExactly("V1__good");
    }

    @Test
    void aMigrationThatFailsHasNotHappened() throws SQLException {
        var migrations = new Migrations(MigrationsTest.class, List.of("V1__good", "V2__bad"));
        assertThatThrownBy(() -> migrations.apply(this::run, "here", NOON)).isInstanceOf(SQLException.class);
        assertThat(link.list("SELECT name FROM sqlite_schema WHERE name = 'two'", row -> row.getString(1)))
                .isEmpty();
        assertThat(link.list("SELECT version FROM schema_version", row -> row.getInt(1)))
                .containsExactly(1);
    }

    @Test
    void tablesThatAreNewerThanTheProgramAreRefused() throws SQLException {
        new Migrations(MigrationsTest.class, List.of("V1__good")).apply(this::run, "here", NOON);
        assertThatThrownBy(() ->
                        new Migrations(MigrationsTest.class, List.of()).apply(this::run, "the folder /data", NOON))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContaining("the folder /data")
                .hasMessageContaining("version 1");
    }

    private void run(Migrations.Work work) throws SQLException {
        try {
            work.run(link);
            link.connection().commit();
        } catch (SQLException failed) {
            link.connection().rollback();
            throw failed;
        }
    }
}
