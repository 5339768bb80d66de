package io.tidewheel.trials.faults;

import io.tidewheel.engine.Settings;
import io.tidewheel.model.Database;
import io.tidewheel.server.ServerSettings;
import io.tidewheel.server.TidewheelServer;
import io.tidewheel.storage.embedded.SqliteDatabase;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** A server as a process. */
final class ServerProgram {
    private ServerProgram() {}

    public static void main(String[] words) throws Exception {
        var arguments = Arguments.of(words);
        var heartbeat = Duration.ofMillis(arguments.number("heartbeat", 1_000));
        var engine = Settings.DEFAULT
                .withSilence(heartbeat, heartbeat.multipliedBy(4))
                .withPoisonAfter(arguments.number("poisonAfter", 3));
        var settings = ServerSettings.local(Path.of(arguments.text("data")))
                .withBind(new InetSocketAddress(InetAddress.getLoopbackAddress(), arguments.number("port")))
                .withEngine(engine);
        try (var server = TidewheelServer.start(settings, ServerProgram::open)) {
            server.awaitStop();
        }
    }

    private static Database open(ServerSettings settings) {
        return SqliteDatabase.open(settings.data(), Instant.now());
    }
}
