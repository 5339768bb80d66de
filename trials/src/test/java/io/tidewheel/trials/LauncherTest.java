package io.tidewheel.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidewheel.testing.PatientWaiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in front of the program. The time-out finds a hang. */
class LauncherTest {
    private static final long LEAST_BYTES = 10_000_000;

    @Test
    void serversAndShortCommandsHaveEachACacheThatIsNotEmpty() throws Exception {
        var root = root();
        assumeTrue(
                Files.exists(root.resolve("cli/target/tidewheel/lib/tidewheel.jar")),
                "only compiled, not packaged: there is nothing that the launcher could start");
        assertThat(start(root, "--version")).startsWith("tidewheel ");
        assertThat(start(root, "server", "start", "--help")).contains("Usage: tidewheel server start");
        var caches = root.resolve("cli/target/tidewheel/aot");
        // One whose training failed is empty, so that nobody tries again and again: starts are slow then.
        assertThat(Files.size(caches.resolve("tidewheel.aot"))).isGreaterThan(LEAST_BYTES);
        assertThat(Files.size(caches.resolve("server.aot"))).isGreaterThan(LEAST_BYTES);
    }

    @Test
    void benchAndLabAreStartedWhereTheirSourcesAre(@TempDir Path elsewhere) throws Exception {
        var root = root();
        assumeTrue(
                Files.exists(root.resolve("bench/target/workbench/lib/workbench.jar")),
                "only compiled, not packaged: there is nothing that the launcher could start");
        assertThat(start(root, "help")).contains("  bench  ", "  lab  ");
        assertThat(start(root, "help", "lab")).contains("faults", "tascaas", "pfa", "steep");
        assertThat(start(root, "bench", "--help")).contains("tasks", "workflows");
        Files.copy(root.resolve("tidewheel"), elsewhere.resolve("tidewheel"), StandardCopyOption.COPY_ATTRIBUTES);
        var target = Files.createDirectories(elsewhere.resolve("cli/target"));
        Files.createSymbolicLink(target.resolve("tidewheel"), root.resolve("cli/target/tidewheel"));
        assertThat(start(elsewhere, "lab", "--help")).contains("Comes with the sources of Tidewheel");
    }

    private static String start(Path root, String... words) throws IOException, InterruptedException {
        var output = Files.createTempFile("launcher-", ".txt");
        var command = new ArrayList<>(List.of(root.resolve("tidewheel").toString()));
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command).redirectOutput(output.toFile());
        builder.environment().put("TIDEWHEEL_NO_BUILD", "1");
        var process = builder.start();
        assertThat(process.waitFor(PatientWaiting.LONGEST.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        var text = Files.readString(output);
        Files.delete(output);
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }

    private static Path root() {
        var here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("README.md")) ? here : here.getParent();
    }
}
