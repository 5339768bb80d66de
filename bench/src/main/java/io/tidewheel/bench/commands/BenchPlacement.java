package io.tidewheel.bench.commands;

import io.tidewheel.bench.PlacementBench;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.Console;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel bench placement}. */
@Command(
        name = "placement",
        description = {
            "Measures one placement decision: a slot becomes free, and what it does next is chosen.",
            "Without server or store; how many chains wait and how many agents there are is varied."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel bench placement", "  tidewheel bench placement --chains 300000 --agents 8,1000 -o json"})
final class BenchPlacement implements Callable<Integer> {
    @Option(
            names = "--chains",
            split = ",",
            paramLabel = "N",
            description = "How many chains wait (1000,30000,300000).")
    private List<Integer> chains = List.of(1_000, 30_000, 300_000);

    @Option(names = "--agents", split = ",", paramLabel = "N", description = "How many agents there are (8,100,1000).")
    private List<Integer> agents = List.of(8, 100, 1_000);

    @Option(names = "--decisions", paramLabel = "N", description = "How many are timed for each figure (100000).")
    private int decisions = 100_000;

    @Option(names = "-o", paramLabel = "MODE", description = "table or json, one object a line (table).")
    private String output = "table";

    private final Console console;

    BenchPlacement(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        BenchCommand.checkOutput(output);
        if (decisions < 1_000) throw CliError.usage("--decisions is at least 1000, but " + decisions);
        if (chains.stream().anyMatch(count -> count < 1 || count > 10_000_000))
            throw CliError.usage("--chains is from 1 to 10,000,000, but " + chains);
        if (agents.stream().anyMatch(count -> count < 5 || count > 100_000))
            throw CliError.usage("--agents is from 5 to 100,000, but " + agents);
        PlacementBench.run(
                new PlacementBench.Options(chains, agents, decisions),
                output.equals("json"),
                console.out(),
                console::note);
        return 0;
    }
}
