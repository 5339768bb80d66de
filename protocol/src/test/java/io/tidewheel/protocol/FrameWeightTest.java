package io.tidewheel.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.Hello;
import io.tidewheel.protocol.wire.Output;
import io.tidewheel.protocol.wire.Report;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class FrameWeightTest {
    private static final int MANY = 10_000;
    private static final int MOST = 2 * MANY;

    @Test
    void emptyMessagesWeighWhatTheyBecome() throws Exception {
        var reports = AgentMessage.newBuilder().addAllReports(Collections.nCopies(MANY, Report.getDefaultInstance()));
        var frame = reports.build().toByteArray();
        assertThat(frame).hasSize(2 * MANY);
        assertThat(weight(frame)).isGreaterThan(100L * MANY);
    }

    @Test
    void messagesWithinMessagesAreCounted() throws Exception {
        var hello = Hello.newBuilder().addAllHolding(Collections.nCopies(MANY, Attempt.getDefaultInstance()));
        assertThat(weight(AgentMessage.newBuilder().setHello(hello).build().toByteArray()))
                .isGreaterThan(100L * MANY);
    }

    @Test
    void aLongPieceOfOutputWeighsLittleMoreThanItIs() throws Exception {
        var output = Output.newBuilder().setBytes(ByteString.copyFrom(new byte[1 << 20]));
        assertThat(weight(AgentMessage.newBuilder().addOutputs(output).build().toByteArray()))
                .isBetween(1L << 20, 4L << 20);
    }

    @Test
    void tooManyPartsAreRefusedBeforeTheyAreMade() {
        var reports =
                AgentMessage.newBuilder().addAllReports(Collections.nCopies(MOST + 1, Report.getDefaultInstance()));
        assertThatThrownBy(() -> weight(reports.build().toByteArray()))
                .isInstanceOf(BadFrame.class)
                .hasMessageContaining("more than 20,000 parts");
    }

    @Test
    void whatNobodyKnowsIsCountedToo() {
        var unknown = new byte[2 * MOST + 2];
        // Field 15 as a number: in no version of the protocol.
        for (int i = 0; i < unknown.length; i += 2) unknown[i] = 15 << 3;
        assertThatThrownBy(() -> weight(unknown)).isInstanceOf(BadFrame.class);
    }

    private static long weight(byte[] frame) throws BadFrame {
        return FrameWeight.of(frame, FrameWeight.kind(AgentMessage.parser()).orElseThrow(), MOST);
    }

    @Test
    void theKindIsThatOfTheParser() {
        assertThat(FrameWeight.kind(ClientMessage.parser())).contains(ClientMessage.getDescriptor());
    }
}
