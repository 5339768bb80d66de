package io.tidewheel.trials.faults;

import io.tidewheel.agent.Agent;
import io.tidewheel.agent.AgentHome;
import io.tidewheel.agent.AgentSettings;
import io.tidewheel.agent.process.ProcessLaunchers;
import io.tidewheel.agent.runtime.RuntimeSettings;
import io.tidewheel.agent.runtime.StandardRuntimes;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.Dialer;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.wire.ServerMessage;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** An agent as a process. */
final class AgentProgram {
    static final String PATH = "/api/v1/stream/agent";

    private AgentProgram() {}

    public static void main(String[] words) throws Exception {
        Leash.tie();
        var arguments = Arguments.of(words);
        var server = URI.create(arguments.text("server"));
        var time = Time.system();
        var random = new SecureRandom();
        var dialer = new Dialer(server, Optional.empty(), Duration.ofSeconds(3), LinkLimits.DEFAULT);
        var opener = StandardRuntimes.opener(
                RuntimeSettings.from(System.getenv()), ProcessLaunchers.best(time::nanos), time::nanos);
        var settings = AgentSettings.of(arguments.text("name"), "here", arguments.number("slots"));
        var agent = new Agent(
                settings,
                AgentHome.open(Path.of(arguments.text("scratch")), opener, random),
                List.of(server),
                _ -> dialer.dial(PATH, arguments.text("token"), ServerMessage.parser()),
                time,
                random);
        agent.start();
        System.out.println(agent.awaitEnd());
    }
}
