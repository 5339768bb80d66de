package io.tidewheel.storage.sql;

import io.tidewheel.model.Payload;
import io.tidewheel.model.StoreSnapshot.Sink;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the tables of a database for a backup, in one transaction that sees one state of it. */
public final class SqlSnapshot {
    private static final int ROWS_AT_ONCE = 1_000;
    /** How far the database is, who uses it now, and how its tables lie: none of it means anything elsewhere. */
    private static final Set<String> LEFT_OUT = Set.of(
            "schema_version", "server", "counter", "segment", "run_keeper", "run_note", "fleet", "present_agent");

    private SqlSnapshot() {}

    /** Which tables there are, as each kind of database knows it. */
    public interface Catalogue {
        /** The names of the tables, without those that are parts of others. */
        List<String> tables(SqlConnection link) throws SQLException;

        List<String> columns(SqlConnection link, String table) throws SQLException;

        /** What stands before the values of rows that bring their own numbers, where the database would give them others. */
        default String withOwnNumbers() {
            return "";
        }

        /** How the value of a column is read: a kind of database may write down less than another. */
        default String expression(String table, String column) {
            return column;
        }
    }

    /** The tables that a backup has. */
    static List<String> tables(SqlConnection link, Catalogue catalogue) throws SQLException {
        return catalogue.tables(link).stream()
                .filter(table -> !LEFT_OUT.contains(table))
                .sorted()
                .toList();
    }

    /** The columns that a backup has of a table: pieces of output are numbered anew, in the order in which they were. */
    static List<String> columns(SqlConnection link, Catalogue catalogue, String table) throws SQLException {
        var columns = new ArrayList<>(catalogue.columns(link, table));
        if (isNumberedAnew(table)) columns.remove("id");
        return columns;
    }

    private static boolean isNumberedAnew(String table) {
        return table.equals("log");
    }

    /** Hands all tables to a sink. */
    public static void read(SqlConnection link, Catalogue catalogue, Sink sink) throws SQLException, IOException {
        for (var table : tables(link, catalogue)) {
            var columns = columns(link, catalogue, table);
            sink.table(table, columns);
            var values = columns.stream()
                    .map(column -> catalogue.expression(table, column))
                    .toList();
            var order = isNumberedAnew(table) ? " ORDER BY id" : "";
            try (var statement = link.connection().createStatement()) {
                statement.setFetchSize(ROWS_AT_ONCE);
                try (var rows = statement.executeQuery(
                        "SELECT %s FROM %s%s".formatted(String.join(", ", values), table, order))) {
                    while (rows.next()) sink.row(values(rows, columns.size()));
                }
            }
        }
    }

    private static List<@Nullable Object> values(ResultSet row, int count) throws SQLException {
        var values = new ArrayList<@Nullable Object>(count);
        for (int i = 1; i <= count; i++) values.add(value(row.getObject(i)));
        return values;
    }

    private static @Nullable Object value(@Nullable Object read) {
        return switch (read) {
            case null -> null;
            case Long number -> number;
            case Integer number -> number.longValue();
            case Short number -> number.longValue();
            case String text -> text;
            case byte[] bytes -> Payload.of(bytes);
            default -> throw new IllegalStateException("a backup has no place for a " + read.getClass());
        };
    }
}
