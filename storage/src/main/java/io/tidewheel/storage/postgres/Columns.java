package io.tidewheel.storage.postgres;

import io.tidewheel.storage.sql.Link;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/** A statement whose parameters are whole columns. */
final class Columns {
    private final PGConnection connection;
    private final PreparedStatement statement;
    private int place;

    Columns(Link link, String sql) throws SQLException {
        connection = link.connection().unwrap(PGConnection.class);
        statement = link.statement(sql);
    }

    Columns longs(long[] values) throws SQLException {
        return array("bigint", values);
    }

    Columns longs(@Nullable Long[] values) throws SQLException {
        return array("bigint", values);
    }

    Columns ints(int[] values) throws SQLException {
        return array("int4", values);
    }

    Columns blobs(byte[][] values) throws SQLException {
        return array("bytea", values);
    }

    Columns number(long value) throws SQLException {
        statement.setLong(++place, value);
        return this;
    }

    private Columns array(String type, Object values) throws SQLException {
        var array = connection.createArrayOf(type, values);
        statement.setArray(++place, array);
        return this;
    }

    int update() throws SQLException {
        return statement.executeUpdate();
    }

    <T> List<T> list(Link.RowReader<T> reader) throws SQLException {
        try (var rows = statement.executeQuery()) {
            var list = new ArrayList<T>();
            while (rows.next()) list.add(reader.read(rows));
            return list;
        }
    }
}
