package io.tidewheel.server.api;

import io.tidewheel.server.DatabaseOpener;

class EmbeddedSteepTest extends SteepContract {
    @Override
    DatabaseOpener opener() {
        return DatabaseOpener.standard();
    }
}
