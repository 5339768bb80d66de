package io.tidewheel.server.api;

import io.tidewheel.server.DatabaseOpener;
import io.tidewheel.server.ServerSettings;
import io.tidewheel.testing.RealPostgres;

/** The same on the database that several servers share. */
class PostgresBudgetsTest extends BudgetsTest {
    @Override
    DatabaseOpener opener() {
        var database = RealPostgres.shared().createDatabase();
        var url = new ServerSettings.DatabaseUrl("%s%suser=%s&password=%s"
                .formatted(
                        database.jdbcUrl(),
                        database.jdbcUrl().contains("?") ? "&" : "?",
                        database.user(),
                        database.password()));
        return settings -> DatabaseOpener.standard().open(settings.withDatabase(url));
    }
}
