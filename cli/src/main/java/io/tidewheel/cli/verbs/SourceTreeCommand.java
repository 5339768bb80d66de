package io.tidewheel.cli.verbs;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * A command that a source tree has and the product has not. In a source tree the launcher starts another program for it, which knows it; this
 * one says only where it is to be had.
 */
public final class SourceTreeCommand implements Runnable {
    private final CommandSpec spec;

    private SourceTreeCommand(String name, String description, String... examples) {
        this.spec = CommandSpec.wrapWithoutInspection(this).name(name);
        spec.parser().unmatchedArgumentsAllowed(true);
        spec.usageMessage()
                .description(description, "Comes with the sources of Tidewheel, not with the program.")
                .footerHeading("%nExamples:%n")
                .footer(examples);
    }

    public static CommandLine bench() {
        return new CommandLine(new SourceTreeCommand(
                        "bench",
                        "Measures how fast this machine runs tasks and workflows, and decides (in a source tree).",
                        "  ./tidewheel bench tasks",
                        "  ./tidewheel bench workflows")
                .spec);
    }

    public static CommandLine lab() {
        return new CommandLine(new SourceTreeCommand(
                        "lab",
                        "Puts the engine to the test: under virtual time, and in the experiments of papers (in a source"
                                + " tree).",
                        "  ./tidewheel lab faults --seeds 1000",
                        "  ./tidewheel lab pfa -o report.html")
                .spec);
    }

    @Override
    public void run() {
        var words = spec.name() + " " + String.join(" ", spec.commandLine().getUnmatchedArguments());
        throw new ParameterException(
                spec.commandLine(),
                "%s comes with the sources of Tidewheel: type ./tidewheel %s in a source tree"
                        .formatted(spec.name(), words.strip()));
    }
}
