package io.tidewheel.storage.postgres;

import io.tidewheel.model.Database;
import io.tidewheel.storage.sql.SqlObjectsContract;
import java.time.Instant;

class PostgresObjectsTest extends SqlObjectsContract {
    private PostgresAddress address;

    @Override
    protected Database openDatabase() throws Exception {
        address = EmptySchemas.create();
        return PostgresDatabase.open(address, Instant.EPOCH);
    }

    @Override
    protected long count(String table) throws Exception {
        try (var connection = new PostgresConnections(address).forCommits();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Override
    protected void leaveHalf() throws Exception {
        try (var connection = new PostgresConnections(address).forCommits();
                var statement = connection.createStatement()) {
            statement.execute("INSERT INTO object_content (id, begun, size) VALUES (77, 1772366400000000, 0)");
            statement.execute("INSERT INTO object_piece (content, number, body) VALUES (77, 0, '\\x00')");
            connection.commit();
        }
    }
}
