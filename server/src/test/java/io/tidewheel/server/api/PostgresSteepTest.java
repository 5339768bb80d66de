package io.tidewheel.server.api;

import io.tidewheel.server.DatabaseOpener;

class PostgresSteepTest extends SteepContract {
    @Override
    DatabaseOpener opener() {
        return EmptyPostgres.opener();
    }
}
