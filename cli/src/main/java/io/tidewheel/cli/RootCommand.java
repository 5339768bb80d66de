package io.tidewheel.cli;

import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.options.OptionBuilder;
import io.tidewheel.cli.options.Version;
import io.tidewheel.cli.text.Console;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The command at the top, with the others below it. Only the one that is named is loaded, because each costs time at the start; for help, all of them. */
final class RootCommand implements Runnable {
    private final CommandSpec spec;

    private RootCommand() {
        this.spec = CommandSpec.wrapWithoutInspection(this).name("tidewheel").versionProvider(new Version());
        spec.usageMessage()
                .description("Runs tasks exactly once on whatever machines there are.")
                .synopsisSubcommandLabel("COMMAND")
                .footerHeading("%nExamples:%n")
                .footer("  tidewheel run -- echo hello", "  tidewheel demo");
        OptionBuilder.addHelp(spec);
    }

    static CommandLine with(Console console, Map<String, Function<Console, Object>> commands, String... args) {
        var line = new CommandLine(new RootCommand().spec);
        if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) return line;
        var named = args.length == 0 ? null : commands.get(args[0]);
        if (named != null) line.addSubcommand(args[0], named.apply(console));
        else commands.forEach((verb, make) -> line.addSubcommand(verb, make.apply(console)));
        line.getSubcommands().values().forEach(RootCommand::complete);
        return line;
    }

    /** Adds what all commands have. */
    private static void complete(CommandLine command) {
        var spec = command.getCommandSpec();
        if (spec.findOption("--help") == null) OptionBuilder.addHelp(spec);
        spec.versionProvider(new Version());
        spec.usageMessage().abbreviateSynopsis(true);
        if (spec.userObject() instanceof CliCommand verb) verb.common().addTo(spec);
        command.getSubcommands().values().forEach(RootCommand::complete);
    }

    /** Called when no command is named: that is a usage error, and the answer says what would be right. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command");
    }
}
