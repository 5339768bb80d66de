package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Problem;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.Work;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a broken connection changes for an agent: nothing. Over real sockets. */
class AgentReconnectTest {
    private static final Work AN_HOUR = TestCommands.sleep(Duration.ofHours(1));

    @TempDir
    Path scratch;

    private FakeServer server = FakeServer.inMemory();

    @BeforeEach
    void listen() throws Exception {
        server = FakeServer.listening();
    }

    @AfterEach
    void end() throws Exception {
        server.close();
        assertThat(server.complaints()).isEmpty();
    }

    @Test
    void itComesBackUnderTheSameSessionAndSaysWhatItHolds() {
        try (var agent = TestAgent.start(server, scratch, 1, settings -> settings.withBatch(1))) {
            var running = server.add(AN_HOUR);
            var waiting = server.add(AN_HOUR);
            await().until(() -> agent.status().running() == 1 && agent.status().waiting() == 1);
            await().until(() -> server.started().contains(running));
            server.cut();
            await().until(() -> server.hellos().size() == 2);
            assertThat(server.hellos().get(1).getSession())
                    .isEqualTo(server.hellos().get(0).getSession());
            assertThat(server.hellos().get(1).getHoldingList())
                    .containsExactlyInAnyOrder(TestAgent.goingOn(running), waiting.toWire());
            await("the new connection is told what runs, too")
                    .until(() -> server.started().size() == 2);
        }
    }

    @Test
    void whatWasNotAcknowledgedIsHeldAndRepeatedUnderItsNumber() {
        try (var agent = TestAgent.start(server, scratch, 1)) {
            server.setAcknowledging(false);
            var done = server.add(TestCommands.NOOP);
            await().until(() -> server.report(done).isPresent());
            server.cut();
            await().until(() -> server.repetitions() == 1);
            assertThat(server.hellos().get(1).getHoldingList()).containsExactly(TestAgent.goingOn(done));

            server.setAcknowledging(true);
            server.cut();
            await().until(() -> server.hellos().size() == 3);
            server.cut();
            await().until(() -> server.hellos().size() == 4);
            assertThat(server.hellos().get(3).getHoldingList()).isEmpty();
            assertThat(agent.status().finished()).isEqualTo(1);
        }
    }

    @Test
    void resultsOfATimeWithoutServerArriveLater() {
        try (var agent = TestAgent.start(server, scratch, 1, settings -> settings.withBatch(1))) {
            var slow = server.add(TestCommands.sleep(Duration.ofMillis(300)));
            var next = server.add(TestCommands.NOOP);
            await().until(() -> agent.status().waiting() == 1);
            server.setWelcome(welcome -> welcome.setServerNumber(2));
            server.cut();
            await().until(() -> server.reported().size() == 2);
            assertThat(server.reported()).containsExactly(slow, next);
        }
    }

    @Test
    void aLeaseThatWasLostMeanwhileEndsTheChain() {
        try (var agent = TestAgent.start(server, scratch, 1)) {
            var lost = server.add(AN_HOUR);
            await().until(() -> agent.status().running() == 1);
            server.cut();
            await().until(() -> server.hellos().size() == 2 && agent.status().connected());
            assertThat(agent.status().running()).isEqualTo(1);
            server.stop(lost, false, true);
            await().until(() -> agent.status().running() == 0);
            assertThat(server.reported()).isEmpty();
        }
    }

    @Test
    void aSilentServerIsGivenUp() {
        server.setWelcome(welcome -> welcome.setSilenceMillis(300));
        try (var agent = TestAgent.start(server, scratch, 1)) {
            await().until(() -> server.hellos().size() >= 2);
            assertThat(agent.status().running()).isZero();
        }
    }

    @Test
    void aServerThatHasAProblemIsAskedLessAndLessOften() {
        server.complain(
                Problem.newBuilder().setCode("unavailable").setTransient(true).build());
        long began = System.nanoTime();
        try (var agent = TestAgent.start(server, scratch, 1)) {
            await().until(() -> server.hellos().size() >= 5);
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isGreaterThan(Duration.ofMillis(50 + 100 + 200 + 400));
            server.calmDown();
            await().until(() -> agent.status().connected());
        }
    }

    @Test
    void aDrainingAgentSaysSoAgain() throws Exception {
        try (var agent = TestAgent.start(server, scratch, 1)) {
            var running = server.add(TestCommands.sleep(Duration.ofMillis(500)));
            await().until(() -> server.started().contains(running));
            agent.drain();
            server.cut();
            assertThat(agent.awaitEnd()).isEqualTo(new AgentEnd.Drained());
            assertThat(server.hellos().getLast().getDraining()).isTrue();
            assertThat(server.hellos().getLast().getCredit().getChains()).isZero();
            assertThat(server.report(running).map(Report::getEnding)).contains(Ending.SUCCEEDED);
        }
    }

    @Test
    void anAgentWithoutServerCanBeStopped() throws Exception {
        server.close();
        try (var agent = TestAgent.start(server, scratch, 1)) {
            agent.stop();
            assertThat(agent.awaitEnd()).isEqualTo(new AgentEnd.Stopped());
        }
    }

    @Test
    void throughManyBrokenConnectionsNothingIsLostOrToldTwice() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        var indexes = IntStream.range(0, 3_000)
                .mapToObj(i -> server.add(
                        i % 10 == 0
                                ? TestCommands.sleep(Duration.ofNanos(random.nextInt(3_000_000)))
                                : TestCommands.NOOP))
                .map(AttemptId::index)
                .toList();
        try (var agent = TestAgent.start(server, scratch, 2)) {
            await("seed " + seed).until(() -> {
                if (random.nextInt(5) == 0) server.cut();
                server.setAcknowledging(random.nextBoolean());
                return settled(agent);
            });
            assertThat(server.reported().stream().map(AttemptId::index))
                    .as("seed " + seed)
                    .containsExactlyInAnyOrderElementsOf(indexes);
        }
    }

    private boolean settled(Agent agent) {
        return server.isDone() && agent.status().running() + agent.status().waiting() == 0;
    }
}
