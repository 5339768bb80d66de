package io.tidewheel.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.server.http.h2.ClientPreface;
import io.tidewheel.testing.PatientWaiting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.config.H2Param;
import org.apache.hc.core5.http2.config.H2Setting;
import org.apache.hc.core5.http2.frame.FrameFlag;
import org.apache.hc.core5.http2.frame.FrameType;
import org.apache.hc.core5.http2.frame.RawFrame;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What peers may send who want the server to end, to wait, or to work in vain. Afterwards others must be served as before. */
class HostileFramesTest {
    private static final String USER = "authorization: Bearer user-token";
    /** More than the server lets pass at once, and far more than it lets pass in the time that takes. */
    private static final int FLOOD = 20_000;

    private final ServerFixture fixture;

    HostileFramesTest() throws IOException {
        fixture = ServerFixture.open();
    }

    @AfterEach
    void othersAreServed() throws Exception {
        try (fixture;
                var other = FrameClient.open(fixture.server.address());
                var old = fixture.client()) {
            assertThat(other.get(1, "/livez").answer(1).body()).isEqualTo("ok");
            assertThat(old.request("GET /livez").response().body()).isEqualTo("ok");
        }
    }

    private FrameClient client() throws IOException {
        return FrameClient.open(fixture.server.address());
    }

    /** Sends until the server has had enough; what it says may be lost with the connection. */
    private static void flood(FrameClient client, Send step) throws IOException {
        try {
            for (int i = 0; i < FLOOD; i++) step.send(2 * i + 1);
        } catch (IOException closed) {
            return;
        }
        assertThat(client.goodbye()).isEqualTo(H2Error.ENHANCE_YOUR_CALM.getCode());
    }

    @FunctionalInterface
    private interface Send {
        void send(int stream) throws IOException;
    }

    @Test
    void whoeverTakesBackWhatWasAskedAgainAndAgainIsSentAway() throws Exception {
        try (var client = client()) {
            var block = client.packed(FrameClient.request("GET", "/api/v1/runs", USER));
            flood(
                    client,
                    stream -> client.send(FrameClient.FRAMES.createHeaders(stream, block.duplicate(), true, true))
                            .send(FrameClient.FRAMES.createResetStream(stream, H2Error.CANCEL)));
        }
        assertThat(fixture.handled.get()).isLessThan(2_000);
    }

    @Test
    void whoeverMakesTheServerTakeBackRequestsAgainAndAgainIsSentAway() throws Exception {
        try (var client = client()) {
            var block = client.packed(FrameClient.request("POST", "/api/v1/slow", USER));
            flood(
                    client,
                    stream -> client.send(FrameClient.FRAMES.createHeaders(stream, block.duplicate(), true, false))
                            .send(FrameType.WINDOW_UPDATE, 0, stream, new byte[4]));
        }
    }

    @Test
    void requestsThatWereTakenBackCountUntilTheirHandlersHaveNoticed() throws Exception {
        try (var client = client()) {
            for (int i = 0; i < 100; i++) {
                client.get(2 * i + 1, "/api/v1/watch", USER);
            }
            // One that is taken back before anybody handles it is forgotten at once.
            await(() -> fixture.watchers.get() == 100);
            for (int i = 0; i < 90; i++) {
                client.send(FrameClient.FRAMES.createResetStream(2 * i + 1, H2Error.CANCEL));
            }
            client.get(201, "/livez");
            assertThatThrownBy(() -> client.answer(201))
                    .hasMessage("reset with code " + H2Error.REFUSED_STREAM.getCode());
            for (int i = 0; i < 100; i++) fixture.events.add("end");
        }
    }

    @Test
    void answersThatWaitForAWindowCountAmongThoseThatWaitForReaders() throws Exception {
        try (var client = FrameClient.closed(fixture.server.address())) {
            for (int i = 0; i < 10; i++) client.get(2 * i + 1, "/api/v1/whole", USER);
            await(() -> fixture.counts.outgoingBytes() >= 10L * ServerFixture.WHOLE_BYTES);
            for (int i = 0; i < 10; i++) client.send(FrameClient.FRAMES.createResetStream(2 * i + 1, H2Error.CANCEL));
            await(() -> fixture.counts.outgoingBytes() == 0);
        }
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(PatientWaiting.LONGEST).until(condition);
    }

    @Test
    void continuationsHaveAnEnd() throws Exception {
        try (var client = client()) {
            client.send(FrameType.HEADERS, 0, 1, new byte[0]);
            flood(client, _ -> client.send(FrameType.CONTINUATION, 0, 1, new byte[0]));
        }
        try (var client = client()) {
            client.send(FrameType.HEADERS, 0, 1, new byte[10_000]);
            flood(client, _ -> client.send(FrameType.CONTINUATION, 0, 1, new byte[10_000]));
        }
    }

