package io.tidewheel.bench;

import io.tidewheel.balancing.BalancedJob;
import io.tidewheel.balancing.BalancerSettings;
import io.tidewheel.balancing.JobBalancer;
import io.tidewheel.balancing.JobGoal;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * What {@code tidewheel bench balance} measures: how long the balancer takes to answer one report, and how much of a core it needs for all reports
 * of a job. Without server, store or network.
 */
public final class BalanceBench {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    /**
     * A job to measure.
     *
     * @param partitions how many report in turn
     * @param sites to how many sites they belong
     * @param reportEvery how often each one reports
     */
    public record Load(int partitions, int sites, Duration reportEvery, String mostP99, String mostCores) {}

    /** A thousand partitions reporting every second, and ten thousand at a hundred sites reporting as often as a job of 400 s wants. */
    public static List<Load> usual() {
        return List.of(
                new Load(10, 2, Duration.ofSeconds(1), "<= 5000", ""),
                new Load(1_000, 100, Duration.ofSeconds(1), "<= 5000", ""),
                new Load(10_000, 100, Duration.ofSeconds(20), "<= 5000", "<= 0.5"));
    }

    private BalanceBench() {}

    /** Measures and prints: JSON lines or a table to {@code out}, what is going on to {@code progress}. */
    public static void run(List<Load> loads, int rounds, boolean json, PrintStream out, Consumer<String> progress) {
        progress.accept("warming up");
        for (var load : loads) measured(load, 2);
        for (var load : loads) {
            progress.accept("%,d partitions, %d reports of each".formatted(load.partitions, rounds));
            for (var figure : measured(load, rounds)) out.println(json ? figure.json() : figure.row());
        }
    }

    private static List<BenchFigure> measured(Load load, int rounds) {
        var job = begun(load);
        var nanos = new long[rounds * load.partitions];
        var thread = ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadCpuTime();
        for (int i = 0; i < nanos.length; i++) {
            int part = i % load.partitions;
            int round = i / load.partitions + 1;
            var now = NOON.plus(load.reportEvery.multipliedBy(round))
                    .plusNanos(load.reportEvery.toNanos() / load.partitions * part);
            long began = System.nanoTime();
            job = JobBalancer.report(job, part, 1_000L * round * (part + 1), now)
                    .job();
            nanos[i] = System.nanoTime() - began;
        }
        double processor = thread.getCurrentThreadCpuTime() - before;
        double mean = Arrays.stream(nanos).average().orElse(0);
        Arrays.sort(nanos);
        var setting = String.format(
                Locale.ROOT, "%,d at %d sites, every %d s", load.partitions, load.sites, load.reportEvery.toSeconds());
        return List.of(
                new BenchFigure("report mean", setting, mean / 1e3, "us", ""),
                new BenchFigure(
                        "report p99", setting, nanos[(int) (nanos.length * 99L / 100)] / 1e3, "us", load.mostP99),
                new BenchFigure(
                        "processor for all reports",
                        setting,
                        processor / rounds / load.reportEvery.toNanos(),
                        "cores",
                        load.mostCores));
    }

    private static BalancedJob begun(Load load) {
        var goal = JobGoal.within(Duration.ofDays(1), 1L << 50, load.partitions, load.partitions)
                .reporting(load.reportEvery, BalancerSettings.ofListeners(load.reportEvery));
        var job = BalancedJob.planned(goal, NOON);
        for (int i = 0; i < load.partitions; i++) {
            job = JobBalancer.start(job, i, "site-" + i % load.sites, Duration.ZERO, NOON)
                    .job();
        }
        return job;
    }
}
