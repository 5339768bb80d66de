package io.tidewheel.cli;

import io.tidewheel.cli.text.Console;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** The program {@code tidewheel}. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(execute(Console.ofProcess(), args));
    }

    /** Runs one command line and answers the exit code. */
    public static int execute(Console console, String... args) {
        try {
            return commandLine(console, args).execute(args);
        } finally {
            console.out().flush();
            console.err().flush();
        }
    }

    static CommandLine commandLine(Console console, String... args) {
        return Root.with(console, args)
                .setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
                .setColorScheme(CommandLine.Help.defaultColorScheme(
                        console.colorsOut() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF))
                .setParameterExceptionHandler(new Mistakes(console))
                .setExecutionExceptionHandler(new Troubles(console));
    }
}
