package io.tidewheel.experiments.commands;

import io.tidewheel.cli.CliError;
import io.tidewheel.cli.ExitCodes;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.cli.text.SafeText;
import io.tidewheel.cli.verbs.CommandGroup;
import io.tidewheel.experiments.faults.FaultSeed;
import io.tidewheel.experiments.faults.SeedWork;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel lab}. */
@Command(
        name = "lab",
        description = "Puts the engine to the test: under virtual time, and in the experiments of papers.",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel lab faults --seeds 1000",
            "  tidewheel lab steep --experiment 1",
            "  tidewheel lab tascaas -o report.html",
            "  tidewheel lab pfa -o report.html"
        })
public final class LabCommand extends CommandGroup {
    /** With what stands below it and needs no process of its own. */
    public static CommandLine with(Console console) {
        return new CommandLine(new LabCommand())
                .addSubcommand(new Faults(console))
                .addSubcommand(new LabTascaas(console))
                .addSubcommand(new LabPfa(console));
    }

    /** {@code tidewheel lab faults}. */
    @Command(
            name = "faults",
            description = {
                "Lets the engine work in worlds where agents die and return, messages are lost, repeated and delayed,"
                        + " and servers and stores fail.",
                "Every world comes from a seed; after each step it is checked that nothing was lost and nothing"
                        + " accepted twice."
            },
            footerHeading = "%nExamples:%n",
            footer = {
                "  tidewheel lab faults --seeds 1000",
                "  tidewheel lab faults --workflows --seeds 1000",
                "  tidewheel lab faults --from 4711 --seeds 1"
            })
    static final class Faults implements Callable<Integer> {
        private static final Duration BETWEEN_LINES = Duration.ofSeconds(2);

        @Option(names = "--seeds", paramLabel = "N", description = "How many worlds (1000).")
        private long seeds = 1_000;

        @Option(names = "--from", paramLabel = "SEED", description = "The first seed (1).")
        private long from = 1;

        @Option(names = "--servers", paramLabel = "N", description = "How many servers share the store: 1 or 2 (1).")
        private int servers = 1;

        @Option(names = "--workflows", description = "Workflows among the work, and not only tasks.")
        private boolean workflows;

        private final Console console;
        private long worlds;
        private long chains;
        private long starts;
        private long restarts;
        private long failures;
        private long lastLine = System.nanoTime();

        Faults(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            if (seeds < 1) throw CliError.usage("--seeds is at least 1, but " + seeds, "example: --seeds 1000");
            if (servers < 1 || servers > 2) throw CliError.usage("--servers is 1 or 2, but " + servers);
            long began = System.nanoTime();
            for (long seed = from; seed < from + seeds; seed++) world(seed);
            var took = Duration.ofNanos(System.nanoTime() - began);
            console.out()
                    .println("%s worlds, %s chains, %s starts, %s server restarts, %s failures in %s"
                            .formatted(
                                    HumanNumbers.count(worlds),
                                    HumanNumbers.count(chains),
                                    HumanNumbers.count(starts),
                                    HumanNumbers.count(restarts),
                                    HumanNumbers.count(failures),
                                    HumanNumbers.duration(took)));
            return failures == 0 ? ExitCodes.OK : ExitCodes.ERROR;
        }

        private void world(long seed) {
            try {
                var result = FaultSeed.run(seed, databases(), workflows ? SeedWork.WORKFLOWS : SeedWork.TASKS);
                chains += result.chains();
                starts += result.starts();
                restarts += result.serverRestarts();
            } catch (AssertionError broken) {
                failures++;
                console.err().println(SafeText.line(String.valueOf(broken.getMessage())));
            }
            worlds++;
            if (System.nanoTime() - lastLine > BETWEEN_LINES.toNanos()) {
                lastLine = System.nanoTime();
                console.note("%s of %s worlds, %s chains, %s failures"
                        .formatted(
                                HumanNumbers.count(worlds),
                                HumanNumbers.count(seeds),
                                HumanNumbers.count(chains),
                                HumanNumbers.count(failures)));
            }
        }

        private List<io.tidewheel.model.Database> databases() {
            if (servers == 1) return List.of(MemoryDatabase.empty());
            var shared = MemoryDatabase.emptyShared();
            return List.of(shared, shared.reopened());
        }
    }
}
