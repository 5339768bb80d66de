package io.tidewheel.server.api;

import io.tidewheel.server.DatabaseOpener;

class PostgresRunsTest extends RunsContract {
    @Override
    DatabaseOpener opener() {
        return EmptyPostgres.opener();
    }
}
