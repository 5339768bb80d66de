package io.tidewheel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.List;

/**
 * Walks once through what users do most, so that the JVM can remember the classes it needed. The launcher starts this
 * to make its AOT cache; what happens here starts fast later.
 */
public final class Training {
    private static final List<List<String>> WALK = List.of(List.of("--version"), List.of("--help"), List.of());

    private Training() {}

    public static void main(String[] args) {
        for (var words : WALK) {
            var nowhere = new PrintWriter(OutputStream.nullOutputStream(), true, UTF_8);
            Main.commandLine().setOut(nowhere).setErr(nowhere).execute(words.toArray(String[]::new));
        }
        // Leaving through exit, as the program does, teaches the JVM that road too.
        System.exit(0);
    }
}
