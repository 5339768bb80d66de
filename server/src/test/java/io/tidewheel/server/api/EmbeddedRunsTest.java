package io.tidewheel.server.api;

import io.tidewheel.server.DatabaseOpener;

class EmbeddedRunsTest extends RunsContract {
    @Override
    DatabaseOpener opener() {
        return DatabaseOpener.standard();
    }
}
