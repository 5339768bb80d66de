package io.tidewheel.server.endpoints.rest;

import io.tidewheel.server.host.DatabaseOpener;

/** The same on the database that several servers share. */
class PostgresBudgetsTest extends BudgetsTest {
    @Override
    DatabaseOpener opener() {
        return EmptyPostgres.opener();
    }
}
