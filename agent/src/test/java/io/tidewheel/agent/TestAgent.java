package io.tidewheel.agent;

import io.tidewheel.agent.process.ProcessLaunchers;
import io.tidewheel.agent.runtime.RuntimeSettings;
import io.tidewheel.agent.runtime.StandardRuntimes;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.ServerMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Agents with everything a test does not care about filled in. */
final class TestAgent {
    static final ProcessLaunchers LAUNCHERS = ProcessLaunchers.best(System::nanoTime);
    static final RuntimeSettings RUNTIMES = RuntimeSettings.from(
            Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "HOME", "/nowhere", "SECRET", "canary"));

    private TestAgent() {}

    static Agent start(FakeServer server, Path scratch, int slots) {
        return start(server, scratch, RUNTIMES, AgentSettings.of("tester", "here", slots));
    }

    static Agent start(FakeServer server, Path scratch, int slots, UnaryOperator<AgentSettings> change) {
        return start(server, scratch, RUNTIMES, change.apply(AgentSettings.of("tester", "here", slots)));
    }

    static Agent start(FakeServer server, Path scratch, RuntimeSettings runtimes, AgentSettings settings) {
        var random =
                new Random(); // never the same twice: an agent ends whatever bears its session, on the whole machine
        var home = AgentHome.open(scratch, StandardRuntimes.opener(runtimes, LAUNCHERS, System::nanoTime), random);
        var links = server.address().equals(FakeServer.ADDRESS) ? server : dialer();
        var agent = new Agent(settings, home, List.of(server.address()), links, Time.system(), random);
        agent.start();
        return agent;
    }

    /** What an agent says of an attempt that it has begun, and that nobody has asked it to stop. */
    static Attempt goingOn(AttemptId begun) {
        return begun.toWire().toBuilder().setGoesOn(true).build();
    }

    private static AgentLinks dialer() {
        return server -> new StreamDialer(server, Optional.empty(), Duration.ofSeconds(5), LinkLimits.DEFAULT)
                .dial("/agent", "token", ServerMessage.parser());
    }
}
