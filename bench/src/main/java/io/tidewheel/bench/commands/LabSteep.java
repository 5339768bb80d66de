package io.tidewheel.bench.commands;

import io.tidewheel.bench.steep.SteepExperiment;
import io.tidewheel.bench.steep.SteepLab;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel lab steep}. */
@Command(
        name = "steep",
        description = {
            "Does an experiment of the paper on Steep's scheduling again, with a real server and real agents, draws who"
                    + " did what when, and checks that every chain was done once.",
            "1: 100 chains; 2: 1,000 chains; 3: 300,000 chains on 1,000 agents; 4: 1,000 chains while machines are"
                    + " killed. In 1, 2 and 4 machines are made on demand."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel lab steep --experiment 1 --out pictures",
            "  tidewheel lab steep --experiment 4 --scale 0.25"
        })
final class LabSteep implements Callable<Integer> {
    @Option(names = "--experiment", paramLabel = "N", required = true, description = "Which one: 1, 2, 3 or 4.")
    private int number;

    @Option(
            names = "--scale",
            paramLabel = "X",
            description = "How much longer chains take than 2 s, 1 s, 10 ms and 1 s (1).")
    private double scale = 1;

    @Option(names = "--chains", paramLabel = "N", description = "How many chains, other than in the paper.")
    private @Nullable Integer chains;

    @Option(names = "--agents", paramLabel = "N", description = "How many agents experiment 3 has (1000).")
    private @Nullable Integer agents;

    @Option(names = "--out", paramLabel = "DIR", description = "Where the timeline goes (this folder).")
    private Path out = Path.of("");

    private final Console console;

    LabSteep(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var experiment = experiment();
        var folder = Files.createTempDirectory("tidewheel-steep");
        var target = console.folder().resolve(out);
        if (Files.exists(target) && !Files.isDirectory(target))
            throw CliError.usage("--out: '%s' is not a folder".formatted(out));
        boolean good = SteepLab.run(experiment, folder, target, console.out(), console::note);
        if (good) remove(folder);
        else console.note("what the server and its machines left is in " + folder);
        return good ? ExitCodes.OK : ExitCodes.ERROR;
    }

    private SteepExperiment experiment() {
        if (agents != null && number != 3)
            throw CliError.usage("--agents belongs to experiment 3: in the others machines are made on demand");
        try {
            var experiment = SteepExperiment.of(number).scaled(scale);
            if (chains != null) experiment = experiment.withChains(chains);
            return agents == null ? experiment : experiment.withAgents(agents);
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage(
                    String.valueOf(wrong.getMessage()), "example: tidewheel lab steep --experiment 1 --scale 0.5");
        }
    }

    private static void remove(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
        }
    }
}
