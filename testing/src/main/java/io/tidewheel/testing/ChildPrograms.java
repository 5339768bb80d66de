package io.tidewheel.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Other programs, run to their end. */
final class ChildPrograms {
    private ChildPrograms() {}

    static void run(String... command) {
        run(List.of(command));
    }

    /** Runs it and throws with everything it said if it fails. */
    static void run(List<String> command) {
        try {
            var process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .directory(Path.of("/").toFile())
                    .start();
            process.getOutputStream().close();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            var code = exitCodeOf(process);
            if (code != 0) {
                throw new IllegalStateException("%s ended with %d and said: %s".formatted(command, code, said));
            }
        } catch (IOException error) {
            throw new IllegalStateException("cannot run " + command, error);
        }
    }

    static int exitCodeOf(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + process.info(), interrupted);
        }
    }

    /** Where the program is, or null if this machine has none. */
    static @org.jspecify.annotations.Nullable Path find(String program) {
        for (var folder : System.getenv().getOrDefault("PATH", "/usr/bin:/bin").split(":")) {
            var file = Path.of(folder, program);
            if (Files.isExecutable(file)) {
                return file;
            }
        }
        return null;
    }
}
