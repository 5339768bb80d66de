package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidewheel.agent.runtime.AttemptTimeLimits;
import io.tidewheel.model.Amounts;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.ServerMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ReportSenderTest {
    private static final int MESSAGES = 200;

    private final AgentOutbox outbox = new AgentOutbox(System::nanoTime);

    @Test
    void aSlowConnectionLosesNothingAndKeepsTheOrder() throws InterruptedException {
        var link = new SlowLink();
        var sender = new ReportSender(outbox, link);
        var thread = Thread.ofPlatform().start(sender);
        for (int i = 0; i < MESSAGES; i++) outbox.add(List.of(large(i)));
        link.awaitReports(MESSAGES);
        sender.end();
        thread.join();
        assertThat(link.sequences())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, link.sequences().size())
                                .boxed()
                                .toList());
    }

    /** So large that it fills a message. */
    private static FinishedChain large(int index) {
        var report = Report.newBuilder()
                .setRun(1)
                .setIndex(index)
                .setOutcome(ByteString.copyFrom(new byte[AgentOutbox.MESSAGE_BYTES]))
                .build();
        var chain = new HeldChain(
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
                false,
                null);
        return new FinishedChain(chain, report, null);
    }

    /** Takes every third message at once; for the others one has to wait. */
    private static final class SlowLink implements Link<AgentMessage, ServerMessage> {
        private final List<Long> sequences = new ArrayList<>();
        private int offers;
        private int reports;

        @Override
        public synchronized void send(AgentMessage message) {
            sequences.add(message.getSequence());
            reports += message.getReportsCount();
            notifyAll();
        }

        @Override
        public synchronized boolean offer(AgentMessage message) {
            if (offers++ % 3 != 0) return false;
            send(message);
            return true;
        }

        synchronized void awaitReports(int count) throws InterruptedException {
            while (reports < count) wait();
        }

        synchronized List<Long> sequences() {
            return List.copyOf(sequences);
        }

        @Override
        public Optional<ServerMessage> receive() {
            return Optional.empty();
        }

        @Override
        public void finish(Duration patience) {}

        @Override
        public void close() {}

        @Override
        public String peer() {
            return "slow";
        }
    }
}
