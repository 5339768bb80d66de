package io.tidewheel.bench.commands;

import io.tidewheel.bench.PagesBench;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.Console;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel bench pages}. */
@Command(
        name = "pages",
        description = {
            "Measures how long the pages of the dashboard take with very many tasks and agents in the store.",
            "With a Chromium on the PATH also from the click to the first view. Takes some minutes."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel bench pages", "  tidewheel bench pages --chains 100000 --agents 100 -o json"})
final class BenchPages implements Callable<Integer> {
    @Option(
            names = "--chains",
            paramLabel = "N",
            description = "Tasks that have ended in one run, and as many that wait in another (1000000).")
    private int chains = 1_000_000;

    @Option(names = "--agents", paramLabel = "N", description = "Agents that are connected (1000).")
    private int agents = 1_000;

    @Option(names = "--rounds", paramLabel = "N", description = "How often each page is opened (40).")
    private int rounds = 40;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description =
                    "Where the data stays, to be used again next time (one for temporary files, removed afterwards).")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "-o", paramLabel = "MODE", description = "table or json, one object a line (table).")
    private String output = "table";

    private final Console console;

    BenchPages(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        BenchCommand.checkOutput(output);
        if (chains < 100 || agents < 1 || rounds < 5)
            throw CliError.usage("too few to measure: --chains is at least 100, --agents 1, --rounds 5");
        var scratch = folder.isPresent() ? folder.get() : Files.createTempDirectory("tidewheel-bench");
        try {
            PagesBench.run(
                    new PagesBench.Options(chains, agents, rounds),
                    scratch,
                    output.equals("json"),
                    console.out(),
                    console::note);
        } finally {
            if (folder.isEmpty()) BenchCommand.remove(scratch);
        }
        return 0;
    }
}
