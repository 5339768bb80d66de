package io.tidewheel.storage.postgres;

import io.tidewheel.testing.RealPostgres;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Places for empty databases: a schema each, in one database of the shared server, for making a database takes long. */
public final class EmptySchemas {
    private static final AtomicInteger LAST = new AtomicInteger();
    private static final RealPostgres.Database HOME = RealPostgres.shared().createDatabase();

    private EmptySchemas() {}

    public static PostgresAddress create() throws SQLException {
        var name = "s" + LAST.incrementAndGet();
        try (var connection = DriverManager.getConnection(HOME.jdbcUrl(), HOME.user(), HOME.password());
                var statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA " + name);
        }
        return address(HOME, "currentSchema=" + name);
    }

    static PostgresAddress address(RealPostgres.Database database, String option) {
        var url = database.jdbcUrl() + (database.jdbcUrl().contains("?") ? "&" : "?") + option;
        return new PostgresAddress(url, Optional.of(database.user()), Optional.of(database.password()));
    }
}
