package io.tidewheel.cli;

import io.tidewheel.cli.text.Console;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Walks once through what users do most, so that the JVM can remember the classes it needed. The launcher starts this
 * to make its AOT cache; what happens here starts fast later.
 */
public final class Training {
    private static final List<List<String>> WALK = List.of(
            List.of("--version"),
            List.of("--help"),
            List.of(),
            List.of("run", "--", "sh", "-c", "echo out; echo err >&2"),
            List.of("run", "--", "false"),
            List.of("run", "--array", "1-20", "--", "true"),
            List.of("run", "--help"),
            List.of("ls"),
            List.of("ls", "-o", "json"),
            List.of("show", "1"),
            List.of("logs", "1"),
            List.of("explain", "2"));

    private Training() {}

    public static void main(String[] args) throws IOException {
        var folder = Files.createTempDirectory("tidewheel-training-");
        try {
            for (var words : WALK) Main.execute(console(folder), words.toArray(String[]::new));
        } finally {
            remove(folder);
        }
        // Leaving through exit, as the program does, teaches the JVM that road too.
        System.exit(0);
    }

    private static Console console(Path folder) {
        return new Console(
                new ByteArrayInputStream(new byte[0]),
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream(),
                false,
                false,
                Map.of(
                        "HOME", folder.toString(),
                        "TIDEWHEEL_DATA", folder.resolve("data").toString(),
                        "PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin")),
                folder);
    }

    private static void remove(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
        }
    }
}
