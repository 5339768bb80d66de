package io.tidewheel.cli;

import io.tidewheel.testing.PatientWaiting;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The real program in a process of its own, with a folder and an environment of its own. */
final class RealProgram {
    private static final long PATIENCE_SECONDS = PatientWaiting.LONGEST.toSeconds();

    private final Path folder;
    private final String classPath;

    /** How it ended and what it said. */
    record End(int code, String out, String err) {}

    RealProgram(Path folder) {
        this(folder, System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    }

    private RealProgram(Path folder, String classPath) {
        this.folder = folder;
        this.classPath = classPath;
    }

    /** The same program from a copy that every user of the machine may read, in a folder that every user may write to. */
    static RealProgram forEverybody(Path folder) throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        var copies = new ArrayList<String>();
        for (var entry : new RealProgram(folder).classPath.split(File.pathSeparator)) {
            if (!Files.exists(Path.of(entry))) continue;
            var copy = folder.resolve(
                    "copy-" + copies.size() + "-" + Path.of(entry).getFileName());
            var script = "umask 022; cp -RL \"$1\" \"$2\" && chmod -R a+rX \"$2\"";
            int code = new ProcessBuilder("sh", "-c", script, "sh", entry, copy.toString())
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) throw new IOException("could not copy " + entry);
            copies.add(copy.toString());
        }
        return new RealProgram(folder, String.join(File.pathSeparator, copies));
    }

    /** Starts it; what it says goes to files in the folder. */
    Running start(String... words) {
        return start(List.of(), words);
    }

    /** Starts a shell script in which {@code "$@"} is the program with its words. */
    Running startIn(String script, String... words) {
        return start(List.of("sh", "-c", script, "sh"), words);
    }

    private Running start(List<String> before, String... words) {
        // Whoever runs the tests in the background may have them ignore Ctrl-C, and their children with them.
        var line = new ArrayList<>(List.of("env", "--default-signal=INT"));
        line.addAll(before);
        line.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                Main.class.getName()));
        line.addAll(List.of(words));
        try {
            var out = Files.createTempFile(folder, "out-", ".txt");
            var err = Files.createTempFile(folder, "err-", ".txt");
            var builder = new ProcessBuilder(line)
                    .directory(folder.toFile())
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            var environment = builder.environment();
            environment.keySet().removeIf(name -> name.startsWith("TIDEWHEEL_"));
            environment.put("HOME", folder.toString());
            environment.put("TIDEWHEEL_DATA", folder.resolve("data").toString());
            environment.put("TMPDIR", folder.toString());
            return new Running(builder.start(), out, err);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    End run(String... words) {
        return start(words).await();
    }

    /** The program while it runs. */
    record Running(Process process, Path out, Path err) implements AutoCloseable {
        String said() {
            return text(out);
        }

        String complained() {
            return text(err);
        }

        /** Sends a signal, as the terminal or a process manager would. */
        void signal(String name) {
            try {
                new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor();
            } catch (IOException | InterruptedException failed) {
                throw new IllegalStateException("could not send " + name, failed);
            }
        }

        End await() {
            try {
                if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new IllegalStateException("it did not end; it said: %s%s".formatted(said(), complained()));
                }
                return new End(process.exitValue(), said(), complained());
            } catch (InterruptedException interrupted) {
                process.destroyForcibly();
                throw new IllegalStateException(interrupted);
            }
        }

        private static String text(Path file) {
            try {
                return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }

        /** Ends it in good order, so that a server takes the machines with it which it has made. */
        @Override
        public void close() {
            process.destroy();
            await();
        }
    }
}
