package io.tidewheel.server.api;

import io.tidewheel.server.DatabaseOpener;

/** The same on the database that several servers share. */
class PostgresBudgetsTest extends BudgetsTest {
    @Override
    DatabaseOpener opener() {
        return EmptyPostgres.opener();
    }
}
