package io.tidewheel.bench.commands;

import io.tidewheel.bench.JobsBench;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.Console;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel bench jobs}. */
@Command(
        name = "jobs",
        description = {
            "Measures how long partitions of iterative jobs wait for the answer to a report, and what many of them"
                    + " cost.",
            "The server is a process of its own; agents and foreign sites are pretended, and do no work."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel bench jobs", "  tidewheel bench jobs --partitions 100 --many 0 --seconds 5 -o json"})
final class BenchJobs implements Callable<Integer> {
    @Option(names = "--partitions", paramLabel = "N", description = "Partitions that report every second (1000).")
    private int partitions = 1_000;

    @Option(
            names = "--many",
            paramLabel = "N",
            description = "Partitions of 100 agents that report every 20 seconds; 0 leaves them out (10000).")
    private int many = 10_000;

    @Option(names = "--seconds", paramLabel = "N", description = "How long each figure is measured (20).")
    private int seconds = 20;

    @Option(names = "-o", paramLabel = "MODE", description = "table or json, one object a line (table).")
    private String output = "table";

    private final Console console;

    BenchJobs(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        BenchCommand.checkOutput(output);
        if (partitions < 1 || partitions > 10_000 || many < 0 || many > 100_000 || seconds < 1)
            throw CliError.usage("--partitions is from 1 to 10,000, --many from 0 to 100,000, --seconds at least 1");
        var scratch = Files.createTempDirectory("tidewheel-bench");
        try {
            JobsBench.run(
                    new JobsBench.Options(partitions, many, seconds),
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
