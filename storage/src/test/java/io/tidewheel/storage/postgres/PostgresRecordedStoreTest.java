package io.tidewheel.storage.postgres;

import io.tidewheel.model.Database;
import io.tidewheel.storage.RecordedStoreContract;
import io.tidewheel.storage.RecordedTables;
import io.tidewheel.storage.RecordedTables.TableWords;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;

class PostgresRecordedStoreTest extends RecordedStoreContract {
    /** How PostgreSQL is asked. */
    private static final class PostgresWords implements TableWords {
        @Override
        public String tables() {
            return "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename";
        }

        @Override
        public String columns(String table) {
            return """
                SELECT quote_ident(column_name) FROM information_schema.columns
                 WHERE table_schema = current_schema() AND table_name = '%s' ORDER BY ordinal_position
                """.formatted(table);
        }

        @Override
        public String quoted(String column) {
            return "quote_nullable(%s::text)".formatted(column);
        }

        @Override
        public String overriding() {
            return " OVERRIDING SYSTEM VALUE";
        }

        @Override
        public String afterwards() {
            return """
                SELECT format('SELECT setval(%L, %s);', sequencename, COALESCE(last_value, 1))
                  FROM pg_sequences WHERE schemaname = current_schema() ORDER BY sequencename
                """;
        }
    }

    private PostgresAddress address = new PostgresAddress("jdbc:postgresql:", Optional.empty(), Optional.empty());

    @BeforeEach
    void create() throws SQLException {
        address = EmptySchemas.create();
    }

    /** Writes down what this release leaves into a file. */
    public static void main(String[] words) throws Exception {
        var address = EmptySchemas.create();
        RecordedTables.fill(() -> PostgresDatabase.open(address, NOON));
        try (var connection = connect(address);
                var database = PostgresDatabase.open(address, NOON)) {
            Files.write(
                    Path.of(words[0]),
                    RecordedTables.of(connection, new PostgresWords(), database.archive())
                            .lines());
        }
    }

    private static Connection connect(PostgresAddress address) throws SQLException {
        return DriverManager.getConnection(
                address.jdbcUrl(),
                address.user().orElseThrow(),
                address.password().orElseThrow());
    }

    @Override
    protected String kind() {
        return "postgres";
    }

    @Override
    protected TableWords words() {
        return new PostgresWords();
    }

    @Override
    protected Connection connect() throws SQLException {
        return connect(address);
    }

    @Override
    protected Database open() {
        return PostgresDatabase.open(address, NOON);
    }

    @Override
    protected Class<?> home() {
        return PostgresDatabase.class;
    }
}
