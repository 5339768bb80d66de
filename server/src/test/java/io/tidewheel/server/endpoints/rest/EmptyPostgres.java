package io.tidewheel.server.endpoints.rest;

import io.tidewheel.server.host.DatabaseOpener;
import io.tidewheel.storage.postgres.PostgresAddress;
import io.tidewheel.storage.postgres.PostgresDatabase;
import io.tidewheel.testing.RealPostgres;
import java.time.Instant;

/** A database of its own on the real PostgreSQL of the tests. */
final class EmptyPostgres {
    private EmptyPostgres() {}

    /** Every server that is opened with it has the same, at first empty database. */
    static DatabaseOpener opener() {
        var database = RealPostgres.shared().createDatabase();
        return _ -> PostgresDatabase.open(PostgresAddress.parse(database.jdbcUrl()), Instant.now());
    }
}
