package io.tidewheel.experiments.commands;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.experiments.cluster.ClusterFigures;
import io.tidewheel.experiments.cluster.ClusterLab;
import io.tidewheel.experiments.cluster.ClusterSetting;
import io.tidewheel.experiments.cluster.ClusterSetting.RunSpread;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel lab cluster}. */
@Command(
        name = "cluster",
        description = {
            "Lets many servers, each with a database of its own, share work and agents under virtual time, with the"
                    + " real engine: how much of the agents is used, and what lists, fair shares and budgets lose.",
            "Four ways are compared: runs spread by their keys or by their owners, agents that stay or that are lent."
                    + " A million agents need TIDEWHEEL_JAVA_OPTS=-Xmx8g and some minutes."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel lab cluster --servers 100 --agents 1000000",
            "  tidewheel lab cluster --servers 10 --agents 20000 --seconds 120"
        })
final class LabCluster implements Callable<Integer> {
    @Option(names = "--servers", paramLabel = "N", description = "How many servers, each with its database (100).")
    private int servers = 100;

    @Option(names = "--agents", paramLabel = "N", description = "How many agents, with one slot each (1000000).")
    private int agents = 1_000_000;

    @Option(names = "--seconds", paramLabel = "N", description = "How long they work, in virtual time (90).")
    private int seconds = 90;

    @Option(names = "--seed", paramLabel = "SEED", description = "What the work is drawn from (1).")
    private long seed = 1;

    private final Console console;

    LabCluster(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        for (var spread : List.of(RunSpread.BY_RUN, RunSpread.BY_OWNER)) {
            play(spread, false);
            play(spread, true);
        }
        return ExitCodes.OK;
    }

    private void play(RunSpread spread, boolean lends) {
        long began = System.nanoTime();
        var figures = ClusterLab.run(setting(spread, lends));
        print(figures);
        console.note("that took %s".formatted(HumanNumbers.duration(Duration.ofNanos(System.nanoTime() - began))));
    }

    private ClusterSetting setting(RunSpread spread, boolean lends) {
        try {
            return new ClusterSetting(servers, agents, seconds, spread, lends, seed);
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage(
                    String.valueOf(wrong.getMessage()), "example: tidewheel lab cluster --servers 10 --agents 20000");
        }
    }

    private void print(ClusterFigures seen) {
        var out = console.out();
        out.println("runs %s, agents %s"
                .formatted(
                        seen.setting().spread() == RunSpread.BY_RUN ? "spread by their keys" : "spread by their owners",
                        seen.setting().lends() ? "are lent" : "stay"));
        line("tasks ended", HumanNumbers.count(seen.tasks()));
        line("slots busy", percent(seen.busy()));
        line("agents moved", HumanNumbers.count(seen.moves()));
        line("with other owners than one fair scheduler would have it", percent(seen.misplaced()));
        line(
                "budget at the wrong cell",
                "%s in equal parts, %s in parts that follow the work"
                        .formatted(percent(seen.unspent()), percent(seen.unspentFollowing())));
        line(
                "cores",
                "%.2f for the busiest engine, %.1f for all; longest step %d ms"
                        .formatted(seen.coreBusiest(), seen.coresOfAll(), seen.longestStepMillis()));
        line("rows read to list the newest 100 runs", HumanNumbers.count(seen.listedRows()));
        out.flush();
    }

    private void line(String name, String value) {
        console.out().println("  %s: %s".formatted(name, value));
    }

    private static String percent(double part) {
        return "%.1f %%".formatted(part * 100);
    }
}
