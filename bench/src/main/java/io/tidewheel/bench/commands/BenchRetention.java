package io.tidewheel.bench.commands;

import io.tidewheel.bench.RetentionBench;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.Console;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel bench retention}. */
@Command(
        name = "retention",
        description = {
            "Makes finished chains, lets retention remove them beside a running load, and measures both.",
            "Client, server and agent are processes of their own."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel bench retention",
            "  tidewheel bench retention --store postgres --chains 10000000 --runs 10 -o json"
        })
final class BenchRetention implements Callable<Integer> {
    private static final Set<String> STORES = Set.of("embedded", "postgres");

    @Option(
            names = "--store",
            split = ",",
            paramLabel = "STORE",
            description = "embedded, postgres or both (embedded,postgres).")
    private List<String> stores = List.of("embedded", "postgres");

    @Option(names = "--chains", paramLabel = "N", description = "How many finished chains (4000000).")
    private int chains = 4_000_000;

    @Option(names = "--runs", paramLabel = "N", description = "In how many runs, one after the other (4).")
    private int runs = 4;

    @Option(names = "--slots", paramLabel = "N", description = "Slots of the agent (2).")
    private int slots = 2;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "A new folder on the disk to be measured (one for temporary files, removed afterwards).")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "-o", paramLabel = "MODE", description = "table or json, one object a line (table).")
    private String output = "table";

    private final Console console;

    BenchRetention(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        check();
        var scratch = folder.isPresent() ? folder.get() : Files.createTempDirectory("tidewheel-bench");
        var what = new RetentionBench.Options(new LinkedHashSet<>(stores), chains, runs, slots);
        try {
            RetentionBench.run(what, scratch, output.equals("json"), console.out(), console::note);
        } finally {
            if (folder.isEmpty()) BenchCommand.remove(scratch);
        }
        return 0;
    }

    private void check() {
        for (var store : stores) {
            if (!STORES.contains(store))
                throw CliError.usage(
                        "--store '%s' is not known: use embedded, postgres or embedded,postgres".formatted(store));
        }
        BenchCommand.checkOutput(output);
        if (runs < 1 || chains / runs < 10_000 || slots < 1)
            throw CliError.usage(
                    "too few to measure: --runs and --slots are at least 1, and --chains 10000 for each run");
        if (folder.isPresent() && Files.exists(folder.get()))
            throw CliError.usage("--folder %s exists already: name a new one".formatted(folder.get()));
    }
}