    @Test
    void headersThatGrowWhenTheyAreUnpackedAreRefused() throws Exception {
        try (var client = client()) {
            var headers = new ArrayList<Header>(FrameClient.request("GET", "/livez"));
            headers.add(new BasicHeader("x-large", "a".repeat(3_000)));
            client.headers(1, headers, true);
            assertThat(client.answer(1).status()).isEqualTo(200);
            // One byte each from now on: 3,000 times two bytes stand for nine megabytes.
            var block = client.packed(headers);
            var bomb = ByteBuffer.allocate(block.remaining() + 3_000).put(block);
            while (bomb.hasRemaining()) bomb.put((byte) (0x80 | 62));
            client.send(FrameClient.FRAMES.createHeaders(3, bomb.flip(), true, true));
            assertThat(client.goodbye()).isEqualTo(H2Error.ENHANCE_YOUR_CALM.getCode());
        }
    }

    /** The decoder that Helidon 4.5 has never comes back from this. */
    @Test
    void aHeaderLargerThanTheTableIsAHeader() throws Exception {
        try (var client = client()) {
            var bytes = ByteBuffer.allocate(5_100);
            bytes.put(client.packed(FrameClient.request("GET", "/livez")));
            bytes.put(new byte[] {0x40, 1, 'x', 0x7f, (byte) (5_000 - 127 & 0x7f | 0x80), (byte) (5_000 - 127 >> 7)});
            for (int i = 0; i < 5_000; i++) bytes.put((byte) 'a');
            client.send(FrameClient.FRAMES.createHeaders(1, bytes.flip(), true, true));
            assertThat(client.answer(1).body()).isEqualTo("ok");
        }
    }

    @Test
    void framesThatAskForNothingHaveAnEnd() throws Exception {
        try (var client = client()) {
            flood(client, _ -> client.send(FrameClient.FRAMES.createPing(ByteBuffer.allocate(8))));
        }
        try (var client = client()) {
            flood(
                    client,
                    _ -> client.send(
                            FrameClient.FRAMES.createSettings(new H2Setting(H2Param.MAX_FRAME_SIZE, 1 << 14))));
        }
        try (var client = client()) {
            flood(client, _ -> client.send(FrameType.PRIORITY, 0, 1, new byte[5]));
        }
        try (var client = client()) {
            client.headers(1, FrameClient.request("POST", "/api/v1/slow", USER), false);
            flood(client, _ -> client.data(1, "", false));
        }
        try (var client = client()) {
            flood(client, _ -> client.send(FrameClient.FRAMES.createWindowUpdate(0, 1)));
        }
    }

    static Stream<Broken> broken() {
        var post = FrameClient.request("POST", "/api/v1/slow", USER);
        return Stream.of(
                new Broken("no settings", H2Error.PROTOCOL_ERROR, client -> client.get(1, "/livez")),
                new Broken("a stream with an even number", H2Error.PROTOCOL_ERROR, client -> client.get(2, "/livez")),
                new Broken(
                        "data of a stream that never began",
                        H2Error.PROTOCOL_ERROR,
                        client -> client.data(1, "x", true)),
                new Broken(
                        "data of no stream",
                        H2Error.PROTOCOL_ERROR,
                        client -> client.send(FrameType.DATA, 0, 0, new byte[1])),
                new Broken(
                        "something between headers",
                        H2Error.PROTOCOL_ERROR,
                        client -> client.send(FrameType.HEADERS, 0, 1, new byte[0])
                                .send(FrameClient.FRAMES.createPing(ByteBuffer.allocate(8)))),
                new Broken(
                        "a continuation of nothing",
                        H2Error.PROTOCOL_ERROR,
                        client -> client.send(FrameType.CONTINUATION, 4, 1, new byte[0])),
                new Broken(
                        "a promise",
                        H2Error.PROTOCOL_ERROR,
                        client -> client.send(FrameType.PUSH_PROMISE, 4, 1, new byte[4])),
                new Broken(
                        "a short ping",
                        H2Error.FRAME_SIZE_ERROR,
                        client -> client.send(FrameType.PING, 0, 0, new byte[7])),
                new Broken(
                        "half a setting",
                        H2Error.FRAME_SIZE_ERROR,
                        client -> client.send(FrameType.SETTINGS, 0, 0, new byte[7])),
                new Broken(
                        "a frame that is too long",
                        H2Error.FRAME_SIZE_ERROR,
                        client -> client.send(FrameType.DATA, 0, 1, new byte[16_385])),
                new Broken(
                        "an impossible window",
                        H2Error.FLOW_CONTROL_ERROR,
                        client -> client.send(FrameClient.FRAMES.createWindowUpdate(0, Integer.MAX_VALUE))),
                new Broken(
                        "an impossible setting",
                        H2Error.PROTOCOL_ERROR,
                        client -> client.send(
                                FrameClient.FRAMES.createSettings(new H2Setting(H2Param.MAX_FRAME_SIZE, 1)))),
                new Broken(
                        "a header that is in no table",
                        H2Error.COMPRESSION_ERROR,
                        client -> client.send(FrameType.HEADERS, 5, 1, new byte[] {(byte) 0xfe})),
                new Broken(
                        "a string longer than all that came",
                        H2Error.COMPRESSION_ERROR,
                        client -> client.send(FrameType.HEADERS, 5, 1, new byte[] {0x40, 0x7f, -1, -1, -1, -1, 7})),
                new Broken(
                        "padding longer than its frame",
                        H2Error.PROTOCOL_ERROR,
                        client -> client.headers(1, post, false).send(FrameType.DATA, 8, 1, new byte[] {9, 0})),
                new Broken("more than was allowed", H2Error.FLOW_CONTROL_ERROR, client -> {
                    client.headers(1, FrameClient.request("POST", "/api/v1/ignoring", USER), false);
                    client.headers(3, FrameClient.request("POST", "/api/v1/watch", USER), false);
                    for (int i = 0; i < 2_000; i++) client.data(3, "x".repeat(16_000), false);
                }));
    }

