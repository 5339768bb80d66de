package io.tidewheel.server.api;

import io.tidewheel.server.DatabaseOpener;

class PostgresLogsTest extends LogsContract {
    @Override
    DatabaseOpener opener() {
        return EmptyPostgres.opener();
    }
}
