package io.tidewheel.cli;

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
        description = "Runs tasks exactly once on whatever machines there are.")
public final class Main implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main());
    }

    /** Called when no command is named: that is a usage error, and the answer is the list of what there is. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name a command.");
    }
}
