package io.tidewheel.experiments.commands;

import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.verbs.CommandGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidewheel lab}. */
@Command(
        name = "lab",
        description = "Puts the engine to the test: under virtual time, and in the experiments of papers.",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel lab faults --seeds 1000",
            "  tidewheel lab cluster --servers 100 --agents 1000000",
            "  tidewheel lab steep --experiment 1",
            "  tidewheel lab tascaas -o report.html",
            "  tidewheel lab pfa -o report.html"
        })
public final class LabCommand extends CommandGroup {
    /** The command with those of its subcommands that need no process of their own. */
    public static CommandLine with(Console console) {
        return new CommandLine(new LabCommand())
                .addSubcommand(new LabFaults(console))
                .addSubcommand(new LabTascaas(console))
                .addSubcommand(new LabPfa(console))
                .addSubcommand(new LabCluster(console));
    }
}
