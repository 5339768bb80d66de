package io.tidewheel.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Peers that take all connections there may be, and ask for nothing. No time limit helps here: all of them are far too long. */
class CrowdedServerTest {
    private static final String USER = "Authorization: Bearer user-token";
    private static final List<String> BEGUN = List.of(
            "",
            "G",
            "GET /livez HTTP/1.1\r\nHost: loc",
            "GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
            "PRI * HTTP/2.0\r\n",
            "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");

    private final ServerFixture fixture;
    private final ArrayDeque<RawClient> crowd = new ArrayDeque<>();

    CrowdedServerTest() throws IOException {
        fixture = ServerFixture.patient();
    }

    @AfterEach
    void closeAll() throws IOException {
        for (var peer : crowd) peer.close();
        fixture.close();
    }

    @Test
    void whoeverAsksIsAnsweredWhileOthersHoldAllConnections() throws Exception {
        try (var link = fixture.client();
                var watching = fixture.client()) {
            link.request(
                    "GET /api/v1/stream",
                    "Authorization: Bearer agent-token",
                    "Connection: upgrade",
                    "Upgrade: tidewheel");
            assertThat(link.response().status()).isEqualTo(101);
            watching.request("GET /api/v1/watch", USER).response();
            for (int i = 0; i < 2 * ServerFixture.MOST_CONNECTIONS; i++) {
                var peer = fixture.client();
                crowd.add(peer);
                send(peer, BEGUN.get(i % BEGUN.size()));
                if (crowd.size() > ServerFixture.MOST_CONNECTIONS)
                    crowd.remove().close();
                if (i % 100 == 0) answered();
            }
            answered();
            assertThat(fixture.counts.connectionsSentAway()).isPositive();

            fixture.events.add("still watched");
            for (var line = watching.line(); !line.equals("data: still watched"); ) line = watching.line();
            fixture.events.add("end");
            fixture.links.take().send(ServerFixture.text("still linked"));
            link.socket().shutdownOutput();
            assertThat(link.rest()).contains("still linked");
        }
    }

    /** One that was sent away meanwhile has its answer. */
    private static void send(RawClient peer, String begun) {
        try {
            peer.send(begun);
        } catch (IOException sentAway) {
            // as it should, now and then
        }
    }

    private void answered() throws IOException {
        try (var user = fixture.client()) {
            assertThat(user.request("GET /api/v1/runs/r", USER).response().body())
                    .isEqualTo("run r");
        }
    }
}
