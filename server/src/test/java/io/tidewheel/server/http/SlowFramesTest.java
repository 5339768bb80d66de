package io.tidewheel.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.server.http.h2.ClientPreface;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.Executors;
import org.apache.hc.core5.http2.frame.FrameType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Peers that hold connections of HTTP/2, or streams of one, without using them. */
class SlowFramesTest {
    private static final String USER = "authorization: Bearer user-token";

    private final ServerFixture fixture;

    SlowFramesTest() throws IOException {
        fixture = ServerFixture.impatient();
    }

    @AfterEach
    void closeServer() {
        fixture.close();
    }

    private FrameClient client() throws IOException {
        return FrameClient.open(fixture.server.address());
    }

    private static void awaitEnd(FrameClient client) throws IOException {
        while (client.next().isPresent()) continue;
    }

    @Test
    void whatDoesNotBeginIsClosed() throws Exception {
        try (var client = FrameClient.silent(fixture.server.address())) {
            client.bytes(Arrays.copyOf(ClientPreface.bytes(), 10));
            awaitEnd(client);
        }
        try (var client = FrameClient.silent(fixture.server.address())) {
            client.bytes(ClientPreface.bytes());
            awaitEnd(client);
        }
    }

    @Test
    void anIdleConnectionIsClosedHoweverOftenItAsksWhetherWeAreThere() throws Exception {
        try (var client = client()) {
            client.get(1, "/livez").answer(1);
            assertThatThrownBy(() -> {
                        while (true) {
                            client.send(FrameClient.FRAMES.createPing(ByteBuffer.allocate(8)));
                            client.next(FrameType.PING);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void headersThatDoNotGoOnAreCutOff() throws Exception {
        try (var client = client()) {
            client.get(1, "/api/v1/watch", USER).next(FrameType.HEADERS);
            client.send(FrameType.HEADERS, 0, 3, new byte[0]);
            awaitEnd(client);
            fixture.events.add("end");
        }
    }

    @Test
    void aBodyThatDoesNotGoOnEndsItsStreamAlone() throws Exception {
        try (var client = client()) {
            client.get(1, "/api/v1/watch", USER);
            client.headers(3, FrameClient.request("POST", "/api/v1/slow", USER), false)
                    .data(3, "abc", false);
            assertThat(fixture.ends.take()).isEqualTo("slow");
            assertThat(client.next(FrameType.RST_STREAM).getStreamId()).isEqualTo(3);
            fixture.events.add("late");
            fixture.events.add("end");
            assertThat(client.answer(1).body()).contains("data: late");
        }
        assertThat(fixture.handled.get()).isZero();
    }

    @Test
    void aReaderWhoOpensNoWindowHoldsNoThread() throws Exception {
        try (var client = FrameClient.closed(fixture.server.address())) {
            client.get(1, "/api/v1/endless", USER);
            assertThat(fixture.ends.take()).isEqualTo("endless");
        }
    }

    @Test
    void aReaderWhoOpensTheWindowByBytesHoldsNoThread() throws Exception {
        try (var client = FrameClient.closed(fixture.server.address());
                var trickle = Executors.newVirtualThreadPerTaskExecutor()) {
            client.get(1, "/api/v1/endless", USER);
            client.next(FrameType.HEADERS);
            trickle.submit(() -> {
                while (true) {
                    client.send(FrameClient.FRAMES.createWindowUpdate(1, 1));
                    client.next(FrameType.DATA);
                }
            });
            assertThat(fixture.ends.take()).isEqualTo("endless");
            client.socket().close();
        }
    }

    @Test
    void aReaderWhoReadsNothingIsCutOff() throws Exception {
        try (var client = client()) {
            client.send(FrameClient.FRAMES.createWindowUpdate(0, 1 << 30));
            client.get(1, "/api/v1/endless", USER).send(FrameClient.FRAMES.createWindowUpdate(1, 1 << 30));
            assertThat(fixture.ends.take()).isEqualTo("endless");
        }
    }

    @Test
    void aHandlerMayTakeItsTime() throws Exception {
        try (var client = client();
                var other = client()) {
            client.get(1, "/api/v1/watch", USER);
            // That the other connection has been cut off shows that the watch has passed by.
            awaitEnd(other);
            fixture.events.add("late");
            fixture.events.add("end");
            assertThat(client.answer(1).body()).contains("data: late");
        }
    }
}
