package io.tidewheel.bench.commands;

import io.tidewheel.bench.WorkflowsBench;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.Console;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel bench workflows}. */
@Command(
        name = "workflows",
        description = {
            "Measures workflows: chains per second, the time from one dependency level to the next, a loop over a"
                    + " million items and a graph of 100,000 actions, with server and agent as processes of their own.",
            "Takes some minutes. What is going on is told on stderr, the figures are printed at the end."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel bench workflows", "  tidewheel bench workflows --items 0 --actions 0 -o json"})
final class BenchWorkflows implements Callable<Integer> {
    @Option(names = "--few", paramLabel = "N", description = "No-ops, three times; 0 leaves them out (1000).")
    private int few = 1_000;

    @Option(names = "--many", paramLabel = "N", description = "No-ops, once; 0 leaves them out (100000).")
    private int many = 100_000;

    @Option(
            names = "--commands",
            paramLabel = "N",
            description = "Runs of /bin/true, five times; 0 leaves them out (3000).")
    private int commands = 3_000;

    @Option(names = "--levels", paramLabel = "N", description = "Dependency levels; 0 leaves them out (10).")
    private int levels = 10;

    @Option(names = "--items", paramLabel = "N", description = "Items of the long loop; 0 leaves it out (1000000).")
    private int items = 1_000_000;

    @Option(names = "--actions", paramLabel = "N", description = "Actions of the graph; 0 leaves it out (100000).")
    private int actions = 100_000;

    @Option(names = "--slots", paramLabel = "N", description = "Slots of the agent (2).")
    private int slots = 2;

    @Option(names = "-o", paramLabel = "MODE", description = "table or json, one object a line (table).")
    private String output = "table";

    private final Console console;

    BenchWorkflows(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        BenchCommand.checkOutput(output);
        if (Math.min(Math.min(few, many), Math.min(commands, Math.min(levels, Math.min(items, actions)))) < 0
                || slots < 1) throw CliError.usage("numbers are not negative, and --slots is at least 1");
        var scratch = Files.createTempDirectory("tidewheel-bench");
        var options = new WorkflowsBench.Options(few, many, commands, levels, items, actions, slots);
        try {
            WorkflowsBench.run(options, scratch, output.equals("json"), console.out(), console::note);
        } finally {
            BenchCommand.remove(scratch);
        }
        return 0;
    }
}
