package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidewheel.agent.runtime.TimeLimits;
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

class CourierTest {
    private static final int MESSAGES = 200;

    private final Outbox outbox = new Outbox(System::nanoTime);

    @Test
    void aSlowConnectionLosesNothingAndKeepsTheOrder() throws InterruptedException {
        var link = new SlowLink();
        var courier = new Courier(outbox, link);
        var thread = Thread.ofPlatform().start(courier);
        for (int i = 0; i < MESSAGES; i++) outbox.add(List.of(large(i)));
        link.awaitReports(MESSAGES);
        courier.end();
        thread.join();
        assertThat(link.sequences())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, link.sequences().size())
                                .boxed()
                                .toList());
    }

    /** So large that it fills a message. */
    private static Finished large(int index) {
        var report = Report.newBuilder()
                .setRun(1)
                .setIndex(index)
                .setOutcome(ByteString.copyFrom(new byte[Outbox.MESSAGE_BYTES]))
                .build();
        var chain = new Chain(
                new AttemptId(1, index, 1),
                0,
                1,
                Works.NOOP,
                "",
                Amounts.NONE,
                TimeLimits.NEVER,
                TimeLimits.NEVER,
                0,
                TimeLimits.NEVER,
                false,
                null);
        return new Finished(chain, report, null);
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
