package io.tidewheel.cli;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.SafeText;
import io.tidewheel.model.StoreFailure;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Answers a command that could not do what it was asked. A stack trace is for our own mistakes only. */
final class CliErrorHandler implements IExecutionExceptionHandler {
    private final Console console;

    CliErrorHandler(Console console) {
        this.console = console;
    }

    @Override
    public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) {
        var name = command.getCommandSpec().qualifiedName();
        return switch (thrown) {
            case CliError error -> answer(name, error);
            case StoreFailure failure -> say(name, String.valueOf(failure.getMessage()));
            case UncheckedIOException failure -> say(name, String.valueOf(failure.getMessage()));
            default -> {
                thrown.printStackTrace(console.err());
                yield say(name, "an unexpected error: " + thrown);
            }
        };
    }

    private int answer(String name, CliError error) {
        say(name, error.text());
        error.hints().forEach(hint -> console.err().println("  " + SafeText.line(hint)));
        if (error.exitCode() == ExitCodes.USAGE) console.err().println("  help: " + name + " --help");
        return error.exitCode();
    }

    private int say(String name, String text) {
        console.err().println(name + ": " + SafeText.lines(text));
        return ExitCodes.ERROR;
    }
}
