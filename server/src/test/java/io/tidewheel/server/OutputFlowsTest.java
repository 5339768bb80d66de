package io.tidewheel.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.MemoryLink;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Output;
import io.tidewheel.protocol.wire.OutputFlow;
import io.tidewheel.protocol.wire.OutputReader;
import io.tidewheel.protocol.wire.ServerMessage;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutputFlowsTest {
    private static final int MIB = 1 << 20;

    private final VirtualTime time = new VirtualTime(Instant.parse("2030-01-01T12:00:00Z"));
    private final MemoryLink.Pair<ServerMessage, AgentMessage> link =
            MemoryLink.pair("server", "agent", LinkLimits.DEFAULT);
    private volatile OutputReader reader = OutputReader.getDefaultInstance();
    private final OutputFlows flows = new OutputFlows(_ -> reader, time, link.left());
    private long sent;

    @AfterEach
    void close() {
        flows.close();
    }

    @Test
    void aCommandWhoseReaderIsSlowWaitsAndGoesOnWhenHalfIsRead() throws LinkException {
        readUpTo(0);
        pass(60 * MIB);
        pass(10 * MIB);
        assertThat(told()).isEqualTo(OutputFlow.FLOW_WAIT);
        readUpTo(10 * MIB);
        assertThat(flows.lookAtWaiting()).isTrue();
        readUpTo(40 * MIB);
        flows.lookAtWaiting();
        assertThat(told()).isEqualTo(OutputFlow.FLOW_ON);
        assertThat(flows.lookAtWaiting()).isFalse();
    }

    @Test
    void aReaderThatKeepsUpIsNeverWaitedFor() throws LinkException {
        for (int i = 0; i < 20; i++) {
            readUpTo(sent);
            pass(20 * MIB);
        }
        flows.close();
        link.left().close();
        assertThat(link.right().receive()).isEmpty();
    }

    @Test
    void whenTheReaderHasGoneNothingMoreIsPassedOn() throws LinkException {
        readUpTo(0);
        pass(70 * MIB);
        assertThat(told()).isEqualTo(OutputFlow.FLOW_WAIT);
        time.advance(OutputFlows.GONE_AFTER.plus(Duration.ofSeconds(1)));
        flows.lookAtWaiting();
        assertThat(told()).isEqualTo(OutputFlow.FLOW_END);
        assertThat(flows.lookAtWaiting()).isFalse();
    }

    @Test
    void aReaderThatGivesSignsIsWaitedForHoweverSlowItIs() throws LinkException {
        readUpTo(0);
        pass(70 * MIB);
        assertThat(told()).isEqualTo(OutputFlow.FLOW_WAIT);
        for (int i = 0; i < 10; i++) {
            time.advance(Duration.ofSeconds(10));
            readUpTo(1);
            assertThat(flows.lookAtWaiting()).isTrue();
        }
        readUpTo(70 * MIB);
        flows.lookAtWaiting();
        assertThat(told()).isEqualTo(OutputFlow.FLOW_ON);
    }

    private void readUpTo(long offset) {
        reader = OutputReader.newBuilder()
                .setAttempt(1)
                .setStdout(offset)
                .setBeat(reader.getBeat() + 1)
                .build();
    }

    private void pass(int bytes) throws LinkException {
        var piece = Output.newBuilder()
                .setRun(7)
                .setAttempt(1)
                .setOffset(sent)
                .setBytes(ByteString.copyFrom(new byte[bytes]))
                .setPassing(true);
        flows.received(AgentMessage.newBuilder().addOutputs(piece).build());
        sent += bytes;
    }

    private OutputFlow told() throws LinkException {
        var pass = link.right().receive().orElseThrow().getPasses(0);
        assertThat(pass.getAttempt().getRun()).isEqualTo(7);
        return pass.getFlow();
    }
}
