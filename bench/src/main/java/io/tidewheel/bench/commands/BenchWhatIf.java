package io.tidewheel.bench.commands;

import io.tidewheel.bench.WhatIfBench;
import io.tidewheel.cli.text.Console;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel bench whatif}. */
@Command(
        name = "whatif",
        description = {
            "Measures how near 'plan --like' comes to what workflows then really take and cost.",
            "Four workflows are run on machines that a server makes within a budget; each machine is a process of this"
                    + " computer. Takes some eleven minutes; on a computer that is busy with other things machines take"
                    + " longer to be ready, and forecasts are further off."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel bench whatif", "  tidewheel bench whatif -o json"})
final class BenchWhatIf implements Callable<Integer> {
    @Option(names = "-o", paramLabel = "MODE", description = "table or json, one object a line (table).")
    private String output = "table";

    private final Console console;

    BenchWhatIf(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        BenchCommand.checkOutput(output);
        var scratch = Files.createTempDirectory("tidewheel-bench");
        try {
            WhatIfBench.run(scratch, output.equals("json"), console.out(), console::note);
        } finally {
            BenchCommand.remove(scratch);
        }
        return 0;
    }
}
