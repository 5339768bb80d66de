package io.tidewheel.cli.verbs;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only has commands below it. Without one of them it is a mistake. */
@Command
public abstract class CommandGroup implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        var names = String.join(", ", spec.subcommands().keySet());
        throw new ParameterException(spec.commandLine(), "name a command: " + names);
    }
}
