package io.tidewheel.storage.postgres;

import io.tidewheel.storage.sql.SqlConnection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Statements on their way to the server. Those whose answer nobody waits for travel together with the next one whose answer is needed, in
 * the order in which they were given: one way there and back for all of them.
 */
final class StatementPipeline {
    /** A parameter that is a whole column. */
    private record Column(String type, Object values) {}

    /** A statement with its parameters. */
    final class Call {
        private final String sql;
        private final List<Object> parameters = new ArrayList<>();
        private SqlConnection.@Nullable RowReader<?> reader;

        private Call(String sql) {
            this.sql = sql;
        }

        Call longs(long[] values) {
            return with(new Column("bigint", values));
        }

        Call longs(@Nullable Long[] values) {
            return with(new Column("bigint", values));
        }

        Call ints(int[] values) {
            return with(new Column("int4", values));
        }

        Call blobs(byte[][] values) {
            return with(new Column("bytea", values));
        }

        Call number(long value) {
            return with(value);
        }

        Call text(String value) {
            return with(value);
        }

        private Call with(Object parameter) {
            parameters.add(parameter);
            return this;
        }

        /** Sends it with the next one whose answer is needed. */
        void later() {
            waiting.add(this);
        }

        /** Sends it with the next one whose answer is needed, and gives each row of its own answer to {@code rows}. */
        void later(SqlConnection.RowReader<?> rows) {
            reader = rows;
            later();
        }

        /** Sends it, and all before it, and waits for its rows. */
        <T> List<T> list(SqlConnection.RowReader<T> rows) throws SQLException {
            var list = new ArrayList<T>();
            later(row -> list.add(rows.read(row)));
            flush();
            return list;
        }
    }

    private final SqlConnection link;
    private final PGConnection connection;
    private final List<Call> waiting = new ArrayList<>();

    StatementPipeline(SqlConnection link) throws SQLException {
        this.link = link;
        this.connection = link.connection().unwrap(PGConnection.class);
    }

    Call call(String sql) {
        return new Call(sql);
    }

    /** Sends what is waiting. */
    void flush() throws SQLException {
        if (waiting.isEmpty()) return;
        var calls = List.copyOf(waiting);
        waiting.clear();
        var statement = link.statement(
                String.join(";", calls.stream().map(call -> call.sql).toList()));
        bind(statement, calls);
        statement.execute();
        for (var call : calls) {
            if (call.reader != null) read(statement.getResultSet(), call.reader);
            statement.getMoreResults();
        }
    }

    private void bind(PreparedStatement statement, List<Call> calls) throws SQLException {
        int place = 1;
        for (var call : calls) {
            for (var parameter : call.parameters) {
                switch (parameter) {
                    case Column column ->
                        statement.setArray(place, connection.createArrayOf(column.type, column.values));
                    case Long number -> statement.setLong(place, number);
                    case String text -> statement.setString(place, text);
                    default -> throw new IllegalArgumentException("cannot bind " + parameter);
                }
                place++;
            }
        }
    }

    private static void read(ResultSet rows, SqlConnection.RowReader<?> reader) throws SQLException {
        try (rows) {
            while (rows.next()) reader.read(rows);
        }
    }
}
