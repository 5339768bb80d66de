package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.Work;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Floods, silence and quotas of output, with real processes. */
class OutputOfTasksTest {
    private static final long MIB = 1 << 20;

    @TempDir
    Path scratch;

    private final FakeServer server = FakeServer.inMemory();

    @AfterEach
    void end() throws Exception {
        server.close();
        assertThat(server.complaints()).isEmpty();
    }

    @Test
    void outputOfALongTaskComesWhileItRuns() {
        try (var agent = TestAgent.start(server, scratch, 1)) {
            var id = server.add(TestCommands.shell("echo first; sleep 0.2; echo second; sleep 3600"));
            await().until(() -> server.stdout(id).equals("first\nsecond\n"));
            assertThat(agent.status().running()).isEqualTo(1);
            server.stop(id, true, false);
            await().until(() -> server.report(id).isPresent());
        }
    }

    @Test
    void whatIsKeptAndWhatIsDroppedAddUp() {
        try (var agent = TestAgent.start(server, scratch, 1, settings -> settings.withKeepOutputBytes(100_000))) {
            var id = server.add(TestCommands.shell(
                    "head -c 5000000 /dev/zero; head -c 100000 /dev/zero >&2; echo the end >&2; exit 1"));
            await().until(() -> server.report(id).isPresent());
            assertThat(agent.status().connected()).isTrue();
            assertThat(server.output(id, false).size()).isEqualTo(100_000);
            assertThat(server.dropped(id, false)).isEqualTo(4_900_000);
            assertThat(server.output(id, true).size()).isEqualTo(100_000);
            assertThat(server.dropped(id, true)).isEqualTo(8);
            assertThat(server.outcome(id).getStdoutBytes()).isEqualTo(5_000_000);
            assertThat(server.outcome(id).getStderrBytes()).isEqualTo(100_008);
            assertThat(server.outcome(id).getLastOutput().toStringUtf8()).endsWith("the end\n");
            assertThat(server.outcome(id).getLastOutput().size()).isLessThanOrEqualTo(4096);
        }
    }

    @Test
    void aTaskMayChooseHowMuchIsKept() {
        try (var agent = TestAgent.start(server, scratch, 1)) {
            var id = server.add(TestCommands.shell("printf 0123456789").toBuilder()
                    .setKeepOutputBytes(4)
                    .build());
            await().until(() -> server.report(id).isPresent());
            assertThat(agent.status().connected()).isTrue();
            assertThat(server.stdout(id)).isEqualTo("0123");
            assertThat(server.dropped(id, false)).isEqualTo(6);
        }
    }

    @Test
    void whatIsNotKeptIsPassedOnIfSomebodyReadsIt() {
        try (var agent = TestAgent.start(server, scratch, 1)) {
            var id = server.add(passing("head -c 5000000 /dev/zero; printf end"));
            await().until(() -> server.report(id).isPresent());
            assertThat(agent.status().connected()).isTrue();
            assertThat(server.output(id, false).size()).isEqualTo(5_000_003);
            assertThat(server.dropped(id, false)).isZero();
        }
    }

    /** Keeps a hundred bytes, and passes the others on. */
    private static Work passing(String script) {
        return TestCommands.shell(script).toBuilder()
                .setKeepOutputBytes(100)
                .setPassOutput(true)
                .build();
    }

    @Test
    void aServerThatTakesNothingMakesTheCommandWaitAndTheMemoryStayBounded() {
        try (var agent = TestAgent.start(
                server,
                scratch,
                1,
                settings -> settings.withOutputMemoryBytes(MIB).withKeepOutputBytes(50 * MIB))) {
            server.setAcknowledging(false);
            var id = server.add(TestCommands.shell("head -c 20000000 /dev/zero; echo done"));
            await().until(() -> server.output(id, false).size() >= MIB);
            await().during(Duration.ofMillis(300))
                    .until(() -> server.output(id, false).size() < 2 * MIB
                            && agent.status().running() == 1);
            server.setAcknowledging(true);
            await().until(() -> server.report(id).isPresent());
            assertThat(server.output(id, false).size()).isEqualTo(20_000_005);
            assertThat(server.dropped(id, false)).isZero();
        }
    }

    @Test
    void waitingForTheServerIsNotInactivity() {
        server.newLane(lane -> lane.setMaxInactivityMillis(400));
        try (var agent = TestAgent.start(server, scratch, 1, settings -> settings.withOutputMemoryBytes(MIB))) {
            server.setAcknowledging(false);
            var id = server.add(TestCommands.shell("head -c 5000000 /dev/zero"));
            await().until(() -> server.output(id, false).size() >= MIB);
            await().during(Duration.ofMillis(800)).until(() -> agent.status().running() == 1);
            server.setAcknowledging(true);
            await().until(() -> server.report(id).isPresent());
            assertThat(server.report(id).map(Report::getEnding)).contains(Ending.SUCCEEDED);
        }
    }

    @Test
    void aWaitingCommandCanStillBeStopped() {
        server.newLane(lane -> lane.setMaxRuntimeMillis(500));
        try (var agent = TestAgent.start(
                server,
                scratch,
                2,
                settings -> settings.withOutputMemoryBytes(MIB).withGrace(Duration.ofMillis(200)))) {
            server.setAcknowledging(false);
            var late = server.add(TestCommands.shell("cat /dev/zero"));
            server.newLane(lane -> lane);
            var stopped = server.add(TestCommands.shell("cat /dev/zero"));
            await().until(() -> server.started().contains(stopped));
            server.stop(stopped, false, false);
            await().until(() ->
                    server.report(stopped).isPresent() && server.report(late).isPresent());
            assertThat(agent.status().connected()).isTrue();
            for (var id : java.util.List.of(late, stopped)) {
                assertThat(server.output(id, false).size() + server.dropped(id, false))
                        .isEqualTo(server.outcome(id).getStdoutBytes());
            }
            assertThat(server.report(late).map(Report::getEnding)).contains(Ending.TIMEOUT);
            assertThat(server.report(stopped).map(Report::getEnding)).contains(Ending.CANCELLED);
        }
    }

    @Test
    void aNoisyNeighbourDoesNotHoldUpOthers() {
        try (var agent = TestAgent.start(server, scratch, 2, settings -> settings.withOutputMemoryBytes(2 * MIB))) {
            server.setAcknowledging(false);
            var noisy = server.add(TestCommands.shell("cat /dev/zero"));
            await().until(() -> server.started().contains(noisy));
            var quick = server.add(TestCommands.shell("echo quick"));
            await().until(() -> server.report(quick).isPresent());
            assertThat(agent.status().running()).isEqualTo(1);
        }
    }

    @Test
    void aGigabyteInOneLineIsNoTrouble() {
        try (var agent = TestAgent.start(server, scratch, 1)) {
            var id = server.add(TestCommands.shell("head -c 1000000000 /dev/zero"));
            await().until(() -> server.report(id).isPresent());
            assertThat(agent.status().connected()).isTrue();
            assertThat(server.output(id, false).size()).isEqualTo(AgentSettings.DEFAULT_KEEP_OUTPUT_BYTES);
            assertThat(server.dropped(id, false)).isEqualTo(1_000_000_000 - AgentSettings.DEFAULT_KEEP_OUTPUT_BYTES);
        }
    }
}
