package io.tidewheel.lab.pfa;

import io.tidewheel.lab.elastic.Scenario;
import io.tidewheel.lab.elastic.Simulation;
import io.tidewheel.lab.pfa.PfaReport.Finding;
import io.tidewheel.lab.workloads.Rule;
import io.tidewheel.lab.workloads.Workload;
import io.tidewheel.model.Money;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** How long the lab itself takes for many tasks, and how much memory is left behind. */
final class LabSpeed {
    private static final int WORKFLOWS = 1_353;
    private static final int TASKS = 100_000;
    private static final double MOST_SECONDS = 10;
    private static final double MOST_MEGABYTES = 50;
    private static final Money BUDGET = new Money(BigDecimal.valueOf(100));

    /**
     * One play.
     *
     * @param seconds how long the processor worked on it
     * @param allSeconds the same with what the compiler and the collector of the JVM took beside it
     * @param megabytes how much more memory is held after it than before, with the figures of each workflow
     */
    private record Row(
            String way, int decisions, double simulated, double seconds, double allSeconds, double megabytes) {
        List<String> cells() {
            return List.of(
                    way,
                    Integer.toString(decisions),
                    "%.0f".formatted(simulated),
                    String.format(Locale.ROOT, "%.1f", seconds),
                    String.format(Locale.ROOT, "%.1f", allSeconds),
                    String.format(Locale.ROOT, "%.1f", megabytes));
        }
    }

    private LabSpeed() {}

    static Chapter chapter(long seed) {
        var rows = Stream.of(Scenario.Way.FLEET, Scenario.Way.PLACEMENT)
                .map(way -> row(way, seed))
                .toList();
        var whole = rows.getFirst();
        return new Chapter(
                "How long the lab takes",
                "%,d tasks in %,d workflows like those of Workload I, with leap, once each in a cold JVM."
                        .formatted(TASKS, WORKFLOWS),
                List.of(
                        "what is played",
                        "decisions",
                        "simulated s",
                        "s of the processor",
                        "with compiler and collector",
                        "MB held"),
                rows.stream().map(Row::cells).toList(),
                List.of(
                        new Finding(
                                "%,d tasks with a whole server take at most %.0f s of one core"
                                        .formatted(TASKS, MOST_SECONDS),
                                "%.1f s, and %.1f s with the compiler and the collector of the JVM"
                                        .formatted(whole.seconds(), whole.allSeconds()),
                                whole.allSeconds() <= MOST_SECONDS),
                        new Finding(
                                "Finished tasks leave no memory behind",
                                "%.1f MB more than before, figures of each workflow included"
                                        .formatted(whole.megabytes()),
                                whole.megabytes() <= MOST_MEGABYTES)));
    }

    private static Row row(Scenario.Way way, long seed) {
        var scenario = new Scenario(
                Workload.alike(Rule.WORKLOAD_I, WORKFLOWS, TASKS, seed),
                Scenario.smallAndLarge(Workload.MACHINES / 2, PfaLab.INTERVAL),
                PfaLab.INTERVAL,
                List.of(BUDGET, BUDGET),
                Contestant.of("leap").policy(),
                seed * 31,
                way);
        double held = megabytes();
        double began = processSeconds();
        double worked = threadSeconds();
        var played = Simulation.play(scenario);
        double seconds = threadSeconds() - worked;
        double all = processSeconds() - began;
        return new Row(
                way == Scenario.Way.FLEET ? "a whole server" : "policy and placement",
                played.decisionNanos().length,
                played.seconds(),
                seconds,
                all,
                megabytes() - held);
    }

    private static double threadSeconds() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
    }

    private static double processSeconds() {
        return ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toNanos()
                / 1e9;
    }

    private static double megabytes() {
        System.gc();
        var memory = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        return memory.getUsed() / 1e6;
    }
}
