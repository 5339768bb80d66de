package io.tidewheel.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.protocol.LinkLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpServerTest {
    private static final String ADMIN = "Authorization: Bearer admin-token";
    private static final String USER = "Authorization: Bearer user-token";

    private final ServerFixture fixture;

    HttpServerTest() throws IOException {
        fixture = ServerFixture.open();
    }

    @AfterEach
    void closeServer() {
        fixture.close();
    }

    @Test
    void answersManyRequestsOnOneConnection() throws Exception {
        try (var client = fixture.client()) {
            for (int i = 0; i < 100; i++) {
                var response = client.request("GET /api/v1/runs/r" + i, USER).response();
                assertThat(response.status()).isEqualTo(200);
                assertThat(response.body()).isEqualTo("run r" + i);
            }
        }
    }

    @Test
    void answersPipelinedRequestsInOrder() throws Exception {
        try (var client = fixture.client()) {
            for (int i = 0; i < 50; i++) {
                client.request("GET /api/v1/runs/r" + i, USER);
            }
            for (int i = 0; i < 50; i++) {
                assertThat(client.response().body()).isEqualTo("run r" + i);
            }
        }
    }

    @Test
    void closesWhenAskedTo() throws Exception {
        try (var client = fixture.client()) {
            assertThat(client.request("GET /livez", "Connection: close")
                            .response()
                            .body())
                    .isEqualTo("ok");
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void refusalsAreProblems() throws Exception {
        try (var client = fixture.client()) {
            var response = client.request("GET /api/v1/runs").response();
            assertThat(response.status()).isEqualTo(401);
            assertThat(response.headers())
                    .containsEntry("content-type", "application/problem+json")
                    .containsEntry("www-authenticate", "Bearer realm=\"tidewheel\"")
                    .containsEntry("x-content-type-options", "nosniff");
            assertThat(response.body()).isEqualTo("""
                {"type":"urn:tidewheel:problem:unauthorized","title":"Unauthorized","status":401,"code":"unauthorized",\
                "detail":"no token: send the header 'Authorization: Bearer TOKEN'"}\
                """);
        }
        assertThat(fixture.handled).hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({
        "GET /nowhere, 404",
        "PUT /api/v1/runs, 405",
        "GET /api/v1/runs?stat=x, 400",
        "GET /api/v1/runs?state=%ff, 400",
        "GET /api/v1/runs?state=a&state=b, 400",
        "GET /api/v1/stream, 426",
        "GET /api/v1/broken, 500",
        "GET /api/v1/runs/, 404",
        "GET //api/v1/runs, 404",
        "GET /api/v1/runs;a, 404",
        "GET /api/v1/./runs, 404",
        "GET /api/v1/x/%2e%2e/runs, 404",
        "GET /api/v1/x/../runs, 404",
        "GET /api/v1/runs., 404",
        "GET /api/v1/runs/a%2fb, 404",
        "GET /api%2fv1/runs, 404",
        "GET /livez/, 404",
        "GET http://localhost/livez, 404",
        "OPTIONS *, 404",
        "TRACE /livez, 405",
        "CONNECT localhost:80, 404",
        "BREW /livez, 405",
    })
    void everyRefusalIsAProblemAndTheConnectionGoesOn(String line, int status) throws Exception {
        try (var client = fixture.client()) {
            var response = client.request(line, ADMIN).response();
            assertThat(response.status()).isEqualTo(status);
            assertThat(response.headers()).containsEntry("content-type", "application/problem+json");
            assertThat(response.body()).contains("\"status\":" + status).doesNotContain("secret");
            assertThat(client.request("GET /livez").response().body()).isEqualTo("ok");
        }
    }

    @Test
    void aMethodInAHeaderIsNoMethod() throws Exception {
        try (var client = fixture.client()) {
            var response = client.request(
                            "GET /api/v1/runs/r", USER, "X-HTTP-Method-Override: DELETE", "X-Original-URL: /livez")
                    .response();
            assertThat(response.body()).isEqualTo("run r");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GARBAGE\r\n\r\n",
                "GET /livez\r\n\r\n",
                "GET /livez HTTP/1.0\r\n\r\n",
                "GET /livez HTTP/1.1\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost : localhost\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
                "POST /livez HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                "POST /livez HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                "POST /livez HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
                "POST /livez HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, identity\r\n\r\n",
                "GET /li\u0000vez HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /livez?%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n",
            })
    void whatIsNotHttpIsAnsweredWithAProblemAndTheEnd(String bytes) throws Exception {
        try (var client = fixture.client()) {
            var response = client.send(bytes).response();
            assertThat(response.status()).isBetween(400, 599);
            assertThat(response.headers()).containsEntry("content-type", "application/problem+json");
            assertThat(client.isAtEnd()).isTrue();
        }
        assertThat(fixture.handled).hasValue(0);
    }

    @Test
    void longRequestLinesAndHeadersAreRefused() throws Exception {
        try (var client = fixture.client()) {
            assertThat(client.request("GET /" + "a".repeat(9000)).response().status())
                    .isEqualTo(414);
        }
        try (var client = fixture.client()) {
            assertThat(client.request("GET /livez", "A: " + "a".repeat(20_000))
                            .response()
                            .status())
                    .isEqualTo(400);
        }
        try (var client = fixture.client()) {
            var many = "A: aaaaaaaaaaaaaaaaaaaa\r\n".repeat(1000).strip();
            assertThat(client.request("GET /livez", many).response().status()).isEqualTo(400);
        }
    }

    @Test
    void bodiesAreReadUpToTheLimitOfTheirRoute() throws Exception {
        try (var client = fixture.client()) {
            assertThat(client.request("POST /api/v1/runs", USER, "Content-Length: 1000")
                            .send("x".repeat(1000))
                            .response()
                            .body())
                    .isEqualTo("got 1000");
            int large = 9 << 20;
            assertThat(client.request("POST /api/v1/large", USER, "Content-Length: " + large)
                            .send(new byte[large])
                            .response()
                            .body())
                    .isEqualTo("got " + large);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 1001",
                "Content-Length: 10000000",
                "Content-Length: 99999999999",
                "Transfer-Encoding: chunked"
            })
    void largerBodiesAreRefusedAndTheAnswerArrives(String header) throws Exception {
        try (var client = fixture.client()) {
            client.request("POST /api/v1/runs", USER, header).send("800\r\n" + "x".repeat(2048) + "\r\n0\r\n\r\n");
            var response = client.response();
            assertThat(response.status()).isEqualTo(413);
            assertThat(response.headers())
                    .containsEntry("content-type", "application/problem+json")
                    .containsEntry("connection", "close");
            assertThat(client.isAtEnd()).isTrue();
        }
        assertThat(fixture.handled).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5\r\nabcde\r\n3\r\nfgh\r\n0\r\n\r\n",
                "5;name=value\r\nabcde\r\n03 ; more\r\nfgh\r\n0\r\nTrailer: x\r\n\r\n",
                "8\r\nabcdefgh\r\n0;last\r\n\r\n"
            })
    void bodiesMayComeInChunks(String chunks) throws Exception {
        try (var client = fixture.client()) {
            var response = client.request("POST /api/v1/runs", USER, "Transfer-Encoding: chunked")
                    .send(chunks)
                    .response();
            assertThat(response.body()).isEqualTo("got 8");
            assertThat(response.headers()).containsEntry("connection", "close");
        }
    }

    @Test
    void whoeverExpectsToBeAskedForChunksIsAsked() throws Exception {
        try (var client = fixture.client()) {
            client.request("POST /api/v1/runs", USER, "Transfer-Encoding: chunked", "Expect: 100-continue");
            assertThat(client.response().status()).isEqualTo(100);
            assertThat(client.send("2\r\nab\r\n0\r\n\r\n").response().body()).isEqualTo("got 2");
        }
    }

    static Stream<String> brokenChunks() {
        return Stream.of(
                "ffffffffffffffff\r\nab",
                "-2\r\nab",
                "+2\r\nab",
                "\r\nab",
                "2x\r\nab",
                "7fffffffffffffff1\r\nab",
                "1\r\nab\r\n0\r\n\r\n",
                "2;" + "x".repeat(70_000) + "\r\nab\r\n0\r\n\r\n",
                "2\r\nab\r\n0\r\n" + "a: b\r\n".repeat(10_000) + "\r\n");
    }

    @ParameterizedTest
    @MethodSource("brokenChunks")
    void brokenChunksAreTheCallersMistake(String chunks) throws Exception {
        try (var client = fixture.client()) {
            client.request("POST /api/v1/runs", USER, "Transfer-Encoding: chunked")
                    .send(chunks);
            var response = client.response();
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.body()).contains("Transfer-Encoding: chunked");
        }
        assertThat(fixture.handled).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"greedy", "deep"})
    void aRequestThatExhaustsTheMemoryEndsAlone(String path) throws Exception {
        try (var client = fixture.client()) {
            var response = client.request("GET /api/v1/" + path, USER).response();
            assertThat(response.status()).isEqualTo(503);
            assertThat(response.headers()).containsKey("retry-after");
            assertThat(client.request("GET /api/v1/runs", USER).response().status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aChunkLargerThanAnyBodyIsNotEvenRead() throws Exception {
        try (var client = fixture.client()) {
            client.request("POST /api/v1/runs", USER, "Transfer-Encoding: chunked")
                    .send("7ffffff0\r\n");
            assertThat(client.response().status()).isEqualTo(413);
        }
    }

    @Test
    void anUnreadBodyIsNeverTakenForARequest() throws Exception {
        var hidden = "GET /api/v1/runs/hidden HTTP/1.1\r\nHost: localhost\r\n" + USER + "\r\n\r\n";
        for (var line : List.of("POST /api/v1/ignoring", "POST /nowhere", "GET /livez")) {
            try (var client = fixture.client()) {
                client.request(line, USER, "Content-Length: " + hidden.length()).send(hidden);
                client.response();
                assertThat(client.rest()).as(line).isEmpty();
            }
        }
    }

    @Test
    void aClientThatWaitsForContinueIsToldToGoOn() throws Exception {
        try (var client = fixture.client()) {
            client.request("POST /api/v1/runs", USER, "Content-Length: 3", "Expect: 100-continue");
            assertThat(client.response().status()).isEqualTo(100);
            assertThat(client.send("abc").response().body()).isEqualTo("got 3");
        }
    }

    @Test
    void aClientThatWaitsForContinueIsRefusedBeforeItSends() throws Exception {
        try (var client = fixture.client()) {
            var response = client.request("POST /api/v1/runs", "Content-Length: 900", "Expect: 100-continue")
                    .response();
            assertThat(response.status()).isEqualTo(401);
        }
    }

    @Test
    void anAnswerThatFailsHalfwayIsBrokenOff() throws Exception {
        try (var client = fixture.client()) {
            var all = client.request("GET /api/v1/half", USER).rest();
            assertThat(all).startsWith("HTTP/1.1 200").contains("begin").doesNotEndWith("0\r\n\r\n");
        }
    }

    @Test
    void eventsArriveAsTheyHappen() throws Exception {
        try (var client = fixture.client()) {
            var response = client.request("GET /api/v1/watch", USER).response();
            assertThat(response.headers())
                    .containsEntry("content-type", "text/event-stream")
                    .containsEntry("cache-control", "no-store");
            fixture.events.add("{\"state\":1}");
            assertThat(upTo("data: {\"state\":1}", client)).endsWith("event: change", "id: 7", "data: {\"state\":1}");
            fixture.events.add("two\nlines");
            assertThat(upTo("data: lines", client)).endsWith("event: change", "id: 7", "data: two", "data: lines");
            fixture.events.add("end");
            assertThat(upTo("0", client)).last().isEqualTo("0");
            assertThat(client.line()).isEmpty();
            assertThat(client.request("GET /livez").response().body()).isEqualTo("ok");
        }
    }

    @Test
    void stoppingLetsTheCurrentAnswerEnd() throws Exception {
        try (var busy = fixture.client();
                var idle = fixture.client();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(idle.request("GET /livez").response().body()).isEqualTo("ok");
            busy.request("GET /api/v1/watch", USER).response();
            var stopped = threads.submit(() -> fixture.server.stop(Duration.ofSeconds(20)));
            assertThat(idle.isAtEnd()).isTrue();
            fixture.events.add("last");
            fixture.events.add("end");
            assertThat(busy.rest()).contains("data: last").endsWith("0\r\n\r\n");
            busy.socket().close();
            stopped.get();
            assertThatThrownBy(fixture::client).isInstanceOf(IOException.class);
        }
    }

    @Test
    void stoppingWithoutGraceClosesEverything() throws Exception {
        try (var busy = fixture.client()) {
            busy.request("GET /api/v1/watch", USER).response();
            fixture.server.stop(Duration.ZERO);
            assertThat(busy.rest()).doesNotEndWith("0\r\n\r\n");
        }
    }

    @Test
    void aPublicAddressNeedsTls() {
        assertThatThrownBy(() -> new HttpSettings(
                        new InetSocketAddress("0.0.0.0", 0),
                        Optional.empty(),
                        Set.of(),
                        10,
                        PeerTimeouts.DEFAULT,
                        LinkLimits.DEFAULT))
                .hasMessageContaining("without TLS")
                .hasMessageContaining("127.0.0.1");
    }

    @Test
    void aPortInUseIsNamed() {
        assertThatThrownBy(() -> HttpServer.open(
                        HttpSettings.local(fixture.server.address().getPort()),
                        fixture.routes(),
                        _ -> Optional.empty(),
                        fixture.counts))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot listen on");
    }

    private static List<String> upTo(String last, RawClient client) throws IOException {
        var lines = new ArrayList<String>();
        while (lines.isEmpty() || !lines.getLast().equals(last)) {
            lines.add(client.line());
        }
        return lines;
    }
}
