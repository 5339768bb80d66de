package io.tidewheel.cli;

import io.tidewheel.cli.text.Console;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine;

/** The program {@code tidewheel}. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(execute(Console.ofProcess(), args));
    }

    /** Runs one command line and answers the exit code. */
    public static int execute(Console console, String... words) {
        return execute(console, CommandCatalogue.all(), words);
    }

    /** The same for a program that has other commands, too. */
    public static int execute(Console console, Map<String, Function<Console, Object>> commands, String... words) {
        boolean helps = words.length > 0 && words[0].equals("help");
        if (helps && !isKnown(console, commands, words))
            return commandLine(console, commands).execute(withoutHelp(words));
        var args = helps ? askingForHelp(words) : words;
        try {
            return commandLine(console, commands, args).execute(args);
        } finally {
            console.out().flush();
            console.err().flush();
        }
    }

    /** {@code help run} means {@code run --help}. */
    private static String[] askingForHelp(String... words) {
        return Stream.concat(Arrays.stream(words).skip(1), Stream.of("--help")).toArray(String[]::new);
    }

    /** Whether each word behind {@code help} is a command of the one before it. */
    private static boolean isKnown(Console console, Map<String, Function<Console, Object>> commands, String... words) {
        var command = all(console, commands);
        for (int i = 1; i < words.length; i++) {
            command = command.getSubcommands().get(words[i]);
            if (command == null) return false;
        }
        return true;
    }

    /** What nobody knows is complained about as it would be without {@code help}. */
    private static String[] withoutHelp(String... words) {
        return Arrays.stream(words).skip(1).toArray(String[]::new);
    }

    /** All commands with all their options. */
    public static CommandLine all(Console console) {
        return all(console, CommandCatalogue.all());
    }

    /** The same of a program that has other commands, too. */
    public static CommandLine all(Console console, Map<String, Function<Console, Object>> commands) {
        return commandLine(console, commands, "--help");
    }

    private static CommandLine commandLine(
            Console console, Map<String, Function<Console, Object>> commands, String... args) {
        return RootCommand.with(console, commands, args)
                .setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
                .setColorScheme(CommandLine.Help.defaultColorScheme(
                        console.colorsOut() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF))
                .setParameterExceptionHandler(new UsageErrors(console))
                .setExecutionExceptionHandler(new CliErrorHandler(console));
    }
}
