package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Runtime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes that are called inside the agent. */
class JvmTasksTest {
    private static final List<Class<?>> ALLOWED = List.of(
            Shout.class,
            Describe.class,
            Fail.class,
            Huge.class,
            Nothing.class,
            Wait.class,
            Stubborn.class,
            Exhausting.class,
            Hidden.class);

    private final FakeServer server = FakeServer.inMemory();
    private final Agent agent;

    JvmTasksTest(@TempDir Path scratch) {
        var names = Stream.concat(
                ALLOWED.stream().map(Class::getName), Stream.of("com.example.Missing", "java.lang.String"));
        agent = TestAgent.start(
                server,
                scratch,
                TestAgent.RUNTIMES.withJvm(names.toList(), List.of()),
                AgentSettings.of("tester", "here", 1).withGrace(Duration.ofMillis(200)));
    }

    @AfterEach
    void end() throws Exception {
        agent.close();
        server.close();
        assertThat(server.complaints()).isEmpty();
    }

    /** Answers its input in capitals. */
    public static final class Shout implements JvmTask {
        @Override
        public byte[] call(byte[] input, JvmContext context) {
            return new String(input, StandardCharsets.UTF_8)
                    .toUpperCase(java.util.Locale.ROOT)
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Tells what it knows. */
    public static final class Describe implements JvmTask {
        @Override
        public byte @Nullable [] call(byte[] input, JvmContext context) throws Exception {
            context.print(context.run() + " " + context.index() + " " + context.attempt() + " " + context.token());
            context.print(context.parameter() + " " + context.deadline().isPresent() + " " + context.isStopping());
            context.print(String.join("|", context.arguments()));
            Files.writeString(context.scratch().resolve("file"), "x");
            return null;
        }
    }

    /** Throws. */
    public static final class Fail implements JvmTask {
        @Override
        public byte[] call(byte[] input, JvmContext context) throws Exception {
            throw new Exception("no such\ncustomer");
        }
    }

    /** Returns too much. */
    public static final class Huge implements JvmTask {
        @Override
        public byte[] call(byte[] input, JvmContext context) {
            return new byte[300_000];
        }
    }

    /** Returns nothing. */
    public static final class Nothing implements JvmTask {
        @Override
        public byte @Nullable [] call(byte[] input, JvmContext context) {
            return null;
        }
    }

    /** Waits until it is interrupted. */
    public static final class Wait implements JvmTask {
        @Override
        public byte[] call(byte[] input, JvmContext context) throws Exception {
            context.print("waiting");
            new CountDownLatch(1).await();
            return input;
        }
    }

    /** Does not listen. */
    public static final class Stubborn implements JvmTask {
        static volatile boolean enough;

        @Override
        public byte[] call(byte[] input, JvmContext context) {
            context.print("stubborn");
            while (!enough) Thread.onSpinWait();
            context.print("too late");
            return input;
        }
    }

    /** Runs out of memory, or says so. */
    public static final class Exhausting implements JvmTask {
        @Override
        public byte[] call(byte[] input, JvmContext context) {
            throw new OutOfMemoryError("a large array");
        }
    }

    static final class Hidden implements JvmTask {
        @Override
        public byte[] call(byte[] input, JvmContext context) {
            return input;
        }
    }

    @Test
    void itGetsItsInputAndItsReturnIsTheResult() {
        assertThat(server.hellos())
                .allMatch(hello -> hello.getCapabilitiesList().contains("jvm"));
        var id = server.add(TestCommands.of(call(Shout.class.getName()).setInput(ByteString.copyFromUtf8("hello"))));
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.outcome(id).getResult().toStringUtf8()).isEqualTo("HELLO");
    }

    @Test
    void itKnowsWhatItIs() {
        var command = call(Describe.class.getName()).addArguments("first").addArguments("the second");
        var id = server.add(TestCommands.of(command), "parameter", 60_000);
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.stdout(id)).isEqualTo("7 0 1 7/0/1\nparameter true false\nfirst|the second\n");
    }

    @Test
    void whatGoesWrongIsToldInOneLine() {
        assertThat(failure(Fail.class.getName(), Ending.ERROR)).isEqualTo("java.lang.Exception: no such customer");
        assertThat(failure(Huge.class.getName(), Ending.ERROR)).contains("300,000 bytes");
        assertThat(failure(Exhausting.class.getName(), Ending.OUT_OF_MEMORY)).contains("a large array");
        assertThat(ended(server.add(TestCommands.of(call(Nothing.class.getName())))))
                .isEqualTo(Ending.SUCCEEDED);
    }

    @Test
    void onlyClassesOnTheListAreCalled() {
        assertThat(failure("java.lang.Runtime", Ending.NOT_STARTED))
                .contains("'java.lang.Runtime' is not on this agent's list");
        assertThat(failure("java.lang.String", Ending.NOT_STARTED)).contains("does not implement");
        assertThat(failure("com.example.Missing", Ending.NOT_STARTED)).contains("cannot be loaded");
        assertThat(failure(Hidden.class.getName(), Ending.NOT_STARTED)).contains("public");
        assertThat(failure("", Ending.NOT_STARTED)).contains("not on this agent's list");
    }

    @Test
    void itIsInterruptedWhenItIsToStop() {
        var id = server.add(TestCommands.of(call(Wait.class.getName())));
        await().until(() -> server.stdout(id).contains("waiting"));
        server.stop(id, false, false);
        assertThat(ended(id)).isEqualTo(Ending.CANCELLED);
        var next = server.add(TestCommands.of(call(Shout.class.getName())));
        assertThat(ended(next)).isEqualTo(Ending.SUCCEEDED);
    }

    @Test
    void itsTimeIsLimited() {
        server.newLane(lane -> lane.setMaxRuntimeMillis(100));
        assertThat(failure(Wait.class.getName(), Ending.TIMEOUT)).contains("100ms");
        server.newLane(lane -> lane.setMaxInactivityMillis(100));
        assertThat(failure(Wait.class.getName(), Ending.INACTIVITY)).contains("100ms");
    }

    @Test
    void whoeverDoesNotListenIsLeftBehindAndTheSlotGoesOn() {
        var id = server.add(TestCommands.of(call(Stubborn.class.getName())));
        await().until(() -> server.stdout(id).contains("stubborn"));
        server.stop(id, false, false);
        assertThat(ended(id)).isEqualTo(Ending.CANCELLED);
        assertThat(server.outcome(id).getMessage()).contains("left behind");
        Stubborn.enough = true;
        var next = server.add(TestCommands.of(call(Shout.class.getName())));
        assertThat(ended(next)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.stdout(id)).isEqualTo("stubborn\n");
    }

    private String failure(String className, Ending expected) {
        var id = server.add(TestCommands.of(call(className)));
        assertThat(ended(id)).isEqualTo(expected);
        return server.outcome(id).getMessage();
    }

    private static Command.Builder call(String className) {
        return TestCommands.command(Runtime.JVM).setClassName(className);
    }

    private Ending ended(AttemptId id) {
        await().until(() -> server.report(id).isPresent());
        return server.report(id).orElseThrow().getEnding();
    }
}
