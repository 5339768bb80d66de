package io.tidewheel.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.agent.process.AgentSession;
import io.tidewheel.agent.process.ProcessLaunchers;
import io.tidewheel.model.plugins.PluginSettings;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Ending;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every runtime must promise. Its test says who offers it, and names a command that succeeds, one that fails, and one that never ends. */
public abstract class RuntimeContract {
    private static final Duration GRACE = Duration.ofSeconds(1);

    @TempDir
    Path folder;

    private ScratchRoot scratch;
    private AgentTools tools;
    private OpenRuntime runtime;
    private int slots;

    protected abstract RuntimeProvider provider();

    /** What it is set to. */
    protected PluginSettings settings() {
        return PluginSettings.usual(
                RuntimeProvider.KIND.prefix(provider()), provider().settings());
    }

    /** One that succeeds soon. */
    protected abstract Command succeeding();

    /** One that cannot succeed, whatever is tried; nothing if there is none of the kind. */
    protected abstract Optional<Command> failing();

    /** One that goes on until it is ended; nothing if there is none of the kind. */
    protected abstract Optional<Command> endless();

    @BeforeEach
    final void openRuntime() throws Exception {
        var session = AgentSession.random(new Random());
        scratch = ScratchRoot.open(folder, session.id());
        var plain = RuntimeSettings.from(Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "HOME", "/nowhere"));
        tools = new AgentTools(plain, ProcessLaunchers.best(System::nanoTime), System::nanoTime, session, scratch);
        runtime = provider().open(settings(), tools);
    }

    @AfterEach
    final void closeRuntime() throws Exception {
        runtime.close();
        tools.close();
        scratch.close();
    }

    @Test
    void aCommandThatCanSucceedDoes() {
        try (var slot = slot()) {
            var end = slot.run(succeeding(), AttemptTimeLimits.NEVER, new StopSwitch());
            assertThat(end.ending()).as(end.message()).isEqualTo(Ending.SUCCEEDED);
        }
    }

    @Test
    void aSlotRunsOneCommandAfterTheOther() {
        try (var slot = slot()) {
            for (int i = 0; i < 5; i++)
                assertThat(slot.run(succeeding()).isSuccess()).isTrue();
            failing()
                    .ifPresent(
                            command -> assertThat(slot.run(command).isSuccess()).isFalse());
            assertThat(slot.run(succeeding()).isSuccess())
                    .as("a failure leaves nothing behind")
                    .isTrue();
        }
    }

    @Test
    void slotsDoNotMindEachOther() throws Exception {
        try (var threads = Executors.newFixedThreadPool(4)) {
            var ends = new java.util.ArrayList<CompletableFuture<CommandEnd>>();
            for (int i = 0; i < 4; i++)
                ends.add(CompletableFuture.supplyAsync(
                        () -> {
                            try (var slot = slot()) {
                                return slot.run(succeeding());
                            }
                        },
                        threads));
            for (var end : ends) assertThat(end.get().isSuccess()).isTrue();
        }
    }

    @Test
    void whatIsWrongWithACommandIsToldByItsEnd() {
        try (var slot = slot()) {
            failing().ifPresent(command -> {
                var end = slot.run(command);
                assertThat(end.isSuccess()).isFalse();
                assertThat(end.exitCode() != 0 || !end.message().isBlank())
                        .as("somebody can see why")
                        .isTrue();
                assertThat(end.message()).doesNotContain("\n");
            });
        }
    }

    @Test
    void aCommandThatIsToEndEnds() throws Exception {
        try (var slot = slot()) {
            if (endless().isEmpty()) return;
            var stop = new StopSwitch();
            var begun = new CountDownLatch(1);
            Thread.ofVirtual().start(() -> {
                awaitQuietly(begun);
                stop.flip(StopSwitch.Urgency.GENTLE);
            });
            begun.countDown();
            var end = slot.run(endless().get(), AttemptTimeLimits.NEVER, stop);
            assertThat(end.ending()).as(end.message()).isEqualTo(Ending.CANCELLED);
        }
    }

    @Test
    void aCommandThatIsToEndAtOnceEnds() {
        try (var slot = slot()) {
            if (endless().isEmpty()) return;
            var stop = new StopSwitch();
            stop.flip(StopSwitch.Urgency.AT_ONCE);
            var end = slot.run(endless().get(), AttemptTimeLimits.NEVER, stop);
            assertThat(end.ending()).as(end.message()).isEqualTo(Ending.CANCELLED);
        }
    }

    @Test
    void aCommandEndsWhenItsTimeIsOver() {
        try (var slot = slot()) {
            if (endless().isEmpty()) return;
            var end = slot.run(endless().get(), Duration.ofMillis(200).toNanos(), new StopSwitch());
            assertThat(end.ending()).as(end.message()).isEqualTo(Ending.TIMEOUT);
            assertThat(slot.run(succeeding()).isSuccess())
                    .as("the slot goes on")
                    .isTrue();
        }
    }

    @Test
    void itSaysWhatItIs() {
        assertThat(provider().name()).matches("[a-z][a-z0-9-]{0,62}");
        assertThat(provider().description()).isNotBlank().doesNotContain("\n");
        assertThat(runtime.capabilities()).doesNotHaveDuplicates();
        assertThat(List.of(runtime.undecided())).isNotNull();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized TriedSlot slot() {
        return new TriedSlot(
                runtime.open(new SlotTools(tools)),
                scratch.folder("slot" + ++slots, System::nanoTime),
                tools.session());
    }

    /** A slot as an agent has them. */
    private record TriedSlot(CommandRuntime runtime, ScratchFolder scratch, AgentSession session)
            implements AutoCloseable {
        CommandEnd run(Command command) {
            return run(command, AttemptTimeLimits.NEVER, new StopSwitch());
        }

        CommandEnd run(Command command, long mostNanos, StopSwitch stop) {
            var limits = new AttemptTimeLimits(
                    System.nanoTime(), mostNanos, AttemptTimeLimits.NEVER, AttemptTimeLimits.NEVER, GRACE);
            try {
                return runtime.run(new CommandStep(
                        true,
                        command,
                        command.getArgumentsList(),
                        TaskFacts.ofProbe(session.markOfTask(1)),
                        limits,
                        stop,
                        (_, bytes) -> bytes.position(bytes.limit()),
                        scratch));
            } finally {
                scratch.close();
            }
        }

        @Override
        public void close() {
            runtime.close();
        }
    }
}
