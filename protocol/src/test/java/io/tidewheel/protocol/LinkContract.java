package io.tidewheel.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.BytesValue;
import com.google.protobuf.Int64Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every link promises. */
abstract class LinkContract {
    static final LinkLimits LIMITS = new LinkLimits(5 << 20, 1 << 20);
    static final Duration PATIENCE = Duration.ofMinutes(4);

    final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    Link<BytesValue, Int64Value> left;
    Link<Int64Value, BytesValue> right;

    /** Opens a fresh link and keeps its ends. */
    abstract MemoryLink.Pair<BytesValue, Int64Value> open() throws Exception;

    @BeforeEach
    void openLink() throws Exception {
        var pair = open();
        left = pair.left();
        right = pair.right();
    }

    @AfterEach
    void closeLink() {
        left.close();
        right.close();
        threads.close();
    }

    @Test
    void carriesMessagesBothWaysInOrder() throws Exception {
        for (long i = 0; i < 1000; i++) {
            left.send(text("m" + i));
            right.send(Int64Value.of(i));
        }
        for (long i = 0; i < 1000; i++) {
            assertThat(right.receive()).contains(text("m" + i));
            assertThat(left.receive()).contains(Int64Value.of(i));
        }
    }

    @Test
    void carriesEmptyMessages() throws Exception {
        left.send(BytesValue.getDefaultInstance());
        left.send(text("after"));
        assertThat(right.receive()).contains(BytesValue.getDefaultInstance());
        assertThat(right.receive()).contains(text("after"));
    }

    @Test
    void carriesLargeMessages() throws Exception {
        var large = filled(4 << 20);
        var received = receiveOne();
        left.send(large);
        assertThat(received.get()).contains(large);
    }

    @Test
    void messagesFromManyThreadsStayWhole() throws Exception {
        var senders = new ArrayList<Future<?>>();
        for (int i = 0; i < 8; i++) {
            var message = filled(1000 + i);
            senders.add(threads.submit(() -> {
                for (int n = 0; n < 500; n++) {
                    left.send(message);
                }
                return null;
            }));
        }
        var sizes = new int[8];
        for (int n = 0; n < 8 * 500; n++) {
            sizes[right.receive().orElseThrow().getValue().size() - 1000]++;
        }
        assertThat(sizes).containsOnly(500);
        for (var sender : senders) {
            sender.get();
        }
    }

    @Test
    void refusesAMessageOverTheLimitAndGoesOn() throws Exception {
        assertThatThrownBy(() -> left.send(filled(LIMITS.maxFrameBytes() + 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("limit of " + LIMITS.maxFrameBytes());
        left.send(text("fine"));
        assertThat(right.receive()).contains(text("fine"));
    }

    @Test
    void aSlowReaderStopsTheWriterAndNothingIsLost() throws Exception {
        int accepted = fill();
        var rest = threads.submit(() -> {
            for (int i = 0; i < 1000; i++) {
                left.send(PIECE);
            }
            left.send(text("the last"));
            return null;
        });
        for (int i = 0; i < accepted + 1000; i++) {
            assertThat(right.receive()).contains(PIECE);
        }
        assertThat(right.receive()).contains(text("the last"));
        rest.get();
    }

    @Test
    void closingFreesABlockedWriter() throws Exception {
        fill();
        var blocked = waitingIn(() -> {
            while (true) {
                left.send(PIECE);
            }
        });
        left.close();
        assertThatThrownBy(blocked::get)
                .cause()
                .isInstanceOf(LinkException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void closingFreesAWaitingReaderAtBothEnds() throws Exception {
        var here = receiveOne();
        var there = threads.submit(left::receive);
        right.close();
        assertThat(here.get()).isEmpty();
        assertThat(there.get()).isEmpty();
    }

    @Test
    void sendingOnAClosedLinkFails() {
        left.close();
        assertThatThrownBy(() -> left.send(PIECE)).isInstanceOf(LinkException.class);
        assertThatThrownBy(() -> left.offer(PIECE)).isInstanceOf(LinkException.class);
        left.close();
    }

    @Test
    void sendingToAClosedPeerFailsInTheEnd() {
        right.close();
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1_000_000; i++) {
                        left.send(PIECE);
                    }
                })
                .isInstanceOf(LinkException.class);
    }

    @Test
    void finishingDeliversWhatWasAccepted() throws Exception {
        for (int i = 0; i < 100; i++) {
            left.send(text("m" + i));
        }
        // Unread input on our side must not cost the other end what we sent last.
        right.send(Int64Value.of(1));
        var all = threads.submit(this::receiveAll);
        left.finish(PATIENCE);
        assertThat(all.get()).hasSize(100).endsWith(text("m99"));
    }

    @Test
    void finishingGivesUpOnAPeerThatDoesNotRead() throws Exception {
        fill();
        left.finish(Duration.ofMillis(50));
        assertThatThrownBy(() -> left.send(PIECE)).isInstanceOf(LinkException.class);
    }

    static final BytesValue PIECE = filled(10_000);

    /** Offers until the link accepts no more; how much it accepts is bounded by its limit and the system's buffers. */
    private int fill() throws LinkException {
        int accepted = 0;
        while (left.offer(PIECE)) {
            accepted++;
            assertThat(accepted * 10_000L).isLessThan(64L << 20);
        }
        return accepted;
    }

    private Future<Optional<BytesValue>> receiveOne() throws InterruptedException {
        return waitingIn(right::receive);
    }

    private List<BytesValue> receiveAll() throws LinkException {
        var all = new ArrayList<BytesValue>();
        for (var next = right.receive(); next.isPresent(); next = right.receive()) {
            all.add(next.get());
        }
        right.close();
        return all;
    }

    private <T> Future<T> waitingIn(Callable<T> action) throws InterruptedException {
        var begun = new CountDownLatch(1);
        var future = threads.submit(() -> {
            begun.countDown();
            return action.call();
        });
        begun.await();
        return future;
    }

    static BytesValue text(String text) {
        return BytesValue.of(ByteString.copyFromUtf8(text));
    }

    static BytesValue filled(int bytes) {
        var content = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            content[i] = (byte) (i * 31);
        }
        return BytesValue.of(ByteString.copyFrom(content));
    }
}
