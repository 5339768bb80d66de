package io.tidewheel.bench.commands;

import io.tidewheel.bench.TasksBench;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.verbs.CommandGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel bench}. */
@Command(
        name = "bench",
        description = "Measures how fast this machine runs tasks and workflows, and decides.",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel bench tasks",
            "  tidewheel bench workflows",
            "  tidewheel bench placement",
            "  tidewheel bench jobs",
            "  tidewheel bench balance",
            "  tidewheel bench pages",
            "  tidewheel bench agents",
            "  tidewheel bench runs"
        })
public final class BenchCommand extends CommandGroup {
    /** The command with all its subcommands. */
    public static CommandLine with(Console console) {
        return new CommandLine(new BenchCommand())
                .addSubcommand(new Tasks(console))
                .addSubcommand(new BenchWorkflows(console))
                .addSubcommand(new BenchPlacement(console))
                .addSubcommand(new BenchJobs(console))
                .addSubcommand(new BenchBalance(console))
                .addSubcommand(new BenchWhatIf(console))
                .addSubcommand(new BenchPages(console))
                .addSubcommand(new BenchRetention(console))
                .addSubcommand(new BenchAgents(console))
                .addSubcommand(new BenchRuns(console));
    }

    static void checkOutput(String mode) {
        if (!mode.equals("table") && !mode.equals("json"))
            throw CliError.usage("-o '%s' is not known here: use table or json".formatted(mode));
    }

    static void remove(Path scratch) throws IOException {
        try (var all = Files.walk(scratch)) {
            for (var path : all.sorted(java.util.Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
        }
    }

    /** {@code tidewheel bench tasks}. */
    @Command(
            name = "tasks",
            description = {
                "Measures throughput, round trip, efficiency, memory and restart, with client, server and agent as"
                        + " processes of their own, beside the limits of this machine.",
                "Takes some minutes. What is going on is told on stderr, the figures are printed at the end."
            },
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel bench tasks", "  tidewheel bench tasks --store embedded --queued 0 -o json"})
    static final class Tasks implements Callable<Integer> {
        private static final Set<String> STORES = Set.of("embedded", "postgres");

        @Option(
                names = "--store",
                split = ",",
                paramLabel = "STORE",
                description = "embedded, postgres (a server of its own is started), or both (both).")
        private List<String> stores = List.of("embedded", "postgres");

        @Option(names = "--noops", paramLabel = "N", description = "No-ops for each throughput, seven times (200000).")
        private int noops = 200_000;

        @Option(names = "--commands", paramLabel = "N", description = "Runs of /bin/true, five times (8000).")
        private int commands = 8_000;

        @Option(names = "--trips", paramLabel = "N", description = "Single tasks for the round trip (2000).")
        private int trips = 2_000;

        @Option(
                names = "--queued",
                paramLabel = "N",
                description = "Tasks that wait for the figures with a backlog; 0 leaves them out (1000000).")
        private int queued = 1_000_000;

        @Option(names = "--slots", paramLabel = "N", description = "Slots of the agent (2).")
        private int slots = 2;

        @Option(names = "--no-efficiency", description = "Leaves out the tasks of 10 ms, 100 ms and 1 s.")
        private boolean withoutEfficiency;

        @Option(
                names = "--folder",
                paramLabel = "DIR",
                description = "A new folder on the disk to be measured (one for temporary files, removed afterwards).")
        private Optional<Path> folder = Optional.empty();

        @Option(names = "-o", paramLabel = "MODE", description = "table or json, one object a line (table).")
        private String output = "table";

        private final Console console;

        Tasks(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() throws Exception {
            check();
            var scratch = folder.isPresent() ? folder.get() : Files.createTempDirectory("tidewheel-bench");
            var options = new TasksBench.Options(
                    new LinkedHashSet<>(stores), noops, commands, trips, queued, slots, !withoutEfficiency);
            try {
                TasksBench.run(options, scratch, output.equals("json"), console.out(), console::note);
            } finally {
                if (folder.isEmpty()) remove(scratch);
            }
            return 0;
        }

        private void check() {
            for (var store : stores) {
                if (!STORES.contains(store)) {
                    throw CliError.usage(
                            "--store '%s' is not known: use embedded, postgres or embedded,postgres".formatted(store));
                }
            }
            checkOutput(output);
            if (noops < 1_000 || commands < 10 || trips < 10 || queued < 0 || slots < 1) {
                throw CliError.usage(
                        "too few to measure: --noops is at least 1000, --commands and --trips 10, --slots 1, --queued"
                                + " not negative");
            }
            if (folder.isPresent() && Files.exists(folder.get())) {
                throw CliError.usage("--folder %s exists already: name a new one".formatted(folder.get()));
            }
        }
    }
}
