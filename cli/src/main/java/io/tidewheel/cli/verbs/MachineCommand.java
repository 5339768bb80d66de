package io.tidewheel.cli.verbs;

import io.tidewheel.cli.text.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidewheel machine}. */
@Command(
        name = "machine",
        description = "Lists and shows machines that were made on demand, or sends one away.",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel machine ls", "  tidewheel machine drain gpu-x7k2m9qa"})
public final class MachineCommand extends CommandGroup {
    /** The command with all its subcommands. */
    public static CommandLine with(Console console) {
        return new CommandLine(new MachineCommand())
                .addSubcommand(new MachineLs(console))
                .addSubcommand(new MachineShow(console))
                .addSubcommand(new MachineCost(console))
                .addSubcommand(new MachineTimes(console))
                .addSubcommand(new ChangeMachines.Drain(console))
                .addSubcommand(new ChangeMachines.Stop(console));
    }
}
