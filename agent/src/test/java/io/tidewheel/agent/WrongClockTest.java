package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.agent.runtime.StandardRuntimes;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Report;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents on machines whose clocks are wrong, or are set while tasks run: what is measured and limited follows the other clock, which only goes on. */
class WrongClockTest {
    @TempDir
    Path scratch;

    @TempDir
    Path folder;

    private final FakeServer server = FakeServer.inMemory();
    private final AtomicReference<Duration> wrongBy = new AtomicReference<>(Duration.ZERO);

    @AfterEach
    void end() throws Exception {
        server.close();
        assertThat(server.complaints()).isEmpty();
    }

    private Agent start() {
        var random =
                new Random(); // never the same twice: an agent ends whatever bears its session, on the whole machine
        var opener = StandardRuntimes.opener(TestAgent.RUNTIMES, TestAgent.LAUNCHERS, System::nanoTime);
        var agent = new Agent(
                AgentSettings.of("tester", "here", 1),
                AgentHome.open(scratch, opener, random),
                List.of(server.address()),
                server,
                new WrongClock(),
                random);
        agent.start();
        return agent;
    }

    private final class WrongClock implements Time {
        @Override
        public Instant instant() {
            return Instant.now().plus(wrongBy.get());
        }

        @Override
        public long nanos() {
            return System.nanoTime();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1})
    void anAgentThatIsADayOffWorksAndItsLimitsHold(int days) {
        wrongBy.set(Duration.ofDays(days));
        try (var agent = start()) {
            var fine = server.add(TestCommands.shell("echo well"), "", 600_000);
            assertThat(ended(fine)).isEqualTo(Ending.SUCCEEDED);
            var late = server.add(TestCommands.sleep(Duration.ofHours(1)), "", 300);
            assertThat(ended(late)).isEqualTo(Ending.DEADLINE);
            assertThat(agent.status().finished()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-3_650, 3_650})
    void aClockThatIsSetByTenYearsBendsNoDurationAndEndsNoTask(long days) throws Exception {
        server.newLane(lane -> lane.setMaxRuntimeMillis(600_000));
        try (var agent = start()) {
            var task = server.add(
                    TestCommands.shell("while [ ! -e %s ]; do sleep 0.05; done".formatted(folder.resolve("go"))));
            await().until(() -> agent.status().running() == 1);
            int beats = server.heartbeats().size();
            wrongBy.set(Duration.ofDays(days));
            await("some heartbeats after that").until(() -> server.heartbeats().size() > beats + 3);
            Files.createFile(folder.resolve("go"));
            assertThat(ended(task)).isEqualTo(Ending.SUCCEEDED);
            var outcome = server.outcome(task);
            assertThat(Duration.ofNanos(1_000 * (outcome.getFinishedMicros() - outcome.getStartedMicros())))
                    .isBetween(Duration.ZERO, Duration.ofHours(1));
        }
    }

    private Ending ended(AttemptId id) {
        await("the end of " + id).until(() -> server.report(id).isPresent());
        return server.report(id).map(Report::getEnding).orElseThrow();
    }
}
