package io.tidewheel.experiments.pfa;

import io.tidewheel.experiments.pfa.PfaReport.Finding;
import io.tidewheel.simulation.elastic.NamedPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** What is asked beside the comparisons on the report's workloads. */
public enum SideExperiment {
    /** How long the lab takes for 100,000 tasks: the first, while the JVM is cold. */
    SIZE,
    /** How long decisions take when there is much to decide. */
    SPEED,
    /** The provisioning experiment of CloudKon. */
    CLOUDKON,
    /** Section 6 of the report. */
    OPTIMUM;

    private static final double MOST_MILLIS = 50;
    private static final int WORKFLOWS = 1_000;
    private static final int TASKS_OF_EACH = 120;
    private static final int MACHINES = 400;
    private static final int SOLVER_THREADS = 2;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<SideExperiment> of(String word) {
        return Arrays.stream(values())
                .filter(each -> each.word().equalsIgnoreCase(word))
                .findFirst();
    }

    /** @param solverTime how long the solver may take for each budget */
    public ReportChapter run(long seed, Duration solverTime, Consumer<String> progress) {
        return switch (this) {
            case SIZE -> LabSpeed.chapter(seed);
            case SPEED -> speed(seed);
            case CLOUDKON -> cloudkon();
            case OPTIMUM -> OptimumComparison.chapter(seed, solverTime, SOLVER_THREADS, progress);
        };
    }

    private static ReportChapter speed(long seed) {
        var rows = new ArrayList<DecisionSpeed.Row>();
        for (int workflows : new int[] {10, 100, WORKFLOWS}) {
            var seen = DecisionSpeed.observation(workflows, TASKS_OF_EACH, Math.min(MACHINES, workflows), seed);
            for (var policy : List.of("pfa-ma", "pfa-ewma", "leap", "plf", "scf"))
                rows.add(DecisionSpeed.measure(NamedPolicy.of(policy), seen));
        }
        var findings = new ArrayList<Finding>();
        double pfa = 0;
        double planners = 0;
        for (var row : rows) {
            if (row.workflows() < WORKFLOWS) continue;
            if (row.policy().startsWith("pfa")) pfa += row.millis() / 2;
            else if (!row.policy().equals("leap")) planners += row.millis() / 2;
            if (row.policy().equals("plf") || row.policy().equals("scf")) continue;
            findings.add(new Finding(
                    "A decision of %s over %d workflows with 100,000 open tasks takes at most %.0f ms"
                            .formatted(row.policy(), WORKFLOWS, MOST_MILLIS),
                    "%.1f ms with %,d open tasks, %.1f ms of the processor"
                            .formatted(row.millis(), row.openTasks(), row.processorMillis()),
                    row.millis() <= MOST_MILLIS));
        }
        findings.add(new Finding(
                "A decision of PFA is at least 3 times faster than one of PLF and SCF (up to 76 % less in the report)",
                "%.1f ms against %.1f ms: %.1f times".formatted(pfa, planners, planners / pfa), planners >= 3 * pfa));
        return new ReportChapter(
                "How long decisions take",
                "The median of 20 decisions over workflows in the middle of their lives, after the code is warm.",
                List.of("policy", "workflows", "open tasks", "ms/decision", "ms of the processor"),
                rows.stream()
                        .map(row -> List.of(
                                row.policy(),
                                Integer.toString(row.workflows()),
                                Long.toString(row.openTasks()),
                                String.format(Locale.ROOT, "%.3f", row.millis()),
                                String.format(Locale.ROOT, "%.3f", row.processorMillis())))
                        .toList(),
                findings);
    }

    private static ReportChapter cloudkon() {
        var rows = CloudKonProvisioning.rows();
        boolean shorter = rows.getFirst().minutes() > rows.getLast().minutes();
        // The published fall is of 62 points: one of a few points is not the same finding.
        boolean wasteful = rows.getFirst().utilisation() - rows.getLast().utilisation() >= 0.31;
        return new ReportChapter(
                "Provisioning: the five stages of CloudKon",
                "10 tasks of 120 s, then 100 of 180 s, 19, 40 and 10 of 120 s; at most 32 machines that boot for 198"
                    + " s; a machine goes when it has been idle for the time given. Utilisation is the time machines"
                    + " work as a part of the time they are there, booting included.",
                CloudKonProvisioning.titles(),
                rows.stream().map(CloudKonProvisioning.Row::cells).toList(),
                List.of(
                        new Finding(
                                "CloudKon: the longer machines may be idle, the sooner all is done",
                                "%.2f minutes at 60 s, %.2f at 240 s (published 24.54 and 23.31)"
                                        .formatted(
                                                rows.getFirst().minutes(),
                                                rows.getLast().minutes()),
                                shorter),
                        new Finding(
                                "CloudKon: and the less machines are used",
                                ("%.0f %% at 60 s, %.0f %% at 240 s (published 76 %% and 14 %%: it was not a part of"
                                    + " the time that machines were there, for all tasks together are %.0f %% of the"
                                    + " time of 32 machines in the published 23.31 minutes, if none is ever let go)")
                                        .formatted(
                                                100 * rows.getFirst().utilisation(),
                                                100 * rows.getLast().utilisation(),
                                                100 * CloudKonProvisioning.leastUtilisation(23.31)),
                                wasteful)));
    }
}
