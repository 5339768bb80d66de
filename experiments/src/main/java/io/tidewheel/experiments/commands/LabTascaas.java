package io.tidewheel.experiments.commands;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.experiments.tascaas.TascaasFindings;
import io.tidewheel.experiments.tascaas.TascaasLab;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel lab tascaas}. */
@Command(
        name = "tascaas",
        description = {
            "Does the experiments of TaScaaS again under virtual time: jobs of many iterations with a target time, at"
                    + " simulated sites that become slower, fall silent and die; with the default balancer and with the"
                    + " original.",
            "Scenarios: two-equal, unequal, one-dies, needs-four, half-drop, impossible; noisy (for --seeds seeds);"
                    + " static (balanced against split once); infrastructures (30 jobs at 32 + 16 + 8 slots that follow"
                    + " the hint); all.",
            "Says at the end what does not hold that must, and ends with 1 then. The same seed gives the same figures."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel lab tascaas -o report.html",
            "  tidewheel lab tascaas --scenario noisy --seeds 1000",
            "  tidewheel lab tascaas --scenario static,infrastructures --seed 7 --format json"
        })
final class LabTascaas implements Callable<Integer> {
    private static final String ALL = "all";

    @Option(names = "--scenario", split = ",", paramLabel = "NAME", description = "Which ones (all).")
    private List<String> scenarios = List.of(ALL);

    @Option(names = "--seeds", paramLabel = "N", description = "How many seeds the noisy scenario has (100).")
    private int seeds = 100;

    @Option(names = "--seed", paramLabel = "SEED", description = "The first seed (1).")
    private long seed = 1;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Writes tables and pictures to this HTML file.")
    private @Nullable Path out;

    @Option(names = "--format", paramLabel = "MODE", description = "table or json, one object a line (table).")
    private String format = "table";

    private final Console console;

    LabTascaas(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        var options = options();
        var file = ReportFile.of(console, out);
        var findings = TascaasLab.run(options, console::note);
        print(findings);
        file.ifPresent(wanted -> wanted.write(findings.page()));
        return findings.allHold() ? ExitCodes.OK : ExitCodes.ERROR;
    }

    private TascaasLab.Options options() {
        if (!format.equals("table") && !format.equals("json")) {
            throw CliError.usage(
                    "--format '%s' is not known here: use table or json".formatted(format),
                    "pictures go to a file with -o report.html");
        }
        Set<String> wanted = new LinkedHashSet<>(scenarios);
        if (wanted.remove(ALL)) wanted.addAll(TascaasLab.known());
        try {
            return new TascaasLab.Options(wanted, seed, seeds);
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage(
                    String.valueOf(wrong.getMessage()), "example: tidewheel lab tascaas --scenario noisy --seeds 100");
        }
    }

    private void print(TascaasFindings findings) {
        if (format.equals("json")) {
            for (var line : findings.lines()) console.out().println(JsonText.MAPPER.writeValueAsString(line));
        } else {
            console.out().print(findings.text());
        }
        console.out().flush();
    }
}
