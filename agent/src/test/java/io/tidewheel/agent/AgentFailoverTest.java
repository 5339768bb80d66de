package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.agent.runtime.StandardRuntimes;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.MemoryLink;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.protocol.wire.Work;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent of two servers goes to the other one when its own falls silent, is gone, or asks for it; what it runs goes on. */
class AgentFailoverTest {
    private static final URI EAST = URI.create("memory://east");
    private static final URI WEST = URI.create("memory://west");
    private static final Work AN_HOUR = TestCommands.sleep(Duration.ofHours(1));

    @TempDir
    Path scratch;

    private final FakeServer east = FakeServer.inMemory();
    private final FakeServer west = FakeServer.inMemory();
    private volatile boolean eastIsABlackHole;

    @AfterEach
    void end() throws Exception {
        east.close();
        west.close();
    }

    private Link<AgentMessage, ServerMessage> open(URI server) throws LinkException {
        if (server.equals(WEST)) return west.open(server);
        if (!eastIsABlackHole) return new FreezingLink(east.open(server), () -> eastIsABlackHole);
        // A stopped process: its system takes the connection, and nobody ever answers.
        return MemoryLink.<AgentMessage, ServerMessage>pair("agent", "stopped", LinkLimits.DEFAULT)
                .left();
    }

    private Agent start(URI... servers) {
        var random =
                new Random(); // never the same twice: an agent ends whatever bears its session, on the whole machine
        var home = AgentHome.open(
                scratch, StandardRuntimes.opener(TestAgent.RUNTIMES, TestAgent.LAUNCHERS, System::nanoTime), random);
        var agent = new Agent(
                AgentSettings.of("tester", "here", 1), home, List.of(servers), this::open, Time.system(), random);
        agent.start();
        return agent;
    }

    private void itGoesOnAtTheOtherServer(AttemptId running) {
        await().until(() -> west.hellos().size() == 1);
        assertThat(west.hellos().getFirst().getHoldingList()).containsExactly(TestAgent.goingOn(running));
        assertThat(west.hellos().getFirst().getSession())
                .isEqualTo(east.hellos().getFirst().getSession());
    }

    private AttemptId runningAtTheFirst() {
        var running = east.add(AN_HOUR);
        await().until(() -> east.started().contains(running));
        return running;
    }

    @Test
    void whenItsServerFallsSilentItGoesToTheOther() {
        try (var _ = start(EAST, WEST)) {
            var running = runningAtTheFirst();
            eastIsABlackHole = true;
            itGoesOnAtTheOtherServer(running);
            assertThat(east.hellos()).as("the silent one is not tried first").hasSize(1);
        }
    }

    @Test
    void whenItsServerIsGoneItGoesToTheOther() {
        try (var _ = start(EAST, WEST)) {
            var running = runningAtTheFirst();
            east.setReachable(false);
            east.cut();
            itGoesOnAtTheOtherServer(running);
        }
    }

    @Test
    void aServerThatTakesTheConnectionAndSaysNothingIsPassedOver() {
        eastIsABlackHole = true;
        try (var _ = start(EAST, WEST)) {
            await().until(() -> west.hellos().size() == 1);
        }
    }

    @Test
    void itGoesWhereItsServerSendsItThoughItWasNotGivenThatServer() {
        try (var _ = start(EAST)) {
            var running = runningAtTheFirst();
            east.moveTo(WEST);
            itGoesOnAtTheOtherServer(running);
        }
    }

    @Test
    void itComesBackFromAServerThatCannotBeReached() {
        try (var _ = start(EAST)) {
            var running = runningAtTheFirst();
            west.setReachable(false);
            east.moveTo(WEST);
            await().until(() -> east.hellos().size() == 2);
            assertThat(east.hellos().getLast().getHoldingList()).containsExactly(TestAgent.goingOn(running));
        }
    }
}
