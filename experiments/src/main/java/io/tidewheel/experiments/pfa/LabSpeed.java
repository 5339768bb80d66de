package io.tidewheel.experiments.pfa;

import io.tidewheel.experiments.pfa.PfaReport.Finding;
import io.tidewheel.experiments.workloads.PaperWorkloads;
import io.tidewheel.experiments.workloads.RunTimeRule;
import io.tidewheel.model.Money;
import io.tidewheel.simulation.elastic.FleetScenario;
import io.tidewheel.simulation.elastic.NamedPolicy;
import io.tidewheel.simulation.elastic.PolicySimulation;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

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

    static ReportChapter chapter(long seed) {
        var first = row("a whole server, first", FleetScenario.DispatchMode.FLEET, seed);
        var second = row("a whole server, second", FleetScenario.DispatchMode.FLEET, seed);
        var third = row("a whole server, third", FleetScenario.DispatchMode.FLEET, seed);
        var rows =
                List.of(first, second, third, row("policy and placement", FleetScenario.DispatchMode.PLACEMENT, seed));
        return new ReportChapter(
                "How long the lab takes",
                "%,d tasks in %,d workflows like those of Workload I, with leap, one after the other. If nothing was played before, the first one is mostly the JVM compiling, and the second one still a little."
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
                        atMost("the first time", first),
                        atMost("the third time", third),
                        new Finding(
                                "Finished tasks leave no memory behind",
                                "%.1f MB more than before, figures of each workflow included"
                                        .formatted(first.megabytes()),
                                first.megabytes() <= MOST_MEGABYTES)));
    }

    private static Finding atMost(String when, Row row) {
        return new Finding(
                "%,d tasks with a whole server take at most %.0f s of one core %s".formatted(TASKS, MOST_SECONDS, when),
                "%.1f s, and %.1f s with the compiler and the collector of the JVM"
                        .formatted(row.seconds(), row.allSeconds()),
                row.allSeconds() <= MOST_SECONDS);
    }

    private static Row row(String name, FleetScenario.DispatchMode mode, long seed) {
        var scenario = new FleetScenario(
                PaperWorkloads.alike(RunTimeRule.WORKLOAD_I, WORKFLOWS, TASKS, seed),
                FleetScenario.smallAndLarge(PaperWorkloads.MACHINES / 2, PfaLab.INTERVAL),
                PfaLab.INTERVAL,
                List.of(BUDGET, BUDGET),
                NamedPolicy.of("leap").policy(),
                seed * 31,
                mode);
        double held = megabytes();
        double began = processSeconds();
        double worked = threadSeconds();
        var played = PolicySimulation.play(scenario);
        double seconds = threadSeconds() - worked;
        double all = processSeconds() - began;
        return new Row(name, played.decisionNanos().length, played.seconds(), seconds, all, megabytes() - held);
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
