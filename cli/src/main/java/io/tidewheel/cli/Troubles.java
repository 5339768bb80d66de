package io.tidewheel.cli;

import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Safe;
import io.tidewheel.model.StoreFailure;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Answers a command that could not do what it was asked. A stack trace is for our own mistakes only. */
final class Troubles implements IExecutionExceptionHandler {
    private final Console console;

    Troubles(Console console) {
        this.console = console;
    }

    @Override
    public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) {
        var name = command.getCommandSpec().qualifiedName();
        return switch (thrown) {
            case Trouble trouble -> answer(name, trouble);
            case StoreFailure failure -> say(name, String.valueOf(failure.getMessage()));
            case UncheckedIOException failure -> say(name, String.valueOf(failure.getMessage()));
            default -> {
                thrown.printStackTrace(console.err());
                yield say(name, "an unexpected error: " + thrown);
            }
        };
    }

    private int answer(String name, Trouble trouble) {
        say(name, trouble.text());
        trouble.hints().forEach(hint -> console.err().println("  " + Safe.line(hint)));
        if (trouble.exitCode() == Exit.USAGE) console.err().println("  help: " + name + " --help");
        return trouble.exitCode();
    }

    private int say(String name, String text) {
        console.err().println(name + ": " + Safe.lines(text));
        return Exit.ERROR;
    }
}
