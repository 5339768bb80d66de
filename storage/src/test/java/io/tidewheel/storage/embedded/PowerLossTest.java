package io.tidewheel.storage.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tidewheel.model.StoreFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that forgets what was not synced, and one that fails to sync: made of the real one by a library before the C library. */
class PowerLossTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final int PER_COMMIT = 2_000;
    /** The write-ahead log is copied into the database meanwhile, more than once. */
    private static final int COMMITS = 60;

    @TempDir
    Path folder;

    private Path home;
    private Path kept;
    private Path library;

    @BeforeEach
    void makeDisk() throws Exception {
        home = Files.createDirectory(folder.resolve("data"));
        kept = Files.createDirectory(folder.resolve("kept"));
        library = folder.resolve("forgetful-disk.so");
        var source = folder.resolve("forgetful-disk.c");
        try (var text = Objects.requireNonNull(getClass().getResourceAsStream("forgetful-disk.c"))) {
            Files.copy(text, source);
        }
        assumeThat(compile(source))
                .as("a C compiler on Linux, to make a disk that forgets")
                .isTrue();
    }

    private boolean compile(Path source) throws InterruptedException {
        try {
            return new ProcessBuilder("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noCompiler) {
            return false;
        }
    }

    @Test
    void whatWasAcknowledgedIsThereAfterAPowerFailureAtAnyMoment() throws Exception {
        var process = start();
        try (var lines = lines(process)) {
            for (int i = 1; i <= COMMITS; i++) {
                assertThat(lines.readLine()).isEqualTo("made " + i * PER_COMMIT);
                if (i % 12 == 0) assertKept(process, i * PER_COMMIT);
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** What was synced at a moment, as the machine would find it when the power is back. */
    private void assertKept(Process process, int acknowledged) throws IOException, InterruptedException {
        var found = Files.createTempDirectory(folder, "found");
        signal(process, "STOP");
        for (var name : new String[] {"tidewheel.db-wal", "tidewheel.db"})
            Files.copy(kept.resolve(name), found.resolve(name));
        signal(process, "CONT");
        try (var database = SqliteDatabase.open(found, NOON)) {
            var run = database.archive().run(DataFolderTest.LANE.run()).orElseThrow();
            assertThat(run.made()).isGreaterThanOrEqualTo(acknowledged);
            assertThat(database.archive().chains(run.id(), Set.of(), 0, 1_000_000, true))
                    .hasSize(run.made());
        }
    }

    @Test
    void aDiskThatFailsToSyncIsNotTrustedAgain() throws Exception {
        var process = start();
        try (var lines = lines(process)) {
            for (int i = 1; i <= 5; i++) assertThat(lines.readLine()).isEqualTo("made " + i * PER_COMMIT);
            Files.createFile(kept.resolve("broken"));
            var line = lines.readLine();
            while (line.startsWith("made ")) line = lines.readLine();
            assertThat(line).startsWith("failed: could not commit");
            Files.delete(kept.resolve("broken"));
            assertThat(lines.readLine()).contains("the disk has failed before").contains("restart the server");
        } finally {
            process.destroyForcibly().waitFor();
        }
        try (var database = SqliteDatabase.open(home, NOON)) {
            assertThat(database.archive()
                            .run(DataFolderTest.LANE.run())
                            .orElseThrow()
                            .made())
                    .isGreaterThanOrEqualTo(5 * PER_COMMIT);
        }
    }

    private static void signal(Process process, String signal) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    private Process start() throws IOException {
        var builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PowerLossTest.class.getName(),
                        home.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("LD_PRELOAD", library.toString());
        builder.environment().put("FORGETFUL_HOME", home.toRealPath().toString());
        builder.environment().put("FORGETFUL_KEPT", kept.toString());
        return builder.start();
    }

    private static BufferedReader lines(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Makes chains for ever, and tells after each commit how many there are for sure; after a failure it tries once more. */
    public static void main(String... arguments) {
        var database = SqliteDatabase.open(Path.of(arguments[0]), NOON);
        var store = database.store();
        var server = store.begin("one", NOON);
        store.commit(DataFolderTest.newRun(server));
        int made = 0;
        for (int failures = 0; failures < 2; ) {
            try {
                store.commit(DataFolderTest.chains(server, made, PER_COMMIT));
                made += PER_COMMIT;
                System.out.println("made " + made);
            } catch (StoreFailure failed) {
                failures++;
                System.out.println("failed: " + failed.getMessage() + " " + failed.getCause());
            }
        }
    }
}
