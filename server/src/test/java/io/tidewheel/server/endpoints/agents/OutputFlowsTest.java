package io.tidewheel.server.endpoints.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.LogStream;
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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutputFlowsTest {
    private static final int MIB = 1 << 20;

    private final VirtualTime time = new VirtualTime(Instant.parse("2030-01-01T12:00:00Z"));
    private final MemoryLink.Pair<ServerMessage, AgentMessage> link =
            MemoryLink.pair("server", "agent", LinkLimits.DEFAULT);
    private volatile OutputReader reader = OutputReader.getDefaultInstance();
    private OutputFlows.Permit permit = OutputFlows.Permit.PASSES;
    private final List<String> refusals = new ArrayList<>();
    private final OutputFlows flows = new OutputFlows(new Store(), refusals::add, time, link.left());
    private long sent;
    private long storedEnd;

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

    @Test
    void outputThatNobodyAskedToPassIsOutputLikeAnyOtherAndWrittenDown() throws LinkException {
        permit = OutputFlows.Permit.REFUSED;
        var believed = pass(MIB);
        assertThat(believed.getOutputs(0).getPassing()).isFalse();
        assertThat(believed.getOutputs(0).getBytes().size()).isEqualTo(MIB);
        assertThat(refusals).containsExactly("output of 7/0 that is to pass, which nobody has asked for");
        permit = OutputFlows.Permit.IS_KEPT;
        assertThat(pass(MIB).getOutputs(0).getPassing()).isFalse();
        assertThat(refusals).hasSize(1);
    }

    @Test
    void anAgentThatDoesNotWaitIsRefusedWhatIsBeyondTheBound() throws LinkException {
        readUpTo(0);
        int stored = 0;
        for (int i = 0; i < 400; i++) stored += pass(MIB).getOutputsCount();
        assertThat(stored * (long) MIB).isEqualTo(OutputFlows.MOST_STORED);
        assertThat(refusals).hasSize(400 - stored).first().asString().contains("told to wait");
    }

    @Test
    void piecesThatOverlapAreNotStoredTwiceAndALeapIsRefused() throws LinkException {
        readUpTo(0);
        pass(2 * MIB);
        sent = MIB;
        assertThat(pass(2 * MIB).getOutputsCount()).isZero();
        sent = 1L << 40;
        assertThat(pass(1).getOutputsCount()).isZero();
        assertThat(refusals).hasSize(1);
        sent = -5;
        assertThat(pass(1).getOutputsCount()).isZero();
    }

    @Test
    void withANewConnectionWhatIsStoredIsNotStoredAgain() throws LinkException {
        storedEnd = 5 * MIB;
        sent = 4 * MIB;
        assertThat(pass(MIB).getOutputsCount()).isZero();
        assertThat(pass(MIB).getOutputsCount()).isEqualTo(1);
        assertThat(refusals).isEmpty();
    }

    private final class Store implements OutputFlows.Facts {
        @Override
        public OutputFlows.Permit permit(ChainId chain) {
            return permit;
        }

        @Override
        public long storedEnd(ChainId chain, int attempt, LogStream stream) {
            return storedEnd;
        }

        @Override
        public OutputReader reader(long run) {
            return reader;
        }
    }

    private void readUpTo(long offset) {
        reader = OutputReader.newBuilder()
                .setAttempt(1)
                .setStdout(offset)
                .setBeat(reader.getBeat() + 1)
                .build();
    }

    private AgentMessage pass(int bytes) throws LinkException {
        var piece = Output.newBuilder()
                .setRun(7)
                .setAttempt(1)
                .setOffset(sent)
                .setBytes(ByteString.copyFrom(new byte[bytes]))
                .setPassing(true);
        var believed =
                flows.received(AgentMessage.newBuilder().addOutputs(piece).build());
        sent += bytes;
        return believed;
    }

    private OutputFlow told() throws LinkException {
        var pass = link.right().receive().orElseThrow().getPasses(0);
        assertThat(pass.getAttempt().getRun()).isEqualTo(7);
        return pass.getFlow();
    }
}
