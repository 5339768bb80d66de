package io.tidewheel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.testing.PluginJars;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the documents, made into a jar and used by real programs. */
class ExamplePluginTest {
    private static final Path EXAMPLE = Path.of("../docs/examples/plugin");
    private static final String SETUPS = """
        - id: loud
          flavor: none
          imageName: none
          availabilityZone: none
          blockDeviceSizeGb: 0
          maxVMs: 1
          providedCapabilities: [upper-case]
          price: 0.1
        """;

    @TempDir
    Path folder;

    private RealProgram tidewheel;

    @BeforeEach
    void install() throws Exception {
        new PluginJars(folder.resolve("work"))
                .project(EXAMPLE)
                .make(folder.resolve("plugins").resolve("example.jar"));
        tidewheel = new RealProgram(folder);
    }

    @Test
    void itIsListed() {
        var listed = tidewheel.run("plugin", "ls", "--plugins", "plugins", "-o", "wide");
        assertThat(listed.code()).as(listed.err()).isZero();
        assertThat(listed.out())
                .containsPattern("runtime +upper-case +ok +.*example.jar")
                .containsPattern("policy +office-hours +ok +.*example.jar")
                .containsPattern("link +guest +ok +.*example.jar")
                .containsPattern("notifier +line-file +ok +.*example.jar")
                .containsPattern("extension +line-list +ok +.*example.jar")
                .containsPattern("link +https +ok +built in")
                .contains("runtime.upper-case.ending");
    }

    @Test
    void itsRuntimeIsThereWhereNoServerIs() throws Exception {
        Files.createDirectories(folder.resolve(".config/tidewheel"));
        Files.writeString(
                folder.resolve(".config/tidewheel/config.yaml"),
                "plugins:\n  folder: %s\nruntime:\n  upper-case:\n    ending: '?'\n"
                        .formatted(folder.resolve("plugins")));
        var end = tidewheel.run("run", "--runtime", "upper-case", "--", "hello", "world");
        assertThat(end.code()).as(end.err()).isZero();
        assertThat(end.out()).isEqualTo("HELLO WORLD?\n");
    }

    @Test
    void itsPolicyMakesAMachineWhoseAgentHasItsRuntime() throws Exception {
        Files.writeString(folder.resolve("setups.yaml"), SETUPS);
        Files.writeString(
                folder.resolve("notify.yaml"),
                "- {name: ops, notifier: line-file, on: [run.failed], settings: {file: told}}\n");
        try (var server = tidewheel.start(
                "server",
                "start",
                "--port",
                "0",
                "--agents",
                "0",
                "--plugins",
                "plugins",
                "--setups",
                "setups.yaml",
                "--notify",
                "notify.yaml",
                "--budget",
                "3",
                "--policy",
                "office-hours",
                "--set",
                "policy.office-hours.from=0",
                "--set",
                "policy.office-hours.until=24")) {
            await().until(() ->
                    server.said().contains("listening on") || !server.process().isAlive());
            assertThat(server.process().isAlive()).as(server.complained()).isTrue();
            var end = tidewheel.run("run", "--runtime", "upper-case", "--", "hello");
            assertThat(end.code()).as(end.err() + server.complained()).isZero();
            assertThat(end.out()).isEqualTo("HELLO!\n");
            itsLinkReachesTheServer();
            itsNotifierIsTold();
        }
    }

    private void itsNotifierIsTold() {
        var listed = tidewheel.run("notifier", "ls");
        assertThat(listed.out()).containsPattern("ops +line-file +.*told");
        assertThat(tidewheel.run("notifier", "test", "ops").code()).isZero();
        assertThat(tidewheel.run("run", "--", "false").code()).isEqualTo(1);
        await().untilAsserted(() -> assertThat(Files.readString(folder.resolve("told")))
                .contains(" test test-")
                .containsPattern(" run.failed run-\\d+ \\{} run \\d+ \\(false\\) of admin has failed"));
    }

    private void itsLinkReachesTheServer() throws Exception {
        Files.createDirectories(folder.resolve(".config/tidewheel"));
        Files.writeString(
                folder.resolve(".config/tidewheel/config.yaml"),
                "plugins:\n  folder: %s\n".formatted(folder.resolve("plugins")));
        var known = Files.readString(folder.resolve("data/server.json"));
        var server = known.replaceFirst("(?s).*\"http(://[^\"]+)\".*", "guest$1");
        var end = tidewheel.run("run", "--server", server, "--token-file", "data/admin.token", "--", "echo", "hello");
        assertThat(end.err() + end.out()).isEqualTo("hello\n");
        var refused = tidewheel.run(
                "run", "--server", server, "--token-file", "data/admin.token", "--priority", "5", "--", "true");
        assertThat(refused.code()).isEqualTo(ExitCodes.USAGE);
        assertThat(refused.err()).contains("serves guests: priority is not offered there");
        var unknown = tidewheel.run("ls", "--server", "nowhere://host");
        assertThat(unknown.code()).isEqualTo(ExitCodes.USAGE);
        assertThat(unknown.err()).contains("there is no link 'nowhere': there are http, https, guest");
    }

    @Test
    void whoeverLacksItIsToldSo() {
        var end = tidewheel.run("run", "--runtime", "upper-case", "--", "hello");
        assertThat(end.code()).isNotZero();
        assertThat(end.err()).contains("upper-case");
    }
}
