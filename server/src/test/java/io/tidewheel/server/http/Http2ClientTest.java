package io.tidewheel.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidewheel.protocol.PemFiles;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HTTP/2 as the JDK's client and curl speak it. */
class Http2ClientTest {
    @TempDir
    private static Path folder = Path.of("");

    private static TestCertificates certificate = new TestCertificates(folder, folder);

    private ServerFixture fixture;
    private HttpClient client;

    @BeforeAll
    static void makeCertificate() throws Exception {
        certificate = TestCertificates.selfSigned(folder);
    }

    Http2ClientTest() throws Exception {
        fixture = ServerFixture.open();
        client = HttpClient.newHttpClient();
    }

    @BeforeEach
    void openServer() throws Exception {
        fixture.close();
        client.close();
        SSLContext identity = PemFiles.identity(certificate.chain(), certificate.key());
        fixture = ServerFixture.secure(identity);
        client = HttpClient.newBuilder()
                .version(Version.HTTP_2)
                .sslContext(PemFiles.trust(certificate.chain()))
                .build();
    }

    @AfterEach
    void closeServer() {
        client.shutdownNow();
        client.close();
        fixture.close();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(
                        "https://127.0.0.1:" + fixture.server.address().getPort() + path))
                .header("Authorization", "Bearer user-token");
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        var response = client.send(request.build(), BodyHandlers.ofString());
        assertThat(response.version()).isEqualTo(Version.HTTP_2);
        return response;
    }

    @Test
    void theSameRoutesAnswerWithTheSameHeaders() throws Exception {
        var response = send(request("/api/v1/runs/r7?"));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("run r7");
        assertThat(response.headers().firstValue("x-content-type-options")).contains("nosniff");
        assertThat(response.headers().firstValue("cache-control")).contains("no-store");
        assertThat(response.headers().firstValue("content-type")).contains("text/plain; charset=utf-8");
        assertThat(send(request("/api/v1/runs?state=x")).body()).isEqualTo("ann x");
        assertThat(send(request("/api/v1/runs/r").DELETE()).statusCode()).isEqualTo(204);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /nowhere, 404",
        "PUT, /api/v1/runs, 405",
        "GET, /api/v1/runs?stat=x, 400",
        "GET, /api/v1/runs?state=%ff, 400",
        "GET, /api/v1/broken, 500",
        "GET, /api/v1/greedy, 503",
        "GET, /api/v1/runs/, 404",
        "GET, //api/v1/runs, 404",
        "GET, /api/v1/runs/a%2fb, 404",
        "BREW, /livez, 405",
    })
    void refusalsAreProblemsAndEndNothing(String method, String path, int status) throws Exception {
        var response = send(request(path).method(method, BodyPublishers.noBody()));
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("content-type")).contains("application/problem+json");
        assertThat(response.body()).contains("\"status\":" + status).doesNotContain("secret");
        assertThat(send(request("/livez")).body()).isEqualTo("ok");
    }

    @Test
    void withoutATokenNothingIsTold() throws Exception {
        var bare = HttpRequest.newBuilder(request("/api/v1/runs").build().uri());
        assertThat(send(bare).statusCode()).isEqualTo(401);
        assertThat(fixture.handled.get()).isZero();
    }

    @Test
    void bodiesAreReadUpToTheLimitOfTheirRoute() throws Exception {
        assertThat(post("/api/v1/runs", BodyPublishers.ofString("x".repeat(1000)))
                        .body())
                .isEqualTo("got 1000");
        assertThat(post("/api/v1/runs", BodyPublishers.ofString("x".repeat(1001)))
                        .statusCode())
                .isEqualTo(413);
        int large = 9 << 20;
        assertThat(post("/api/v1/large", BodyPublishers.ofByteArray(new byte[large]))
                        .body())
                .isEqualTo("got " + large);
        Supplier<InputStream> endless = () -> new ByteArrayInputStream(new byte[11 << 20]);
        assertThat(post("/api/v1/large", BodyPublishers.ofInputStream(endless)).statusCode())
                .isEqualTo(413);
        assertThat(post("/api/v1/ignoring", BodyPublishers.ofByteArray(new byte[large]))
                        .body())
                .isEqualTo("ignored");
        assertThat(send(request("/livez")).body()).isEqualTo("ok");
    }

    private HttpResponse<String> post(String path, BodyPublisher body) throws IOException, InterruptedException {
        return send(request(path).POST(body));
    }

    @Test
    void whoeverExpectsToBeAskedForTheBodyIsAsked() throws Exception {
        var request = request("/api/v1/runs").expectContinue(true).POST(BodyPublishers.ofString("abc"));
        assertThat(send(request).body()).isEqualTo("got 3");
    }

    @Test
    void manyRequestsAtATimeShareOneConnection() throws Exception {
        var answers = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        send(request("/livez"));
        for (int i = 0; i < 500; i++) {
            answers.add(client.sendAsync(request("/api/v1/runs/r" + i).build(), BodyHandlers.ofString()));
            if (i % 50 == 49) answers.getLast().join();
        }
        for (int i = 0; i < 500; i++) assertThat(answers.get(i).join().body()).isEqualTo("run r" + i);
    }

    @Test
    void anAnswerWithoutEndFlowsBesideOthersAndEndsWhenNobodyReads() throws Exception {
        var endless = client.send(request("/api/v1/endless").build(), BodyHandlers.ofInputStream());
        assertThat(endless.body().readNBytes(5 << 20)).hasSize(5 << 20);
        assertThat(send(request("/livez")).body()).isEqualTo("ok");
        endless.body().close();
        assertThat(fixture.ends.take()).isEqualTo("endless");
    }

    @Test
    void anAnswerThatFailsHalfwayIsBrokenOff() throws Exception {
        assertThatThrownBy(() -> send(request("/api/v1/half"))).isInstanceOf(IOException.class);
        assertThat(send(request("/livez")).body()).isEqualTo("ok");
    }

    @Test
    void eventsArriveAsTheyHappen() throws Exception {
        var watch = client.send(request("/api/v1/watch").build(), BodyHandlers.ofInputStream());
        assertThat(watch.headers().firstValue("content-type")).contains("text/event-stream");
        try (var lines = new BufferedReader(new InputStreamReader(watch.body(), StandardCharsets.UTF_8))) {
            fixture.events.add("{\"state\":1}");
            assertThat(lines.lines().filter(line -> line.startsWith("data: ")).findFirst())
                    .contains("data: {\"state\":1}");
            fixture.events.add("end");
            assertThat(lines.lines().toList()).contains("");
        }
    }

    @Test
    void stoppingLetsTheCurrentAnswerEnd() throws Exception {
        var watch = client.send(request("/api/v1/watch").build(), BodyHandlers.ofInputStream());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var lines = new BufferedReader(new InputStreamReader(watch.body(), StandardCharsets.UTF_8))) {
            var stopped = threads.submit(() -> fixture.server.stop(Duration.ofMinutes(2)));
            fixture.events.add("last");
            fixture.events.add("end");
            assertThat(lines.lines().toList()).contains("data: last");
            stopped.get();
        }
    }

    @Test
    void aWebSocketIsOpenedBesideItOnTheSamePort() throws Exception {
        var heard = new HeardMessages();
        var uri = URI.create("wss://127.0.0.1:%d/api/v1/watch"
                .formatted(fixture.server.address().getPort()));
        client.newWebSocketBuilder()
                .header("Authorization", "Bearer user-token")
                .buildAsync(uri, heard)
                .join();
        fixture.events.add("1");
        assertThat(heard.words.take()).contains("\"data\":1");
        fixture.events.add("end");
        assertThat(heard.words.take()).isEqualTo("closed 1000");
    }

    @Test
    void clientsOfHttp1AreServedOnTheSamePort() throws Exception {
        var old = client.send(request("/livez").version(Version.HTTP_1_1).build(), BodyHandlers.ofString());
        assertThat(old.version()).isEqualTo(Version.HTTP_1_1);
        assertThat(old.body()).isEqualTo("ok");
    }

    @Test
    void curlSpeaksItWithAndWithoutTls() throws Exception {
        assumeTrue(curl("--version").contains("HTTP2"), "there is no curl here, or it has no HTTP/2");
        var port = fixture.server.address().getPort();
        var form = "%{http_version} %{http_code}\\n";
        assertThat(curl(
                        "-s",
                        "--cacert",
                        certificate.chain().toString(),
                        "-w",
                        form,
                        "https://127.0.0.1:%d/livez".formatted(port)))
                .isEqualTo("ok2 200\n");
        try (var plain = ServerFixture.open()) {
            var url = "http://127.0.0.1:%d/".formatted(plain.server.address().getPort());
            assertThat(curl("-s", "--http2-prior-knowledge", "-w", form, url + "livez"))
                    .isEqualTo("ok2 200\n");
            // Asked for by an upgrade it is not spoken: the answer is one of HTTP/1.1, which is allowed.
            assertThat(curl("-s", "--http2", "-w", form, url + "livez")).isEqualTo("ok1.1 200\n");
            assertThat(curl(
                            "-s",
                            "--http2-prior-knowledge",
                            "-w",
                            form,
                            "-H",
                            "Authorization: Bearer user-token",
                            "--data-binary",
                            "x".repeat(900),
                            url + "api/v1/runs"))
                    .isEqualTo("got 9002 200\n");
        }
    }

    /** What it prints; empty if there is none. */
    private static String curl(String... words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("curl"));
        command.addAll(List.of(words));
        try {
            var process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return said;
        } catch (IOException missing) {
            return "";
        }
    }
}
