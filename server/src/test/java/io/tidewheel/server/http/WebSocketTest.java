package io.tidewheel.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.testing.PatientWaiting;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Events over a WebSocket, as the JDK's client and hostile peers use it. */
class WebSocketTest {
    private static final String[] ASKED = {
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Authorization: Bearer user-token"
    };

    private final ServerFixture fixture;
    private final HttpClient client = HttpClient.newHttpClient();

    WebSocketTest() throws IOException {
        fixture = ServerFixture.open();
    }

    @AfterEach
    void closeServer() {
        client.shutdownNow();
        fixture.close();
    }

    private WebSocket dial(String path, HeardMessages heard, UnaryOperator<WebSocket.Builder> more) {
        var uri = URI.create(
                "ws://127.0.0.1:%d%s".formatted(fixture.server.address().getPort(), path));
        return more.apply(client.newWebSocketBuilder()).buildAsync(uri, heard).join();
    }

    @Test
    void eventsArriveAsMessages() throws Exception {
        var heard = new HeardMessages();
        dial("/api/v1/watch", heard, socket -> socket.header("Authorization", "Bearer user-token"));
        fixture.events.add("{\"state\":1}");
        assertThat(heard.words.take()).isEqualTo("{\"event\":\"change\",\"id\":\"7\",\"data\":{\"state\":1}}");
        var long1 = "\"" + "x".repeat(200) + "\"";
        fixture.events.add(long1);
        assertThat(heard.words.take()).endsWith("\"data\":" + long1 + "}");
        var long2 = "\"" + "y".repeat(70_000) + "\"";
        fixture.events.add(long2);
        var all = new StringBuilder();
        while (!all.toString().endsWith("}")) all.append(heard.words.take());
        assertThat(all.toString()).endsWith("\"data\":" + long2 + "}");
        fixture.events.add("end");
        assertThat(heard.words.take()).isEqualTo("closed 1000");
    }

