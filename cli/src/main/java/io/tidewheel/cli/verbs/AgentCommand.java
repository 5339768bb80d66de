package io.tidewheel.cli.verbs;

import io.tidewheel.cli.text.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidewheel agent}. */
@Command(
        name = "agent",
        description = "Starts an agent on this machine, lists agents, or sends one home.",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel agent start --server http://tides:7117 --token-file token", "  tidewheel agent ls"})
public final class AgentCommand extends CommandGroup {
    /** The command with all its subcommands. */
    public static CommandLine with(Console console) {
        return new CommandLine(new AgentCommand())
                .addSubcommand(new AgentStart(console))
                .addSubcommand(new AgentLs(console))
                .addSubcommand(new AgentDrain(console));
    }
}
