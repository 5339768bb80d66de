package io.tidewheel.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that hold connections without using them. */
class SlowPeerTest {
    private static final String USER = "Authorization: Bearer user-token";

    private final ServerFixture fixture;

    SlowPeerTest() throws IOException {
        fixture = ServerFixture.impatient();
    }

    @AfterEach
    void closeServer() {
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GET /li",
                "GET /livez HTTP/1.1\r\nHost: loc",
                "POST /api/v1/runs HTTP/1.1\r\n"
                        + "Host: localhost\r\n"
                        + "Authorization: Bearer user-token\r\n"
                        + "Content-Length: 100\r\n\r\n"
                        + "abc",
                "POST /api/v1/runs HTTP/1.1\r\n"
                        + "Host: localhost\r\n"
                        + "Authorization: Bearer user-token\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n"
                        + "5\r\n"
                        + "ab",
            })
    void aRequestThatDoesNotGoOnIsCutOff(String begun) throws Exception {
        try (var client = fixture.client()) {
            assertThat(client.send(begun).rest()).isEmpty();
        }
    }

    @Test
    void anIdleConnectionIsClosed() throws Exception {
        try (var client = fixture.client()) {
            client.request("GET /livez").response();
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void aReaderThatDoesNotReadIsCutOff() throws Exception {
        try (var client = fixture.client()) {
            client.request("GET /api/v1/endless", USER);
            assertThat(fixture.ends.take()).isEqualTo("endless");
        }
    }

    @Test
    void aHandlerMayTakeItsTime() throws Exception {
        try (var client = fixture.client();
                var other = fixture.client()) {
            client.request("GET /api/v1/watch", USER).response();
            // That the other connection has been cut off shows that the watch has passed by.
            assertThat(other.isAtEnd()).isTrue();
            fixture.events.add("late");
            fixture.events.add("end");
            assertThat(client.rest()).contains("data: late");
        }
    }

    @Test
    void aStreamMayBeSilent() throws Exception {
        try (var client = fixture.client();
                var other = fixture.client()) {
            client.request(
                    "GET /api/v1/stream",
                    "Authorization: Bearer agent-token",
                    "Connection: upgrade",
                    "Upgrade: tidewheel");
            assertThat(client.response().status()).isEqualTo(101);
            assertThat(other.isAtEnd()).isTrue();
            var link = fixture.links.take();
            link.send(ServerFixture.text("still here"));
            client.socket().shutdownOutput();
            assertThat(client.rest()).contains("still here");
        }
    }
}
