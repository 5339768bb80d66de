package io.tidewheel.bench.commands;

import io.tidewheel.bench.RunsBench;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.Console;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel bench runs}. */
@Command(
        name = "runs",
        description = {
            "Measures how many runs of one task each a server takes over REST, how long their lists take, and the"
                    + " report of a run with very many chains.",
            "Server and agent are processes of their own."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel bench runs", "  tidewheel bench runs --runs 0 --chains 4000000 -o json"})
final class BenchRuns implements Callable<Integer> {
    @Option(names = "--runs", paramLabel = "N", description = "Runs of one task; 0 leaves them out (100000).")
    private int runs = 100_000;

    @Option(names = "--connections", paramLabel = "N", description = "Connections that submit them (16).")
    private int connections = 16;

    @Option(
            names = "--chains",
            paramLabel = "N",
            description = "Chains of the run with a report; 0 leaves it out (4000000).")
    private int chains = 4_000_000;

    @Option(names = "--rounds", paramLabel = "N", description = "How often lists and reports are asked for (20).")
    private int rounds = 20;

    @Option(names = "-o", paramLabel = "MODE", description = "table or json, one object a line (table).")
    private String output = "table";

    private final Console console;

    BenchRuns(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        BenchCommand.checkOutput(output);
        if (runs < 0 || chains < 0 || connections < 1 || connections > 256 || rounds < 1)
            throw CliError.usage(
                    "--runs and --chains are not negative, --connections from 1 to 256, --rounds at least 1");
        var scratch = Files.createTempDirectory("tidewheel-bench");
        try {
            RunsBench.run(
                    new RunsBench.Options(runs, connections, chains, rounds),
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
