package io.tidewheel.bench.commands;

import io.tidewheel.bench.BalanceBench;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.Console;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel bench balance}. */
@Command(
        name = "balance",
        description = {
            "Measures how long the balancer of iterative jobs takes to answer a report, and how much processor time"
                    + " all reports of a job cost.",
            "Without server or store."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel bench balance",
            "  tidewheel bench balance --partitions 10000 --sites 100 --report-every 20"
        })
final class BenchBalance implements Callable<Integer> {
    @Option(
            names = "--partitions",
            paramLabel = "N",
            description = "How many partitions the job has (10, 1000 and 10000, one after the other).")
    private @Nullable Integer partitions;

    @Option(names = "--sites", paramLabel = "N", description = "At how many sites they are (100); with --partitions.")
    private @Nullable Integer sites;

    @Option(
            names = "--report-every",
            paramLabel = "SECONDS",
            description = "How often each one reports (20); with --partitions.")
    private @Nullable Integer reportEvery;

    @Option(names = "--rounds", paramLabel = "N", description = "How many reports of each partition are timed (5).")
    private int rounds = 5;

    @Option(names = "-o", paramLabel = "MODE", description = "table or json, one object a line (table).")
    private String output = "table";

    private final Console console;

    BenchBalance(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        BenchCommand.checkOutput(output);
        if (rounds < 1 || rounds > 1_000) throw CliError.usage("--rounds is from 1 to 1,000, but " + rounds);
        BalanceBench.run(loads(), rounds, output.equals("json"), console.out(), console::note);
        return 0;
    }

    private List<BalanceBench.Load> loads() {
        if (partitions == null) {
            if (sites != null || reportEvery != null) {
                throw CliError.usage(
                        "--sites and --report-every go with --partitions",
                        "example: tidewheel bench balance --partitions 1000 --sites 10");
            }
            return BalanceBench.usual();
        }
        int places = sites == null ? 100 : sites;
        int every = reportEvery == null ? 20 : reportEvery;
        if (partitions < 1 || partitions > 100_000)
            throw CliError.usage("--partitions is from 1 to 100,000, but " + partitions);
        if (places < 1) throw CliError.usage("--sites is at least 1, but " + places);
        if (every < 1 || every > 86_400) throw CliError.usage("--report-every is from 1 to 86,400 s, but " + every);
        return List.of(new BalanceBench.Load(partitions, places, Duration.ofSeconds(every), "", ""));
    }
}
