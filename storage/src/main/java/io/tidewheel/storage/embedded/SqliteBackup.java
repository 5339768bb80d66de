package io.tidewheel.storage.embedded;

import io.tidewheel.model.StoreSnapshot;
import io.tidewheel.storage.sql.SqlConnection;
import io.tidewheel.storage.sql.SqlRestore;
import io.tidewheel.storage.sql.SqlSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** Reads the tables of a data folder for a backup, beside the engine's commits, and fills empty ones with a backup. */
final class SqliteBackup implements SqlSnapshot.Catalogue {
    private static final String TABLES =
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'";
    private static final String COLUMNS = "SELECT name FROM pragma_table_info(?) ORDER BY cid";
    private static final String COUNTERS = "SELECT name, value FROM counter ORDER BY name";

    private record Counter(String name, long value) {}

    /** The snapshot of the database in a file. Until it has been read, what is committed meanwhile stays in the log of writes. */
    static StoreSnapshot of(Path file) {
        return sink -> {
            try (var link = SqliteReaders.open(file)) {
                // The first question fixes the state that all others see.
                for (var counter : link.list(COUNTERS, row -> new Counter(row.getString(1), row.getLong(2))))
                    sink.counter(counter.name, counter.value);
                SqlSnapshot.read(link, new SqliteBackup(), sink);
                link.connection().rollback();
            } catch (SQLException failed) {
                throw new IOException(failed.getMessage(), failed);
            }
        };
    }

    static void fill(SqlConnection link, StoreSnapshot content) throws SQLException {
        SqlRestore.fill(link, new SqliteBackup(), SqliteBackup::count, content);
    }

    private static void count(SqlConnection link, String name, long value) throws SQLException {
        link.update("UPDATE counter SET value = ? WHERE name = ?", value, name);
    }

    @Override
    public List<String> tables(SqlConnection link) throws SQLException {
        return link.list(TABLES, row -> row.getString(1));
    }

    @Override
    public List<String> columns(SqlConnection link, String table) throws SQLException {
        return link.list(COLUMNS, row -> row.getString(1), table);
    }
}
