package io.tidewheel.server.endpoints.rest;

import io.tidewheel.server.host.DatabaseOpener;

class EmbeddedSteepTest extends SteepContract {
    @Override
    DatabaseOpener opener() {
        return DatabaseOpener.standard();
    }
}
