package io.tidewheel.storage.postgres;

import io.tidewheel.model.StoreSnapshot;
import io.tidewheel.storage.sql.SqlConnection;
import io.tidewheel.storage.sql.SqlRestore;
import io.tidewheel.storage.sql.SqlSnapshot;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** Reads the tables of a PostgreSQL for a backup, beside its servers' work, and fills empty ones with a backup. */
final class PostgresBackup implements SqlSnapshot.Catalogue {
    /** Parts of tables are read with the whole. */
    private static final String TABLES = """
        SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
           AND NOT relispartition
        """;

    private static final String COLUMNS = """
        SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(quote_ident(?)) AND attnum > 0 AND NOT attisdropped
         ORDER BY attnum
        """;
    private static final String NUMBERED = """
        SELECT quote_ident(relname), quote_ident(attname) FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
         WHERE relnamespace = current_schema()::regnamespace AND attidentity <> '' AND relname <> 'server'
        """;
    /** The columns of an outcome for which nothing is written where the number is 0. */
    private static final Set<String> USUALLY_ZERO = Set.of("reason", "failures", "losses", "exit_code");

    private static final String LAST_RUN = "SELECT last_value FROM run_number";
    private static final String LAST_SERVER = "SELECT last_value FROM server_number_seq";

    private record Numbered(String table, String column) {}

    /** One state of the database, which others go on changing. */
    static StoreSnapshot of(PostgresConnections connections) {
        return sink -> {
            try (var link = new SqlConnection(connections.forListening())) {
                link.connection().setAutoCommit(false);
                link.connection().setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                var catalogue = new PostgresBackup();
                // From before the state is fixed until it was read no table is dropped or changed.
                link.run("LOCK TABLE %s IN ACCESS SHARE MODE".formatted(String.join(", ", names(connections))));
                sink.counter("run", number(link, LAST_RUN));
                sink.counter("server", number(link, LAST_SERVER));
                SqlSnapshot.read(link, catalogue, sink);
                link.connection().rollback();
            } catch (SQLException failed) {
                throw new IOException(failed.getMessage(), failed);
            }
        };
    }

    /** By a transaction of its own: to ask for them fixes what is seen. */
    private static List<String> names(PostgresConnections connections) throws SQLException {
        try (var link = new SqlConnection(connections.forListening())) {
            return new PostgresBackup().tables(link);
        }
    }

    private static long number(SqlConnection link, String sql) throws SQLException {
        return link.first(sql, row -> row.getLong(1)).orElseThrow();
    }

    static void fill(SqlConnection link, StoreSnapshot content) throws SQLException {
        SqlRestore.fill(link, new PostgresBackup(), PostgresBackup::count, content);
        var numbered = link.list(NUMBERED, row -> new Numbered(row.getString(1), row.getString(2)));
        for (var each : numbered) {
            link.run(
                    "SELECT setval(pg_get_serial_sequence('%1$s', '%2$s'), COALESCE((SELECT MAX(%2$s) FROM %1$s), 0) + 1, false)"
                            .formatted(each.table, each.column));
        }
    }

    private static void count(SqlConnection link, String name, long value) throws SQLException {
        var sequence = name.equals("run") ? "run_number" : "server_number_seq";
        link.run("SELECT setval('%s', %d)".formatted(sequence, Math.max(1, value)));
    }

    @Override
    public List<String> tables(SqlConnection link) throws SQLException {
        return link.list(TABLES, row -> row.getString(1));
    }

    @Override
    public String withOwnNumbers() {
        return "OVERRIDING SYSTEM VALUE";
    }

    @Override
    public String expression(String table, String column) {
        return table.equals("outcome") && USUALLY_ZERO.contains(column) ? "COALESCE(%s, 0)".formatted(column) : column;
    }

    @Override
    public List<String> columns(SqlConnection link, String table) throws SQLException {
        return link.list(COLUMNS, row -> row.getString(1), table);
    }
}
