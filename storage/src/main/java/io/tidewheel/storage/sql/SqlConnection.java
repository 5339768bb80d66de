package io.tidewheel.storage.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A connection with the statements prepared on it. Used by one thread at a time. */
public final class SqlConnection implements AutoCloseable {
    /** Makes a value of the row a result stands on. */
    @FunctionalInterface
    public interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private static final int MOST_STATEMENTS = 120;
    private static final int ROWS_AT_ONCE = 16;

    private final Connection connection;
    /** The least recently used is closed when there are too many: lists of different lengths make different statements. */
    private final Map<String, PreparedStatement> statements = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, PreparedStatement> eldest) {
            if (size() <= MOST_STATEMENTS) return false;
            closeQuietly(eldest.getValue());
            return true;
        }
    };

    private final Set<String> batched = new HashSet<>();

    public SqlConnection(Connection connection) {
        this.connection = connection;
    }

    public Connection connection() {
        return connection;
    }

    public PreparedStatement statement(String sql) throws SQLException {
        var known = statements.get(sql);
        if (known != null) return known;
        var made = connection.prepareStatement(sql);
        statements.put(sql, made);
        return made;
    }

    public void run(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    public int update(String sql, @Nullable Object... values) throws SQLException {
        return bound(sql, values).executeUpdate();
    }

    /** Puts values aside for {@link #runBatch} of the same statement. */
    public void batch(String sql, @Nullable Object... values) throws SQLException {
        bound(sql, values).addBatch();
        batched.add(sql);
    }

    /** Runs what was put aside, in one go, and tells how many rows each has changed. */
    public int[] runBatch(String sql) throws SQLException {
        return batched.remove(sql) ? statement(sql).executeBatch() : new int[0];
    }

    /** Drops what was put aside and not run, after a step that failed. */
    public void dropBatches() throws SQLException {
        for (var sql : batched) statement(sql).clearBatch();
        batched.clear();
    }

    public <T> List<T> list(String sql, RowReader<T> reader, @Nullable Object... values) throws SQLException {
        try (var rows = bound(sql, values).executeQuery()) {
            var list = new ArrayList<T>();
            while (rows.next()) list.add(reader.read(rows));
            return list;
        }
    }

    public <T> Optional<T> first(String sql, RowReader<T> reader, @Nullable Object... values) throws SQLException {
        try (var rows = bound(sql, values).executeQuery()) {
            return rows.next() ? Optional.of(reader.read(rows)) : Optional.empty();
        }
    }

    /** Reads rows, a few at a time, until there are no more or {@code visitor} answers false. */
    public void each(String sql, RowReader<Boolean> visitor, @Nullable Object... values) throws SQLException {
        var statement = bound(sql, values);
        statement.setFetchSize(ROWS_AT_ONCE);
        try (var rows = statement.executeQuery()) {
            boolean more = true;
            while (more && rows.next()) more = visitor.read(rows);
        }
    }

    private PreparedStatement bound(String sql, @Nullable Object... values) throws SQLException {
        var statement = statement(sql);
        bind(statement, values);
        return statement;
    }

    /** Binds values in order; a list stands for as many values as it has. */
    public static void bind(PreparedStatement statement, @Nullable Object... values) throws SQLException {
        int place = 1;
        for (var value : values) {
            if (value instanceof List<?> several) {
                for (var each : several) bindOne(statement, place++, each);
            } else {
                bindOne(statement, place++, value);
            }
        }
    }

    private static void bindOne(PreparedStatement statement, int place, @Nullable Object value) throws SQLException {
        switch (value) {
            case null -> statement.setNull(place, Types.NULL);
            case Long number -> statement.setLong(place, number);
            case Integer number -> statement.setInt(place, number);
            case Boolean truth -> statement.setInt(place, truth ? 1 : 0);
            // PostgreSQL's texts cannot hold this one character.
            case String text -> statement.setString(place, text.replace('\0', '\uFFFD'));
            case byte[] bytes -> statement.setBytes(place, bytes);
            default -> throw new IllegalArgumentException("cannot bind a " + value.getClass());
        }
    }

    /** {@code ?, ?, ?} */
    public static String marks(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }

    private static void closeQuietly(PreparedStatement statement) {
        try {
            statement.close();
        } catch (SQLException ignored) {
            // It is not used any more; the connection closes it at the latest.
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
