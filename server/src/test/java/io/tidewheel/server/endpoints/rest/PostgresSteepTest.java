package io.tidewheel.server.endpoints.rest;

import io.tidewheel.server.host.DatabaseOpener;

class PostgresSteepTest extends SteepContract {
    @Override
    DatabaseOpener opener() {
        return EmptyPostgres.opener();
    }
}
