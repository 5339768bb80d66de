package io.tidewheel.server.endpoints.rest;

import io.tidewheel.server.host.DatabaseOpener;

class EmbeddedLogsTest extends LogsContract {
    @Override
    DatabaseOpener opener() {
        return DatabaseOpener.standard();
    }
}
