package io.tidewheel.server.api;

import io.tidewheel.server.DatabaseOpener;

class EmbeddedLogsTest extends LogsContract {
    @Override
    DatabaseOpener opener() {
        return DatabaseOpener.standard();
    }
}
