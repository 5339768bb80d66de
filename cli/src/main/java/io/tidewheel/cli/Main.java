package io.tidewheel.cli;

import io.tidewheel.cli.text.Console;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program {@code tidewheel}. */
@Command(
        name = "tidewheel",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Runs tasks exactly once on whatever machines there are.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel run -- echo hello", "  tidewheel demo"})
public final class Main implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    public static void main(String[] args) {
        System.exit(execute(Console.ofProcess(), args));
    }

    /** Runs one command line and answers the exit code. */
    public static int execute(Console console, String... args) {
        var line = commandLine(console, args);
        try {
            return line.execute(args);
        } finally {
            console.out().flush();
            console.err().flush();
        }
    }

    static CommandLine commandLine(Console console, String... args) {
        var line = new CommandLine(new Main());
        Verbs.add(line, console, args);
        line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
                .setColorScheme(CommandLine.Help.defaultColorScheme(
                        console.colorsOut() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(new Mistakes(console))
                .setExecutionExceptionHandler(new Troubles(console));
        return line;
    }

    /** Called when no command is named: that is a usage error, and the answer is the list of what there is. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command");
    }
}
