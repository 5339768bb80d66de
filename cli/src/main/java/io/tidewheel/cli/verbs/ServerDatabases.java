package io.tidewheel.cli.verbs;

import io.tidewheel.cli.CliError;
import io.tidewheel.cli.embedded.NativeLibrary;
import io.tidewheel.model.Database;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.storage.embedded.SqliteDatabase;
import io.tidewheel.storage.postgres.PostgresAddress;
import io.tidewheel.storage.postgres.PostgresDatabase;
import java.time.Instant;

/** Opens the database that a server is told to use. */
public final class ServerDatabases {
    private ServerDatabases() {}

    public static Database open(ServerSettings settings) {
        var now = Instant.now();
        return settings.database()
                .<Database>map(named -> PostgresDatabase.open(address(named), now))
                .orElseGet(() -> sqlite(settings, now));
    }

    private static Database sqlite(ServerSettings settings, Instant now) {
        NativeLibrary.prepare();
        return SqliteDatabase.open(settings.data(), now);
    }

    private static PostgresAddress address(ServerSettings.DatabaseUrl named) {
        try {
            return PostgresAddress.parse(named.url());
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage("--postgres: " + wrong.getMessage());
        }
    }
}
