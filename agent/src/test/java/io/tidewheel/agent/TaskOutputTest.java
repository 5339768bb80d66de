package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.agent.runtime.AttemptTimeLimits;
import io.tidewheel.agent.runtime.StopSwitch;
import io.tidewheel.model.LogStream;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Output;
import io.tidewheel.protocol.wire.OutputFlow;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskOutputTest {
    private static final int KEEP = 100;

    private final StopSwitch stop = new StopSwitch();
    private final TaskOutput output = new TaskOutput(
            new AttemptId(1, 0, 1), KEEP, true, new SlotBudget(1 << 20), stop, never(), System::nanoTime, _ -> {});

    @Test
    void whatIsKeptAndWhatIsPassedOnComeInPiecesOfTheirOwn() {
        write(KEEP + 50);
        var pieces = moved();
        assertThat(pieces).extracting(Output::getPassing).containsExactly(false, true);
        assertThat(pieces).extracting(Output::getOffset).containsExactly(0L, (long) KEEP);
        assertThat(pieces).extracting(piece -> piece.getBytes().size()).containsExactly(KEEP, 50);
    }

    @Test
    void aCommandWaitsForItsReader() throws InterruptedException {
        output.flow(OutputFlow.FLOW_WAIT);
        var writer = Thread.ofPlatform().start(() -> write(KEEP + 50));
        await().until(() -> writer.getState() == Thread.State.TIMED_WAITING);
        assertThat(output.isEmpty()).isTrue();
        output.flow(OutputFlow.FLOW_ON);
        writer.join();
        assertThat(moved()).hasSize(2);
    }

    @Test
    void aCommandThatWaitsForItsReaderCanBeStopped() throws InterruptedException {
        output.flow(OutputFlow.FLOW_WAIT);
        var writer = Thread.ofPlatform().start(() -> write(KEEP + 50));
        stop.flip(StopSwitch.Urgency.AT_ONCE);
        writer.join();
        assertThat(output.written(LogStream.STDOUT)).isEqualTo(KEEP + 50);
    }

    @Test
    void whenTheReaderHasGoneTheRestIsCounted() {
        write(KEEP + 50);
        output.flow(OutputFlow.FLOW_END);
        output.flow(OutputFlow.FLOW_ON); // there is a hole already
        write(1_000);
        output.end();
        var pieces = moved();
        assertThat(pieces).extracting(piece -> piece.getBytes().size()).containsExactly(KEEP, 50);
        assertThat(pieces.getLast().getDropped()).isEqualTo(1_000);
    }

    private void write(int count) {
        output.write(LogStream.STDOUT, ByteBuffer.allocate(count));
    }

    private List<Output> moved() {
        var message = AgentMessage.newBuilder();
        output.moveTo(message, 1 << 20);
        return message.getOutputsList();
    }

    private static AttemptTimeLimits never() {
        return new AttemptTimeLimits(
                System.nanoTime(),
                AttemptTimeLimits.NEVER,
                AttemptTimeLimits.NEVER,
                AttemptTimeLimits.NEVER,
                Duration.ZERO);
    }
}