    private record Broken(String what, H2Error error, Steps steps) {
        @Override
        public String toString() {
            return what;
        }
    }

    @FunctionalInterface
    private interface Steps {
        void take(FrameClient client) throws IOException;
    }

    @ParameterizedTest
    @MethodSource("broken")
    void whatIsNotHttp2EndsTheConnectionWithItsReason(Broken broken) throws Exception {
        boolean isFirst = broken.what().equals("no settings");
        try (var client = isFirst ? FrameClient.silent(fixture.server.address()) : client()) {
            if (isFirst) client.bytes(ClientPreface.bytes());
            if (broken.what().equals("more than was allowed")) {
                sendingTooMuch(broken, client);
            } else {
                broken.steps().take(client);
                assertThat(client.goodbye()).isEqualTo(broken.error().getCode());
            }
        }
    }

    /** The server takes it and forgets it where nobody reads it; so this ends by resets, or by the connection. */
    private static void sendingTooMuch(Broken broken, FrameClient client) {
        try {
            broken.steps().take(client);
            assertThat(client.goodbye()).isIn(broken.error().getCode(), H2Error.ENHANCE_YOUR_CALM.getCode());
        } catch (IOException closed) {
            return;
        }
    }

    static Stream<List<Header>> malformed() {
        return Stream.of(
                FrameClient.request("GET", "/livez", "X-Upper: 1"),
                FrameClient.request("GET", "/livez", "connection: close"),
                FrameClient.request("GET", "/livez", "transfer-encoding: chunked"),
                FrameClient.request("GET", "/livez", "te: gzip"),
                FrameClient.request("GET", "/livez", "x y: 1"),
                FrameClient.request("GET", "/livez", "x: a\nb"),
                FrameClient.request("GET", "/livez", ":path: /other"),
                FrameClient.request("GET", "/livez", "content-length: -1"),
                FrameClient.request("GET", "/livez", "content-length: 1", "content-length: 2"),
                FrameClient.request("GET", "/livez", "content-length: 1"),
                FrameClient.request("GET", "/livez").subList(0, 2),
                FrameClient.request("GET", "/livez").subList(1, 4),
                List.of(new BasicHeader("a", "b"), new BasicHeader(":method", "GET")),
                List.of(new BasicHeader(":status", "200")));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void aRequestThatCouldMeanTwoThingsIsNotAnswered(List<Header> headers) throws Exception {
        try (var client = client()) {
            client.headers(1, headers, true);
            assertThatThrownBy(() -> client.answer(1))
                    .hasMessage("reset with code " + H2Error.PROTOCOL_ERROR.getCode());
            assertThat(client.get(3, "/livez").answer(3).body()).isEqualTo("ok");
        }
        assertThat(fixture.handled.get()).isEqualTo(1);
    }

    @Test
    void twoHostsAreRefusedAsEverywhere() throws Exception {
        try (var client = client()) {
            assertThat(client.get(1, "/livez", "host: other").answer(1).status())
                    .isEqualTo(400);
            assertThat(client.get(3, "/livez", "host: localhost").answer(3).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aBodyThatIsNotAsLongAsItWasSaidToBeIsNoBody() throws Exception {
        try (var client = client()) {
            client.headers(1, FrameClient.request("POST", "/api/v1/slow", USER, "content-length: 5"), false)
                    .data(1, "abc", true);
            assertThatThrownBy(() -> client.answer(1)).hasMessageContaining("reset with code 1");
            client.headers(3, FrameClient.request("POST", "/api/v1/slow", USER, "content-length: 2"), false)
                    .data(3, "abc", true);
            assertThatThrownBy(() -> client.answer(3)).hasMessageContaining("reset with code 1");
        }
        assertThat(fixture.handled.get()).isZero();
    }

    @Test
    void framesThatNobodyKnowsAreLetPass() throws Exception {
        try (var client = client()) {
            client.send(new RawFrame(0x42, FrameFlag.ACK.getValue(), 7, ByteBuffer.allocate(3)));
            assertThat(client.get(1, "/livez").answer(1).body()).isEqualTo("ok");
        }
    }

    @Test
    void garbageBehindThePrefaceEndsTheConnection() throws Exception {
        try (var client = FrameClient.silent(fixture.server.address())) {
            var garbage = new byte[4_096];
            Arrays.fill(garbage, (byte) 'x');
            client.bytes(ClientPreface.bytes()).bytes(garbage);
            assertThat(client.goodbye()).isEqualTo(H2Error.FRAME_SIZE_ERROR.getCode());
        }
    }
}
