package io.tidewheel.cli.verbs;

import io.tidewheel.cli.text.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidewheel server}. */
@Command(
        name = "server",
        description = "Starts a server, or tells about servers.",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel server start", "  tidewheel server ls"})
public final class ServerCommand extends CommandGroup {
    /** The command with all its subcommands. */
    public static CommandLine with(Console console) {
        return new CommandLine(new ServerCommand())
                .addSubcommand(new ServerStart(console))
                .addSubcommand(new ServerShow(console))
                .addSubcommand(new ServerLs(console))
                .addSubcommand(new ServerDrain(console));
    }
}
