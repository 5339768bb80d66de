package io.tidewheel.server.endpoints.rest;

import io.tidewheel.server.host.DatabaseOpener;

class PostgresRunsTest extends RunsContract {
    @Override
    DatabaseOpener opener() {
        return EmptyPostgres.opener();
    }
}
