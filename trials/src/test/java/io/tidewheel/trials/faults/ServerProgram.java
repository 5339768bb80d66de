package io.tidewheel.trials.faults;

import io.tidewheel.client.ClientLinks;
import io.tidewheel.engine.Settings;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Role;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.server.Caller;
import io.tidewheel.server.Server;
import io.tidewheel.server.http.Access;
import io.tidewheel.server.http.HttpServer;
import io.tidewheel.server.http.HttpSettings;
import io.tidewheel.server.http.Route;
import io.tidewheel.server.http.RouteTable;
import io.tidewheel.storage.embedded.SqliteDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;

/** A server as a process. */
final class ServerProgram {
    private ServerProgram() {}

    public static void main(String[] words) throws Exception {
        Leash.tie();
        var arguments = Arguments.of(words);
        var heartbeat = Duration.ofMillis(arguments.number("heartbeat", 1_000));
        var settings = Settings.DEFAULT
                .withSilence(heartbeat, heartbeat.multipliedBy(4))
                .withPoisonAfter(arguments.number("poisonAfter", 3));
        var database = SqliteDatabase.open(Path.of(arguments.text("data")), Instant.now());
        var server =
                Server.start("server", database, Time.system(), RandomGenerator.getDefault(), settings, true);
        var everybody = Access.only(Role.AGENT, Role.USER);
        var routes = new RouteTable(List.of(
                Route.<ServerMessage, AgentMessage>stream(
                        AgentProgram.PATH,
                        everybody,
                        AgentMessage.parser(),
                        (_, link) -> server.agentDoor().serve(link)),
                Route.<ServerAnswer, ClientMessage>stream(
                        ClientLinks.PATH,
                        everybody,
                        ClientMessage.parser(),
                        (caller, link) -> server.clientDoor().serve(link, caller))));
        var caller = Optional.of(new Caller(Role.ADMIN, new Owner("admin"), "test"));
        HttpServer.open(HttpSettings.local(arguments.number("port")), routes, _ -> caller);
        System.out.println("listening");
        new CountDownLatch(1).await();
    }
}
