package io.tidewheel.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What users download: no research, no tests, and not too much. */
class ProductJarsTest {
    private static final Path LIBRARY =
            Path.of("..").toAbsolutePath().normalize().resolve("cli/target/tidewheel/lib");

    private static final long MOST_BYTES = 35_000_000;

    /** Paths of what only research and tests need: in our own classes, in libraries, and in the programs of PostgreSQL. */
    private static final Pattern UNWANTED = Pattern.compile(
            "io/tidewheel/(experiments|bench|testing|trials)/.*|org/(junit|assertj|awaitility|openjdk/jmh)/.*"
                    + "|com/(tngtech/archunit|microsoft/playwright|google/ortools)/.*|ortools-.*|postgres-.*\\.txz");

    private static List<Path> jars = List.of();

    @BeforeAll
    static void look() throws IOException {
        assumeTrue(Files.exists(LIBRARY.resolve("tidewheel.jar")), "only compiled, not packaged: there are no jars");
        try (Stream<Path> files = Files.list(LIBRARY)) {
            jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void noJarOfTheProductContainsResearchOrTests() throws IOException {
        for (var file : jars) {
            try (var jar = new JarFile(file.toFile())) {
                assertThat(jar.stream().map(entry -> entry.getName()))
                        .as(file.getFileName().toString())
                        .noneMatch(UNWANTED.asMatchPredicate());
            }
        }
    }

    /** What is copied but not named would only be dead weight; what is named but not copied would be missed. */
    @Test
    void theFirstJarNamesAllOthers() throws IOException {
        try (var first = new JarFile(LIBRARY.resolve("tidewheel.jar").toFile())) {
            var named = first.getManifest()
                    .getMainAttributes()
                    .getValue("Class-Path")
                    .split(" ");
            assertThat(jars.stream().map(jar -> jar.getFileName().toString()))
                    .contains(named)
                    .hasSize(named.length + 1);
        }
    }

    @Test
    void theProductIsNotTooHeavy() throws IOException {
        long bytes = 0;
        for (var jar : jars) bytes += Files.size(jar);
        assertThat(bytes).isBetween(1L, MOST_BYTES);
    }
}
