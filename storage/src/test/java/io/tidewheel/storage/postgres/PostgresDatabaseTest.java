package io.tidewheel.storage.postgres;

import static java.util.Objects.requireNonNull;

import io.tidewheel.model.Database;
import io.tidewheel.storage.DatabaseContract;
import java.sql.SQLException;
import java.util.IdentityHashMap;
import java.util.Map;

class PostgresDatabaseTest extends DatabaseContract {
    private final Map<Database, PostgresAddress> addresses = new IdentityHashMap<>();

    @Override
    protected Database openEmpty() throws SQLException {
        return open(EmptySchemas.create());
    }

    @Override
    protected Database reopen(Database closed) {
        return open(requireNonNull(addresses.get(closed)));
    }

    private Database open(PostgresAddress address) {
        var database = PostgresDatabase.open(address, NOON);
        addresses.put(database, address);
        return database;
    }
}
