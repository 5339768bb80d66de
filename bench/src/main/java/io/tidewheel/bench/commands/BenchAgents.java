package io.tidewheel.bench.commands;

import io.tidewheel.bench.AgentsBench;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.Console;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel bench agents}. */
@Command(
        name = "agents",
        description = {
            "Measures how many chains pass through agents that take one at a time, what idle agents cost a server, and"
                    + " how all of them come back at once.",
            "The server is a process of its own; the agents are pretended, and do no work."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel bench agents", "  tidewheel bench agents --idle 0 --chains 100000 -o json"})
final class BenchAgents implements Callable<Integer> {
    @Option(
            names = "--agents",
            paramLabel = "N",
            description = "Agents with one slot that are given chains; 0 leaves them out (1000).")
    private int agents = 1_000;

    @Option(names = "--chains", paramLabel = "N", description = "How many chains they are given (300000).")
    private int chains = 300_000;

    @Option(names = "--millis", paramLabel = "N", description = "How long a chain takes (10).")
    private int millis = 10;

    @Option(names = "--idle", paramLabel = "N", description = "Agents that only live; 0 leaves them out (10000).")
    private int idle = 10_000;

    @Option(names = "--seconds", paramLabel = "N", description = "How long idle agents are watched (30).")
    private int seconds = 30;

    @Option(names = "-o", paramLabel = "MODE", description = "table or json, one object a line (table).")
    private String output = "table";

    private final Console console;

    BenchAgents(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        BenchCommand.checkOutput(output);
        if (agents < 0 || agents > 20_000 || idle < 0 || idle > 20_000 || chains < 1_000 || millis < 0 || seconds < 1)
            throw CliError.usage("--agents and --idle are from 0 to 20,000, --chains at least 1,000, --seconds 1");
        var scratch = Files.createTempDirectory("tidewheel-bench");
        try {
            AgentsBench.run(
                    new AgentsBench.Options(idle, agents, chains, Duration.ofMillis(millis), seconds),
                    scratch,
                    output.equals("json"),
                    console.out(),
                    console::note);
        } finally {
            BenchCommand.remove(scratch);
        }
        return 0;
    }
}
