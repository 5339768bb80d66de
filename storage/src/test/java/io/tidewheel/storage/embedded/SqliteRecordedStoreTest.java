package io.tidewheel.storage.embedded;

import io.tidewheel.model.Database;
import io.tidewheel.storage.RecordedStoreContract;
import io.tidewheel.storage.RecordedTables;
import io.tidewheel.storage.RecordedTables.TableWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;

class SqliteRecordedStoreTest extends RecordedStoreContract {
    /** How SQLite is asked. */
    private static final class SqliteWords implements TableWords {
        @Override
        public String tables() {
            return "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
        }

        @Override
        public String columns(String table) {
            return "SELECT '\"' || name || '\"' FROM pragma_table_info('%s')".formatted(table);
        }

        @Override
        public String quoted(String column) {
            return "quote(%s)".formatted(column);
        }

        @Override
        public String overriding() {
            return "";
        }

        @Override
        public String afterwards() {
            return "SELECT 1 WHERE FALSE";
        }
    }

    @TempDir
    Path folder;

    /** Writes down what this release leaves: the file, and a folder to work in. */
    public static void main(String[] words) throws Exception {
        var folder = Path.of(words[1]);
        RecordedTables.fill(() -> SqliteDatabase.open(folder, NOON));
        try (var connection = connect(folder);
                var database = SqliteDatabase.open(folder, NOON)) {
            Files.write(
                    Path.of(words[0]),
                    RecordedTables.of(connection, new SqliteWords(), database.archive())
                            .lines());
        }
    }

    private static Connection connect(Path folder) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("tidewheel.db"));
    }

    @Override
    protected String kind() {
        return "sqlite";
    }

    @Override
    protected TableWords words() {
        return new SqliteWords();
    }

    @Override
    protected Connection connect() throws SQLException, IOException {
        NativeLibrary.prepare();
        Files.createDirectories(folder.resolve("data"));
        return connect(folder.resolve("data"));
    }

    @Override
    protected Database open() {
        return SqliteDatabase.open(folder.resolve("data"), NOON);
    }

    @Override
    protected Class<?> home() {
        return SqliteDatabase.class;
    }
}
