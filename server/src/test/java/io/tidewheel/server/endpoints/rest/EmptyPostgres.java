package io.tidewheel.server.endpoints.rest;

import io.tidewheel.server.host.DatabaseOpener;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.testing.RealPostgres;

/** A database of its own on the real PostgreSQL of the tests. */
final class EmptyPostgres {
    private EmptyPostgres() {}

    /** Every server that is opened with it has the same, at first empty database. */
    static DatabaseOpener opener() {
        var database = RealPostgres.shared().createDatabase();
        var url = new ServerSettings.DatabaseUrl(database.jdbcUrl());
        return settings -> DatabaseOpener.standard().open(settings.withDatabase(url));
    }
}
