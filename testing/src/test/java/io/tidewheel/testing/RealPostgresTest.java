package io.tidewheel.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidewheel.testing.RealPostgres.Database;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class RealPostgresTest {
    @Test
    void commitsAsDurablyAsInProduction() throws SQLException {
        try (var connection = open(RealPostgres.shared().createDatabase())) {
            assertThat(ask(connection, "SHOW fsync")).isEqualTo("on");
            assertThat(ask(connection, "SHOW synchronous_commit")).isEqualTo("on");
            assertThat(ask(connection, "SHOW full_page_writes")).isEqualTo("on");
        }
    }

    @Test
    void eachDatabaseIsEmpty() throws SQLException {
        try (var first = open(RealPostgres.shared().createDatabase());
                var second = open(RealPostgres.shared().createDatabase())) {
            change(first, "CREATE TABLE task (id INT)");
            assertThat(ask(second, "SELECT count(*) FROM pg_tables WHERE tablename = 'task'"))
                    .isEqualTo("0");
        }
    }

    @Test
    void whatWasCommittedSurvivesKillNine() throws SQLException {
        try (var server = RealPostgres.start()) {
            var database = server.createDatabase();
            try (var connection = open(database)) {
                change(connection, "CREATE TABLE task (id INT)");
                change(connection, "INSERT INTO task VALUES (7)");
                server.kill9();
                assertThatThrownBy(() -> ask(connection, "SELECT 1")).isInstanceOf(SQLException.class);
            }
            server.restart();
            try (var connection = open(database)) {
                assertThat(ask(connection, "SELECT sum(id) FROM task")).isEqualTo("7");
            }
        }
    }

    @Test
    void itCanBeStoppedInGoodOrderAndStartedAgain() throws SQLException {
        try (var server = RealPostgres.start()) {
            var database = server.createDatabase();
            server.stop();
            assertThatThrownBy(() -> open(database)).isInstanceOf(SQLException.class);
            server.restart();
            try (var connection = open(database)) {
                assertThat(ask(connection, "SELECT 1")).isEqualTo("1");
            }
        }
    }

    @Test
    void aStrangerWithoutThePasswordIsRefused() {
        var url = "jdbc:postgresql://127.0.0.1:%d/postgres"
                .formatted(RealPostgres.shared().port());
        assertThatThrownBy(() -> DriverManager.getConnection(url, "postgres", "guess"))
                .hasMessageContaining("password");
    }

    @Test
    void aServerDoesNotOutliveTheJvmThatStartedIt() throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var child = new ProcessBuilder(
                        java, "-cp", System.getProperty("java.class.path"), DiesWithoutGoodbye.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var said = new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8));
        var folder = Path.of(said.readLine());
        var server = ProcessHandle.of(Long.parseLong(said.readLine()));
        await().until(() -> !Files.exists(folder));
        await().until(() -> server.map(ProcessHandle::isAlive).orElse(false), alive -> !alive);
    }

    /** Starts a server, says where it is, and dies as if by kill -9: no hook runs. */
    static final class DiesWithoutGoodbye {
        private DiesWithoutGoodbye() {}

        public static void main(String[] args) throws SQLException {
            var database = RealPostgres.start().createDatabase();
            try (var connection = open(database)) {
                var data = Path.of(ask(connection, "SHOW data_directory"));
                System.out.println(data.getParent());
                System.out.println(ask(connection, "SELECT pg_backend_pid()"));
            }
            Runtime.getRuntime().halt(9);
        }
    }

    private static Connection open(Database database) throws SQLException {
        return DriverManager.getConnection(database.jdbcUrl());
    }

    private static String ask(Connection connection, String question) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(question)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static void change(Connection connection, String command) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(command);
        }
    }
}
