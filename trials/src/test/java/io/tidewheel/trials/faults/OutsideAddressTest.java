package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.TidewheelServer;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addresses in what somebody submits are text: the server does not go there, neither to a neighbour nor to a file nor to what a cloud tells its machines. */
class OutsideAddressTest {
    private static final List<String> PATHS = List.of(
            "/runs", "/workflows", "/workflows/lint", "/jobs", "/sites/jobs", "/runs/1/retry", "/tokens", "/plan");

    @TempDir
    Path folder;

    @Test
    void theServerDoesNotGoWhereItIsSent() throws Exception {
        var settings = ServerSettings.local(folder.resolve("data")).withBind(new InetSocketAddress("127.0.0.1", 0));
        try (var trap = ServerSocketChannel.open();
                var server = TidewheelServer.start(settings)) {
            trap.bind(new InetSocketAddress("127.0.0.1", 0));
            trap.configureBlocking(false);
            var rest = new RestAnswers(
                    server.url(),
                    Files.readString(folder.resolve("data/admin.token")).strip());
            var secret = Files.writeString(folder.resolve("secret"), "canary-7716");
            int port = ((InetSocketAddress) trap.getLocalAddress()).getPort();
            for (var address : List.of(
                    "http://127.0.0.1:%d/latest/meta-data".formatted(port),
                    "http://[::1]:%d/".formatted(port),
                    "http://localhost:%d/redirect?to=file:///etc/passwd".formatted(port),
                    secret.toUri().toString())) {
                var run = rest.post(
                        "/runs",
                        "{\"command\": [\"%1$s\"], \"name\": \"x %1$s\"}".formatted(address),
                        "run-" + address);
                assertThat(run.statusCode()).as(run.body()).isEqualTo(201);
                for (var path : PATHS) {
                    var answer = rest.post(path, body(address), "key-" + path + address.hashCode());
                    assertThat(answer.statusCode())
                            .as("%s: %s", path, answer.body())
                            .isLessThan(500);
                    assertThat(answer.body()).doesNotContain("canary-7716");
                }
            }
            assertThat(trap.accept())
                    .as("a connection to where the server was sent")
                    .isNull();
        }
    }

    /** An address wherever something is read: as a text, a file, a source, and in the document of a workflow. */
    private static String body(String address) {
        return """
            {"name": "%1$s", "command": ["%1$s"], "url": "%1$s", "source": "%1$s", "callback": "%1$s", "notify": "%1$s", "array": "1-2",
             "files": ["%1$s"], "services": ["%1$s"], "macros": ["%1$s"], "input": "%1$s", "stdin": "%1$s", "owner": "%1$s",
             "workflow": "api: 4.7.0\\nvars: [{id: a, value: '%1$s'}]\\nactions: [{type: include, macro: '%1$s', inputs: [{id: x, var: a}]}]\\nsuperMacro: '%1$s'",
             "text": "api: 4.7.0\\nactions: [{type: execute, service: '%1$s'}]"}
            """.formatted(address);
    }
}
