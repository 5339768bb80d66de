package io.tidewheel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.testing.PluginJars;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A class that is called inside an agent, from the command line to the class and back. */
class JvmRunTest {
    private static final String SAID = """
        package example;

        import io.tidewheel.agent.JvmContext;
        import io.tidewheel.agent.JvmTask;

        public final class EchoTask implements JvmTask {
            @Override
            public byte[] call(byte[] input, JvmContext context) {
                for (String word : context.arguments()) context.print("<" + word + ">");
                return new byte[0];
            }
        }
        """;

    @Test
    void theArgumentsArriveAsTheyWereTyped(@TempDir Path folder) throws Exception {
        var jar = new PluginJars(folder.resolve("workshop"))
                .source("EchoTask", SAID)
                .make(folder.resolve("said.jar"));
        var tidewheel = new RealProgram(folder);
        try (var server = tidewheel.start("server", "start", "--port", "0", "--agents", "0")) {
            await().until(() -> server.said().contains("listening on http://127.0.0.1:"));
            try (var agent = tidewheel.start(
                    "agent",
                    "start",
                    "--name",
                    "caller",
                    "--jvm-class",
                    "example.EchoTask",
                    "--plugin",
                    jar.toString())) {
                await().until(() -> tidewheel.run("agent", "ls").out().contains("caller"));
                var end = tidewheel.run("run", "--logs", "--jvm", "example.EchoTask", "--", "a b", "--strict", "");
                assertThat(end.code()).as(end.err()).isZero();
                assertThat(end.out()).isEqualTo("<a b>\n<--strict>\n<>\n");
                agent.signal("TERM");
                agent.await();
            }
            server.signal("TERM");
            server.await();
        }
    }
}
