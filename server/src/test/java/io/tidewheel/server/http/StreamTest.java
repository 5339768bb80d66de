package io.tidewheel.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.BytesValue;
import com.google.protobuf.Int64Value;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.PemFiles;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.StreamRefused;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams over HTTP, as agents and clients open them. */
class StreamTest {
    private static final String PATH = "/api/v1/stream";

    @TempDir
    private static Path folder = Path.of("");

    private static TestCertificates certificate = new TestCertificates(folder, folder);

    @BeforeAll
    static void makeCertificate() throws Exception {
        certificate = TestCertificates.selfSigned(folder);
    }

    @Test
    void carriesMessagesBothWays() throws Exception {
        try (var fixture = ServerFixture.open()) {
            converse(dial(fixture, "http", Optional.empty(), "agent-token", PATH));
            assertThat(fixture.ends.take()).isEqualTo("end");
        }
    }

    @Test
    void agentsAreNotCountedWhoseverTokenTheyShow() throws Exception {
        try (var fixture = ServerFixture.open()) {
            var last = dial(fixture, "http", Optional.empty(), "admin-token", PATH);
            for (int more = WatcherLimits.DEFAULT.perToken(); more > 0; more--)
                last = dial(fixture, "http", Optional.empty(), "admin-token", PATH);
            assertThat(last.receive()).contains(ServerFixture.text("hello t1"));
        }
    }

    @Test
    void carriesMessagesOverTls() throws Exception {
        try (var fixture = ServerFixture.secure(PemFiles.identity(certificate.chain(), certificate.key()))) {
            var trust = Optional.of(PemFiles.trust(certificate.chain()));
            converse(dial(fixture, "https", trust, "agent-token", PATH));
            assertThat(fixture.ends.take()).isEqualTo("end");
            assertThatThrownBy(() -> dial(fixture, "https", trust, "wrong", PATH))
                    .isInstanceOfSatisfying(
                            StreamRefused.class,
                            refused -> assertThat(refused.status()).isEqualTo(401));
            assertThatThrownBy(() -> dial(fixture, "https", Optional.empty(), "agent-token", PATH))
                    .isInstanceOf(LinkException.class)
                    .hasMessageContaining("certification path");
            assertThatThrownBy(() -> dial(fixture, "http", Optional.empty(), "agent-token", PATH))
                    .isInstanceOf(LinkException.class);
        }
    }

    @Test
    void renewedCertificatesAreShownToWhoeverConnectsNext() throws Exception {
        var renewed = TestCertificates.selfSigned(Files.createDirectory(folder.resolve("renewed")));
        var shown = new AtomicReference<>(PemFiles.identity(certificate.chain(), certificate.key()));
        try (var fixture = ServerFixture.secure(shown::get)) {
            var before = dial(fixture, "https", Optional.of(PemFiles.trust(certificate.chain())), "agent-token", PATH);
            shown.set(PemFiles.identity(renewed.chain(), renewed.key()));
            var after = dial(fixture, "https", Optional.of(PemFiles.trust(renewed.chain())), "agent-token", PATH);
            converse(after);
            converse(before);
            assertThatThrownBy(() -> dial(
                            fixture, "https", Optional.of(PemFiles.trust(certificate.chain())), "agent-token", PATH))
                    .isInstanceOf(LinkException.class);
        }
    }

    @Test
    void aStuckReaderBehindTlsCanBeClosed() throws Exception {
        try (var fixture = ServerFixture.secure(PemFiles.identity(certificate.chain(), certificate.key()));
                var _ = dial(fixture, "https", Optional.of(PemFiles.trust(certificate.chain())), "agent-token", PATH)) {
            var server = fixture.links.take();
            while (server.offer(ServerFixture.filled(100_000))) {}
            server.close();
            assertThatThrownBy(() -> server.send(ServerFixture.text("x"))).isInstanceOf(LinkException.class);
            // The serving thread may have been about to send or to receive; what counts is that it is free.
            assertThat(fixture.ends.take()).matches("end|the link is closed");
        }
    }

    private static void converse(Link<Int64Value, BytesValue> link) throws LinkException {
        try (link) {
            assertThat(link.receive()).contains(ServerFixture.text("hello t3"));
            for (int size : new int[] {0, 1, 1000, 70_000, 4 << 20}) {
                link.send(Int64Value.of(size));
                assertThat(link.receive()).contains(ServerFixture.filled(size));
            }
            link.finish(Duration.ofSeconds(10));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "user-token, /api/v1/stream, 403",
        "wrong, /api/v1/stream, 401",
        "agent-token, /api/v1/stream/, 404",
        "agent-token, //api/v1/stream, 404",
        "agent-token, /api/v1/stream;a, 404",
        "agent-token, /api/v1/nowhere, 404",
        "agent-token, /api/v1/runs, 403",
        "user-token, /api/v1/broken, 500",
    })
    void refusesWithAProblem(String token, String path, int status) throws Exception {
        try (var fixture = ServerFixture.open()) {
            assertThatThrownBy(() -> dial(fixture, "http", Optional.empty(), token, path))
                    .isInstanceOfSatisfying(StreamRefused.class, refused -> {
                        assertThat(refused.status()).isEqualTo(status);
                        assertThat(refused.body()).contains("\"status\":" + status);
                    });
            assertThat(fixture.links).isEmpty();
        }
    }

