package io.tidewheel.server.endpoints.rest;

import io.tidewheel.server.host.DatabaseOpener;

class EmbeddedRunsTest extends RunsContract {
    @Override
    DatabaseOpener opener() {
        return DatabaseOpener.standard();
    }
}
