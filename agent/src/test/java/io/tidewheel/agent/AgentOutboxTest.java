package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidewheel.agent.runtime.AttemptTimeLimits;
import io.tidewheel.agent.runtime.StopSwitch;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.LogStream;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Heartbeat;
import io.tidewheel.protocol.wire.Report;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AgentOutboxTest {
    private final AtomicLong nanos = new AtomicLong();
    private final AgentOutbox outbox = new AgentOutbox(nanos::get);
    private final AgentOutbox.Carrier carrier = () -> {};
    private final AgentOutbox.Carrier other = () -> {};
    private final SlotBudget budget = new SlotBudget(64 << 20);

    @Test
    void whatGathersBecomesOneMessage() {
        outbox.connect(carrier);
        outbox.add(List.of(finished(1, 10), finished(2, 10)));
        outbox.giveBack(List.of(chain(3)));
        outbox.start(List.of(chain(4)));
        outbox.credit(5);
        outbox.heartbeat(Heartbeat.newBuilder().setBusySlots(1).build());
        var message = next();
        assertThat(message.getSequence()).isEqualTo(1);
        assertThat(message.getReportsList()).extracting(Report::getIndex).containsExactly(1, 2);
        assertThat(message.getReturnedList()).containsExactly(chain(3).id.toWire());
        assertThat(message.getStartedList()).containsExactly(chain(4).id.toWire());
        assertThat(message.getCredit().getChains()).isEqualTo(5);
        assertThat(message.getHeartbeat().getBusySlots()).isEqualTo(1);
    }

    @Test
    void reportsOfBusySlotsWaitAMomentForOthers() {
        outbox.connect(carrier);
        outbox.addPatiently(List.of(finished(1, 10)), 0);
        assertThat(outbox.next(carrier)).isNull();
        assertThat(outbox.untilDue()).isEqualTo(AgentOutbox.PATIENCE);
        nanos.addAndGet(AgentOutbox.PATIENCE - 1);
        outbox.addPatiently(List.of(finished(2, 10)), 0);
        assertThat(outbox.next(carrier)).isNull();
        nanos.addAndGet(1);
        assertThat(next().getReportsList()).extracting(Report::getIndex).containsExactly(1, 2);
        assertThat(outbox.untilDue()).isEqualTo(Long.MAX_VALUE);

        outbox.addPatiently(List.of(finished(3, 10)), 0);
        nanos.addAndGet(AgentOutbox.PATIENCE);
        assertThat(outbox.next(carrier))
                .as("the last message is not acknowledged")
                .isNull();
        outbox.acknowledge(1);
        assertThat(next().getReportsList()).extracting(Report::getIndex).containsExactly(3);
    }

    @Test
    void reportsOfShortTasksWaitLongerUnlessAnotherIsDueEarlier() {
        outbox.connect(carrier);
        outbox.addPatiently(List.of(finished(unhurried(1), 10)), AgentOutbox.SHORT_TASK - 1);
        assertThat(outbox.untilDue()).isEqualTo(AgentOutbox.PATIENCE_OF_MANY);
        nanos.addAndGet(10);
        outbox.addPatiently(List.of(finished(2, 10)), 0);
        assertThat(outbox.untilDue()).isEqualTo(AgentOutbox.PATIENCE);
        outbox.addPatiently(List.of(finished(unhurried(3), 10)), 0);
        assertThat(outbox.untilDue()).isEqualTo(AgentOutbox.PATIENCE);
        nanos.addAndGet(AgentOutbox.PATIENCE);
        assertThat(next().getReportsList()).extracting(Report::getIndex).containsExactly(1, 2, 3);
    }

    @Test
    void reportsOfTasksThatAreNotShortDoNotWaitLonger() {
        outbox.connect(carrier);
        outbox.addPatiently(
                List.of(finished(unhurried(1), 10), finished(unhurried(2), 10)), 2 * AgentOutbox.SHORT_TASK);
        assertThat(outbox.untilDue()).isEqualTo(AgentOutbox.PATIENCE);
    }

    @Test
    void whatMustNotWaitTakesTheOthersAlong() {
        outbox.connect(carrier);
        outbox.addPatiently(List.of(finished(1, 10)), 0);
        outbox.add(List.of(finished(2, 10)));
        assertThat(next().getReportsList()).extracting(Report::getIndex).containsExactly(1, 2);
        var many = java.util.stream.IntStream.range(3, 1_003)
                .mapToObj(i -> finished(i, 10))
                .toList();
        outbox.addPatiently(many, 0);
        assertThat(next().getReportsCount()).as("many do not wait").isEqualTo(1_000);
    }

    @Test
    void hintsAreNotNumbered() {
        outbox.connect(carrier);
        outbox.credit(5);
        assertThat(next().getSequence()).isZero();
        outbox.add(List.of(finished(1, 10)));
        assertThat(next().getSequence()).isEqualTo(1);
    }

    @Test
    void largeThingsAreSplit() {
        outbox.connect(carrier);
        for (int i = 0; i < 20; i++) outbox.add(List.of(finished(i, 200_000)));
        var indexes = new ArrayList<Integer>();
        int messages = 0;
        while (indexes.size() < 20) {
            var message = next();
            messages++;
            assertThat(message.getSerializedSize()).isLessThan(AgentOutbox.MESSAGE_BYTES + 300_000);
            message.getReportsList().forEach(report -> indexes.add(report.getIndex()));
        }
        assertThat(messages).isEqualTo(4);
        assertThat(indexes).isSorted();
    }

    @Test
    void aReportComesAfterAllItsOutput() {
        outbox.connect(carrier);
        var output = output(1, 5 << 20);
        write(output, 3 << 20);
        output.end();
        outbox.add(List.of(new FinishedChain(chain(1), report(1, 10), output), finished(2, 10)));
        int bytes = 0;
        for (int i = 0; i < 2; i++) {
            var message = next();
            assertThat(message.getReportsList()).isEmpty();
            for (var piece : message.getOutputsList()) {
                assertThat(piece.getOffset()).isEqualTo(bytes);
                bytes += piece.getBytes().size();
            }
        }
        var last = next();
        assertThat(bytes + last.getOutputs(0).getBytes().size()).isEqualTo(3 << 20);
        assertThat(last.getReportsList()).extracting(Report::getIndex).first().isEqualTo(1);
    }

    @Test
    void whatIsNotAcknowledgedIsRepeatedInOrder() throws Exception {
        outbox.connect(carrier);
        var sent = new ArrayList<AgentMessage>();
        for (int i = 1; i <= 3; i++) {
            outbox.add(List.of(finished(i, 10)));
            sent.add(next());
        }
        assertThat(outbox.acknowledge(1)).extracting(chain -> chain.id.index()).containsExactly(1);
        outbox.disconnect();
        outbox.add(List.of(finished(4, 10)));
        assertThat(outbox.connect(other)).isEqualTo(sent.subList(1, 3));
        assertThat(outbox.next(other)).extracting(AgentMessage::getSequence).isEqualTo(4L);
        assertThat(outbox.acknowledge(99)).extracting(chain -> chain.id.index()).containsExactly(2, 3, 4);
        assertThat(outbox.awaitAcknowledged(Duration.ZERO)).isTrue();
    }

    @Test
    void aWriterOfAnOldConnectionGetsNothing() {
        outbox.connect(carrier);
        outbox.add(List.of(finished(1, 10)));
        outbox.connect(other);
        assertThat(outbox.next(carrier)).isNull();
        assertThat(outbox.next(other)).isNotNull();
    }

    @Test
    void goodbyeComesLast() {
        outbox.connect(carrier);
        outbox.goodbye();
        outbox.add(List.of(finished(1, 10)));
        assertThat(next().getGoodbye()).isFalse();
        assertThat(next().getGoodbye()).isTrue();
    }

    @Test
    void acknowledgedBytesMakeRoom() {
        var small = new SlotBudget(10);
        var output = new TaskOutput(
                chain(1).id, 1000, false, small, new StopSwitch(), limits(), System::nanoTime, outbox::stream);
        outbox.connect(carrier);
        output.stream();
        write(output, 10);
        assertThat(small.take(1, new StopSwitch(), 0)).isFalse();
        assertThat(next().getOutputs(0).getBytes().size()).isEqualTo(10);
        assertThat(small.take(1, new StopSwitch(), 0)).isFalse();
        outbox.acknowledge(1);
        assertThat(small.take(1, new StopSwitch(), 0)).isTrue();
    }

    private AgentMessage next() {
        var message = outbox.next(carrier);
        assertThat(message).isNotNull();
        return message;
    }

    private FinishedChain finished(int index, int bytes) {
        return finished(chain(index), bytes);
    }

    private FinishedChain finished(HeldChain chain, int bytes) {
        return new FinishedChain(chain, report(chain.id.index(), bytes), null);
    }

    private static Report report(int index, int bytes) {
        return Report.newBuilder()
                .setRun(1)
                .setIndex(index)
                .setOutcome(ByteString.copyFrom(new byte[bytes]))
                .build();
    }

    private TaskOutput output(int index, long keep) {
        return new TaskOutput(
                chain(index).id, keep, false, budget, new StopSwitch(), limits(), System::nanoTime, outbox::stream);
    }

    private static AttemptTimeLimits limits() {
        return new AttemptTimeLimits(
                System.nanoTime(),
                AttemptTimeLimits.NEVER,
                AttemptTimeLimits.NEVER,
                AttemptTimeLimits.NEVER,
                Duration.ZERO);
    }

    private static void write(TaskOutput output, int count) {
        output.write(LogStream.STDOUT, ByteBuffer.allocate(count));
    }

    private static HeldChain chain(int index) {
        return chain(index, false);
    }

    private static HeldChain unhurried(int index) {
        return chain(index, true);
    }

    private static HeldChain chain(int index, boolean unhurried) {
        return new HeldChain(
                new AttemptId(1, index, 1),
                0,
                1,
                "owner",
                TestCommands.NOOP,
                "",
                Amounts.NONE,
                AttemptTimeLimits.NEVER,
                AttemptTimeLimits.NEVER,
                0,
                AttemptTimeLimits.NEVER,
                unhurried,
                null);
    }
}
