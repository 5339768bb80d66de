package io.tidewheel.server.endpoints.rest;

import io.tidewheel.server.host.DatabaseOpener;

class PostgresLogsTest extends LogsContract {
    @Override
    DatabaseOpener opener() {
        return EmptyPostgres.opener();
    }
}
