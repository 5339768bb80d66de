package io.tidewheel.trials.faults;

import io.tidewheel.engine.EngineSettings;
import io.tidewheel.model.Database;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.TidewheelServer;
import io.tidewheel.storage.embedded.SqliteDatabase;
import io.tidewheel.storage.postgres.PostgresAddress;
import io.tidewheel.storage.postgres.PostgresDatabase;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** A server as a process. */
final class ServerProgram {
    private ServerProgram() {}

    public static void main(String[] words) throws Exception {
        var arguments = NamedArguments.of(words);
        var heartbeat = Duration.ofMillis(arguments.number("heartbeat", 1_000));
        var engine = EngineSettings.DEFAULT
                .withSilence(heartbeat, heartbeat.multipliedBy(4))
                .withPoisonAfter(arguments.number("poisonAfter", 3));
        var settings = ServerSettings.local(Path.of(arguments.text("data")))
                .withBind(new InetSocketAddress(InetAddress.getLoopbackAddress(), arguments.number("port")))
                .withEngine(engine);
        var database = arguments.values().get("database");
        if (database != null) settings = settings.withDatabase(new ServerSettings.DatabaseUrl(database));
        try (var server = TidewheelServer.start(settings, ServerProgram::open)) {
            server.awaitStop();
        }
    }

    private static Database open(ServerSettings settings) {
        var now = Instant.now();
        return settings.database()
                .<Database>map(named -> PostgresDatabase.open(PostgresAddress.parse(named.url()), now))
                .orElseGet(() -> SqliteDatabase.open(settings.data(), now));
    }
}
