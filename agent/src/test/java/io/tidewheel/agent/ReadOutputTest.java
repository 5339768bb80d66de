package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.LogStream;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Work;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** How far chains are said to be: by the commands that are done, and by what a command prints. */
class ReadOutputTest {
    private final List<Integer> told = new ArrayList<>();
    private final BlockingQueue<List<String>> asked = new LinkedBlockingQueue<>();
    private final BlockingQueue<OptionalDouble> answers = new LinkedBlockingQueue<>();
    private final BlockingQueue<Double> heard = new LinkedBlockingQueue<>();

    private OptionalDouble estimate(List<String> lines) {
        asked.add(lines);
        try {
            return answers.take();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void oneQuestionIsUnderWayWithTheNewestLinesAndTheCommandDoesNotWait() throws Exception {
        var written = new StringBuilder();
        var output = new ReadOutput(
                (_, bytes) -> written.append(StandardCharsets.UTF_8.decode(bytes)),
                Optional.of(this::estimate),
                heard::add);
        output.write(LogStream.STDOUT, bytes("10%\n2"));
        assertThat(asked.take()).containsExactly("10%");
        output.write(LogStream.STDOUT, bytes("0%\n"));
        output.write(LogStream.STDERR, bytes("30%\n"));
        answers.add(OptionalDouble.of(0.1));
        assertThat(heard.take()).isEqualTo(0.1);
        assertThat(asked.take()).containsExactly("10%", "20%", "30%");
        output.close();
        answers.add(OptionalDouble.of(0.3));
        output.write(LogStream.STDOUT, bytes("40%\n"));
        assertThat(written).hasToString("10%\n20%\n30%\n40%\n");
        assertThat(asked).as("nobody is asked about a command that has ended").isEmpty();
        assertThat(heard).isEmpty();
    }

    @Test
    void noMoreThanTheLastLinesAreShown() throws Exception {
        var output =
                new ReadOutput((_, bytes) -> bytes.position(bytes.limit()), Optional.of(this::estimate), heard::add);
        output.write(LogStream.STDOUT, bytes("first\n".repeat(200) + "x".repeat(10_000) + "\n"));
        assertThat(asked.take()).hasSize(100).last().asString().hasSize(4_096);
        answers.add(OptionalDouble.empty());
        output.close();
    }

    private ChainProgress chain(int commands) {
        var work = Work.newBuilder();
        for (int i = 0; i < commands; i++) work.addCommands(Command.newBuilder().addArguments("x"));
        work.addCommands(Command.newBuilder().setRuntimeName("extension"));
        return new ChainProgress(work.build(), told::add);
    }

    @Test
    void commandsThatAreDoneCountAsSteepCountsThem() {
        var two = chain(2);
        two.done(0);
        two.done(1);
        assertThat(told).as("the last one is told by the end of the chain").containsExactly(50);
    }

    @Test
    void estimatesOfTheCommandAtWorkAreAddedAndToldOnce() {
        var two = chain(2);
        two.of(0).accept(0.3);
        two.of(0).accept(0.301);
        two.of(0).accept(-1);
        two.done(0);
        two.of(1).accept(0.5);
        two.done(1);
        assertThat(told).containsExactly(15, 50, 75, 100);
    }
}
