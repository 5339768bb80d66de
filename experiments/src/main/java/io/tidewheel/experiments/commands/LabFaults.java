package io.tidewheel.experiments.commands;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.cli.text.SafeText;
import io.tidewheel.experiments.faults.FaultSeed;
import io.tidewheel.experiments.faults.SeedWeather;
import io.tidewheel.experiments.faults.SeedWork;
import io.tidewheel.experiments.seeded.BugHunt;
import io.tidewheel.experiments.seeded.SeededBugs;
import io.tidewheel.model.Database;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel lab faults}. */
@Command(
        name = "faults",
        description = {
            "Lets the engine work in worlds where agents die and return, messages are lost, repeated and delayed,"
                    + " and servers and stores fail.",
            "Every world comes from a seed; after each step it is checked that nothing was lost and nothing"
                    + " accepted twice, and at the end that what clients and agents were told could have happened one"
                    + " thing after the other.",
            "With --seeded-bugs mistakes are put into copies of the sources, one at a time, and it is told after how"
                    + " many worlds each was found; it ends with 1 if fewer than 95 %% are."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel lab faults --seeds 1000",
            "  tidewheel lab faults --workflows --seeds 1000",
            "  tidewheel lab faults --jobs --seeds 1000",
            "  tidewheel lab faults --workflows --jobs --seeds 1000",
            "  tidewheel lab faults --sites --servers 2 --seeds 1000",
            "  tidewheel lab faults --rough-network --servers 2 --seeds 1000",
            "  tidewheel lab faults --wrong-clocks --seeds 1000",
            "  tidewheel lab faults --servers 2 --lose-server --seeds 1000",
            "  tidewheel lab faults --from 4711 --seeds 1",
            "  tidewheel lab faults --seeded-bugs"
        })
final class LabFaults implements Callable<Integer> {
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(2);

    @Option(names = "--seeds", paramLabel = "N", description = "How many worlds (1000).")
    private long seeds = 1_000;

    @Option(names = "--from", paramLabel = "SEED", description = "The first seed (1).")
    private long from = 1;

    @Option(names = "--servers", paramLabel = "N", description = "How many servers share the store: 1 or 2 (1).")
    private int servers = 1;

    @Option(names = "--lose-server", description = "Of two servers one is killed for good in the middle of the faults.")
    private boolean loseServer;

    @Option(names = "--workflows", description = "Workflows among the work, and not only tasks.")
    private boolean workflows;

    @Option(
            names = "--jobs",
            description = "Iterative jobs among the work, and not only tasks; with --workflows as steps of these.")
    private boolean jobs;

    @Option(names = "--sites", description = "Iterative jobs of which foreign sites do partitions, and not only tasks.")
    private boolean sites;

    @Option(
            names = "--rough-network",
            description = "Every fifth message is lost, every fifth repeated, and each takes up to a minute.")
    private boolean roughNetwork;

    @Option(
            names = "--wrong-clocks",
            description = "Clocks on walls are set every few seconds, to another hour or into another decade.")
    private boolean wrongClocks;

    @Option(names = "--seeded-bugs", description = "Tells how many of our own mistakes the worlds find.")
    private boolean seededBugs;

    private final Console console;
    private long worlds;
    private long chains;
    private long starts;
    private long restarts;
    private long failures;
    private long lastLine = System.nanoTime();

    LabFaults(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (seeds < 1) throw CliError.usage("--seeds is at least 1, but " + seeds, "example: --seeds 1000");
        if (sites && (workflows || jobs))
            throw CliError.usage("--sites is a kind of worlds of its own: leave out --workflows and --jobs");
        if (roughNetwork && wrongClocks) throw CliError.usage("give --rough-network or --wrong-clocks, not both");
        if (wrongClocks && servers > 1)
            throw CliError.usage(
                    "--wrong-clocks is for one server: a store in memory has no clock of its own to go by");
        if (servers < 1 || servers > 2) throw CliError.usage("--servers is 1 or 2, but " + servers);
        if (loseServer && servers < 2)
            throw CliError.usage("--lose-server needs two servers, or nobody is left", "add: --servers 2");
        if (seededBugs) return huntBugs();
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

    /** Hunts for the seeded bugs: of a hundred of them at least ninety-five must be found. */
    private int huntBugs() {
        var hunt = new BugHunt(sources());
        var line = "%-24s %8s  %-10s  %s";
        console.out().println(line.formatted("BUG", "WORLDS", "RULE", "WHAT WAS NOT THOUGHT OF"));
        int found = 0;
        for (var bug : SeededBugs.ALL) {
            var result = hunt.hunt(bug, seeds);
            if (result.isFound()) found++;
            var count = result.isFound() ? HumanNumbers.count(result.worlds()) : "-";
            console.out().println(line.formatted(bug.name(), count, result.rule(), bug.story()));
            console.out().flush();
        }
        console.out()
                .println("%d of %d found in at most %s worlds each"
                        .formatted(found, SeededBugs.ALL.size(), HumanNumbers.count(seeds)));
        return found * 100 >= SeededBugs.ALL.size() * 95 ? ExitCodes.OK : ExitCodes.ERROR;
    }

    /** The sources that the launcher has built, or those in the current folder. */
    private static Path sources() {
        var launcher = System.getProperty("tidewheel.launcher");
        var root = launcher == null
                ? Path.of("").toAbsolutePath()
                : Path.of(launcher).getParent();
        if (root == null || !Files.isDirectory(root.resolve("engine/src/main/java"))) {
            throw CliError.usage(
                    "--seeded-bugs changes copies of the sources, and there are none in %s".formatted(root),
                    "start it from a checkout: ./tidewheel lab faults --seeded-bugs");
        }
        return root;
    }

    private SeedWork kindOfWork() {
        if (workflows) return jobs ? SeedWork.WORKFLOWS_WITH_JOBS : SeedWork.WORKFLOWS;
        if (sites) return SeedWork.SITES;
        return jobs ? SeedWork.JOBS : SeedWork.TASKS;
    }

    private SeedWeather weather() {
        if (roughNetwork) return SeedWeather.ROUGH_NETWORK;
        return wrongClocks ? SeedWeather.WRONG_CLOCKS : SeedWeather.MIXED;
    }

    private void world(long seed) {
        try {
            var result = FaultSeed.run(seed, databases(), kindOfWork(), weather(), loseServer);
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

    private List<Database> databases() {
        if (servers == 1) return List.of(MemoryDatabase.empty());
        var shared = MemoryDatabase.emptyShared();
        return List.of(shared, shared.reopened());
    }
}
