package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.Task;
import io.tidewheel.client.TaskCommands;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Very many connections, most of which ask for nothing or never to the end, while users are answered and tasks are done. */
class ManyConnectionsTest {
    /** So many are opened, and at most so many of them are open at a time: what one process may open is limited, too. */
    private static final int CONNECTIONS = Integer.getInteger("tidewheel.faults.connections", 3_000);

    private static final int HELD = Integer.getInteger("tidewheel.faults.held", 2_000);
    private static final int BETWEEN_USERS = 250;
    /** One address has not enough ports for more. */
    private static final int PER_ADDRESS = 10_000;

    private static final List<String> BEGUN = List.of(
            "",
            "GE",
            "GET /livez HTTP/1.1\r\nHost: local",
            "POST /api/v1/runs HTTP/1.1\r\nHost: localhost\r\nContent-Le",
            "PRI * HTTP/2.0\r\n",
            "GET /api/v1/runs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer tw_guessed\r\n\r\n");

    private final ArrayDeque<Socket> open = new ArrayDeque<>();

    @Test
    void usersAreAnsweredAndTasksDoneBesideThem() throws Exception {
        try (var site = TrialSite.open("crowd", StoreKind.EMBEDDED)) {
            site.startAgent("one", 1);
            try (var client = site.connect()) {
                for (int i = 0; i < CONNECTIONS; i++) {
                    if (open.size() == HELD) open.remove().close();
                    begin(site, i);
                    if (i % BETWEEN_USERS == 0)
                        assertThat(site.rest().json("/runs").has("items")).isTrue();
                }
                var run = client.submit(
                        RunOptions.named("beside them"),
                        Collections.nCopies(10, Task.of(TaskCommands.process("true"))));
                assertThat(RunResults.of(run).summary().succeeded()).isEqualTo(10);
            } finally {
                for (var socket : open) socket.close();
            }
            assertThat(site.rest().metric("tidewheel_http_sign_ins_failed_total"))
                    .isGreaterThan(CONNECTIONS / 10);
            assertThat(site.program("server").output()).doesNotContain("OutOfMemoryError");
        }
    }

    private void begin(TrialSite site, int number) throws IOException {
        var from = InetAddress.getByName("127.0.0." + (1 + number / PER_ADDRESS % 100));
        var socket = new Socket(InetAddress.getLoopbackAddress(), site.port(), from, 0);
        open.add(socket);
        try {
            var begun = BEGUN.get(number % BEGUN.size());
            socket.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException sentAway) {
            // it asked for nothing
        }
    }
}
