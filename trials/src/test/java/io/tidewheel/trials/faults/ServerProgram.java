package io.tidewheel.trials.faults;

import io.tidewheel.engine.EngineSettings;
import io.tidewheel.server.host.DatabaseOpener;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.TidewheelServer;
import io.tidewheel.storage.postgres.PostgresAddress;
import io.tidewheel.storage.postgres.PostgresDatabase;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A server as a process. */
final class ServerProgram {
    private ServerProgram() {}

    public static void main(String[] words) throws Exception {
        var arguments = NamedArguments.of(words);
        var heartbeat = Duration.ofMillis(arguments.number("heartbeat", 1_000));
        var engine = EngineSettings.DEFAULT.withSilence(heartbeat, heartbeat.multipliedBy(4));
        var settings = ServerSettings.local(Path.of(arguments.text("data")))
                .withBind(new InetSocketAddress(InetAddress.getLoopbackAddress(), arguments.number("port")))
                .withEngine(engine);
        var database = arguments.values().get("database");
        if (database != null) settings = settings.withSharedDatabase();
        try (var server = TidewheelServer.start(settings, opener(database))) {
            server.awaitStop();
        }
    }

    private static DatabaseOpener opener(@Nullable String database) {
        if (database == null) return DatabaseOpener.standard();
        return _ -> PostgresDatabase.open(PostgresAddress.parse(database), Instant.now());
    }
}