    @Test
    void theAnswerToAnUpgradeIsTheFirstDecisionThoughTheNextWouldBeAnother() throws Exception {
        try (var fixture = ServerFixture.open()) {
            fixture.forgetTokens(1);
            assertThatThrownBy(() -> dial(fixture, "http", Optional.empty(), "agent-token", PATH))
                    .isInstanceOfSatisfying(StreamRefused.class, refused -> {
                        assertThat(refused.status()).isEqualTo(503);
                        assertThat(refused.isTransient()).isTrue();
                    });
            dial(fixture, "http", Optional.empty(), "agent-token", PATH).close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Connection: upgrade|Upgrade: websocket",
                "Connection: keep-alive|Upgrade: tidewheel",
                "Upgrade: tidewheel",
                "Connection: upgrade",
                "Connection: upgrade|Upgrade: tidewheel|Content-Length: 3",
            })
    void asksForAProperUpgrade(String headers) throws Exception {
        try (var fixture = ServerFixture.open();
                var client = fixture.client()) {
            var response = client.request("GET " + PATH, ("Authorization: Bearer agent-token|" + headers).split("\\|"))
                    .response();
            assertThat(response.status()).isEqualTo(426);
            assertThat(response.headers()).containsEntry("upgrade", "tidewheel");
            assertThat(fixture.links).isEmpty();
        }
    }

    @Test
    void bytesSentTogetherWithTheRequestAreNotLost() throws Exception {
        try (var fixture = ServerFixture.open();
                var client = fixture.client()) {
            client.send("GET " + PATH + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer agent-token\r\n"
                    + "Connection: Upgrade\r\nUpgrade: tidewheel\r\n\r\n\2\b\3");
            assertThat(client.response().status()).isEqualTo(101);
            client.socket().shutdownOutput();
            assertThat(client.rest()).isEqualTo("\n\n\bhello t3\5\n\3\0\0\0");
        }
    }

    @Test
    void garbageEndsOnlyItsOwnStream() throws Exception {
        try (var fixture = ServerFixture.open();
                var client = fixture.client();
                var other = dial(fixture, "http", Optional.empty(), "agent-token", PATH)) {
            client.request(
                            "GET " + PATH,
                            "Authorization: Bearer agent-token",
                            "Connection: upgrade",
                            "Upgrade: tidewheel")
                    .response();
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" + "x".repeat(200_000));
            client.socket().shutdownOutput();
            assertThat(client.rest()).endsWith("bad");
            assertThat(fixture.ends.take()).contains("no message of this protocol");
            assertThat(other.receive()).contains(ServerFixture.text("hello t3"));
        }
    }

    @Test
    void aResetIsSeenAtOnceByTheServer() throws Exception {
        try (var fixture = ServerFixture.open();
                var client = fixture.client()) {
            client.request(
                            "GET " + PATH,
                            "Authorization: Bearer agent-token",
                            "Connection: upgrade",
                            "Upgrade: tidewheel")
                    .response();
            client.socket().setSoLinger(true, 0);
            client.socket().close();
            // Whether the reader or the writer meets the reset decides how the reader sees the end.
            assertThat(fixture.ends.take()).matches("end|.* broke: .*");
        }
    }

    @Test
    void closingTheServerEndsStreams() throws Exception {
        try (var fixture = ServerFixture.open();
                var link = dial(fixture, "http", Optional.empty(), "agent-token", PATH)) {
            assertThat(link.receive()).isPresent();
            fixture.server.close();
            assertThat(link.receive()).isEmpty();
        }
    }

    @Test
    void whatIsNoServerIsNamed() {
        var nobody = URI.create("http://127.0.0.1:1");
        assertThatThrownBy(() -> dial(nobody, Optional.empty(), "agent-token", PATH))
                .isInstanceOf(LinkException.class)
                .hasMessageContaining("refused");
        assertThatThrownBy(() -> dial(URI.create("ftp://x"), Optional.empty(), "t", PATH))
                .hasMessageContaining("http://HOST:PORT");
        assertThatThrownBy(() -> dial(nobody, Optional.empty(), "a b", PATH)).hasMessageContaining("token");
    }

    private static Link<Int64Value, BytesValue> dial(
            ServerFixture fixture, String scheme, Optional<SSLContext> tls, String token, String path)
            throws IOException {
        return dial(address(fixture, scheme), tls, token, path);
    }

    private static Link<Int64Value, BytesValue> dial(URI server, Optional<SSLContext> tls, String token, String path)
            throws IOException {
        return new StreamDialer(server, tls, Duration.ofSeconds(10), ServerFixture.LINKS)
                .dial(path, token, BytesValue.parser());
    }

    private static URI address(ServerFixture fixture, String scheme) {
        return URI.create(
                "%s://127.0.0.1:%d".formatted(scheme, fixture.server.address().getPort()));
    }
}