    @Test
    void aPageCanShowItsTokenAmongTheProtocols() throws Exception {
        var heard = new HeardMessages();
        var socket = dial(
                "/api/v1/watch", heard, builder -> builder.subprotocols("tidewheel", "tidewheel.token.user-token"));
        assertThat(socket.getSubprotocol()).isEqualTo("tidewheel");
        fixture.events.add("1");
        assertThat(heard.words.take()).isEqualTo("{\"event\":\"change\",\"id\":\"7\",\"data\":1}");
        fixture.events.add("end");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/watch, '', 401",
        "/api/v1/watch, Bearer wrong, 401",
        "/api/v1/watch, Bearer agent-token, 403",
        "/nowhere, Bearer user-token, 404",
        "/api/v1/runs, Bearer user-token, 200",
    })
    void theGateDecidesAsItDoesForRequests(String path, String token, int status) {
        assertThatThrownBy(() -> dial(
                        path,
                        new HeardMessages(),
                        socket -> token.isEmpty() ? socket : socket.header("Authorization", token)))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        refused ->
                                assertThat(refused.getResponse().statusCode()).isEqualTo(status));
    }

    @Test
    void aTokenAmongTheProtocolsCountsAsAnyOther() {
        assertThatThrownBy(() -> dial(
                        "/api/v1/watch", new HeardMessages(), socket -> socket.subprotocols("tidewheel.token.wrong")))
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        refused ->
                                assertThat(refused.getResponse().statusCode()).isEqualTo(401));
    }

    @Test
    void theAnswerProvesThatItWasUnderstoodAndRepeatsNoToken() throws Exception {
        try (var raw = fixture.client()) {
            var response = raw.request(
                            "GET /api/v1/watch",
                            ASKED[0],
                            ASKED[1],
                            ASKED[2],
                            ASKED[3],
                            "Sec-WebSocket-Protocol: tidewheel.token.user-token, tidewheel")
                    .response();
            assertThat(response.status()).isEqualTo(101);
            assertThat(response.headers())
                    .containsEntry("sec-websocket-accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
                    .containsEntry("sec-websocket-protocol", "tidewheel");
            assertThat(response.headers().values()).noneMatch(value -> value.contains("token"));
            fixture.events.add("end");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sec-WebSocket-Version: 12|Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                "Sec-WebSocket-Version: 13|Sec-WebSocket-Key: short",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
            })
    void whatIsNotAskedForProperlyIsRefusedWithTheReason(String headers) throws Exception {
        try (var raw = fixture.client()) {
            var all = "%s|%s|%s|%s".formatted(ASKED[0], ASKED[1], ASKED[4], headers);
            var response = raw.request("GET /api/v1/watch", all.split("\\|")).response();
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.headers()).containsEntry("sec-websocket-version", "13");
            assertThat(response.body()).contains("no WebSocket can be opened");
            assertThat(raw.request("GET /livez").response().body()).isEqualTo("ok");
        }
    }

    @Test
    void pagesOfOtherSitesMayNotWatch() throws Exception {
        try (var raw = fixture.client()) {
            raw.request("GET /api/v1/watch", ASKED[0], ASKED[1], ASKED[2], ASKED[3], ASKED[4], "Origin: http://evil");
            assertThat(raw.response().status()).isEqualTo(403);
        }
    }

    private RawClient watching() throws IOException {
        var raw = fixture.client();
        assertThat(raw.request("GET /api/v1/watch", ASKED).response().status()).isEqualTo(101);
        return raw;
    }

    /** A frame as clients send it, masked with zeros. */
    private static byte[] frame(int first, int length, byte... data) {
        var frame = new ByteArrayOutputStream();
        frame.write(first);
        frame.write(0x80 | length);
        frame.writeBytes(new byte[4]);
        frame.writeBytes(data);
        return frame.toByteArray();
    }

    @Test
    void aPingIsAnsweredWithItsData() throws Exception {
        try (var raw = watching()) {
            raw.send(frame(0x89, 2, (byte) 'h', (byte) 'i'));
            assertThat(raw.nextBytes(4)).containsExactly(0x8a, 2, 'h', 'i');
            fixture.events.add("end");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "81 81 00 00 00 00 61, 1003, a message",
        "01 81 00 00 00 00 61, 1003, the begin of one",
        "82 fe 04 01 00 00 00 00, 1009, a long one",
        "82 ff 7f ff ff ff ff ff ff ff, 1009, one that is larger than any memory",
        "82 ff ff ff ff ff ff ff ff ff, 1002, one whose length is negative",
        "81 01 61, 1002, one without a mask",
        "c1 81 00 00 00 00 61, 1002, one with bits that nobody has agreed to",
        "83 80 00 00 00 00, 1002, one of no kind",
        "09 80 00 00 00 00, 1002, a piece of a ping",
        "89 fe 00 7e 00 00 00 00, 1002, a ping that is too long",
        "88 82 00 00 00 00 0f a0, 4000, a farewell"
    })
    void whatIsNotExpectedEndsTheSocketWithItsReason(String bytes, int code, String what) throws Exception {
        try (var raw = watching()) {
            var sent = new ByteArrayOutputStream();
            for (var digits : bytes.split(" ")) sent.write(Integer.parseInt(digits, 16));
            sent.writeBytes(new byte[200]);
            raw.send(sent.toByteArray());
            var said = new String(new byte[] {(byte) 0x88}, StandardCharsets.ISO_8859_1);
            var close = raw.nextBytes(4);
            assertThat(new String(close, StandardCharsets.ISO_8859_1)).as(what).startsWith(said);
            assertThat((close[2] & 0xff) << 8 | close[3] & 0xff).as(what).isEqualTo(code);
            fixture.events.add("0");
            fixture.events.add("end");
            raw.rest();
        }
    }

    @Test
    void whoeverAsksAgainAndAgainIsSentAway() throws Exception {
        try (var raw = watching()) {
            var ping = frame(0x89, 0);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 1_000_000; i++) raw.send(ping);
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void aWatcherWhoReadsNothingIsCutOff() throws Exception {
        try (var impatient = ServerFixture.impatient();
                var raw = impatient.client()) {
            assertThat(raw.request("GET /api/v1/watch", ASKED).response().status())
                    .isEqualTo(101);
            var large = "\"" + "x".repeat(1 << 20) + "\"";
            for (int i = 0; i < 100; i++) impatient.events.add(large);
            impatient.events.add("end");
            // More than the system keeps on the way: unless the server gives up, the queue is never empty.
            Awaitility.await().atMost(PatientWaiting.LONGEST).until(() -> impatient.server.connections() == 0);
        }
    }
}
