package io.tidewheel.experiments.workloads;

import io.tidewheel.simulation.workloads.TimedWorkflow;
import io.tidewheel.simulation.workloads.Workload;
import io.tidewheel.workflow.imports.TaskGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** The workloads of the PFA report, drawn again, and others that arrive as theirs do. Everything follows from a seed. */
public final class PaperWorkloads {
    private static final List<WorkflowFamily> FAMILIES =
            List.of(WorkflowFamily.MONTAGE, WorkflowFamily.LIGO, WorkflowFamily.SIPHT);
    public static final int SETS = 3;
    public static final int WORKFLOWS_PER_SET = 200;
    public static final int TASKS_OF_ALL_SETS = 44_340;
    /** Machines of the report: 32 Small and 32 Large. */
    public static final int MACHINES = 64;

    public static final double UTILISATION = 0.2;

    private PaperWorkloads() {}

    /**
     * One of the three sets of the report: 200 workflows of two users, a third of each family, arriving at random so that a fifth of the
     * machines would be busy if all were there.
     *
     * @param set 0, 1 or 2
     */
    public static Workload paper(RunTimeRule rule, int set, long seed) {
        if (set < 0 || set >= SETS) throw new IllegalArgumentException("there are the sets 0, 1 and 2, not " + set);
        int all = SETS * WORKFLOWS_PER_SET;
        var drawn = draw(rule, all, TASKS_OF_ALL_SETS, set * WORKFLOWS_PER_SET, WORKFLOWS_PER_SET, seed);
        return arriving(
                "%s set %d".formatted(rule == RunTimeRule.WORKLOAD_I ? "Workload I" : "Workload II", set + 1),
                drawn,
                2,
                UTILISATION * MACHINES,
                mixed(seed, all + set));
    }

    /** A workload of so many workflows with so many tasks together, like those of the report, at the same utilisation. */
    public static Workload alike(RunTimeRule rule, int workflows, int tasks, long seed) {
        var drawn = draw(rule, workflows, tasks, 0, workflows, seed);
        return arriving("%d tasks".formatted(tasks), drawn, 2, UTILISATION * MACHINES, mixed(seed, workflows));
    }

    private static List<TimedWorkflow> draw(RunTimeRule rule, int all, int tasks, int first, int count, long seed) {
        var families = new WorkflowFamily[all];
        for (int i = 0; i < all; i++) families[i] = FAMILIES.get(i % FAMILIES.size());
        var sizes = WorkflowSizes.draw(families, tasks, new SplittableRandom(mixed(seed, -1)));
        var drawn = new ArrayList<TimedWorkflow>();
        for (int i = first; i < first + count; i++) {
            var random = new SplittableRandom(mixed(seed, i));
            drawn.add(rule.apply(TimedWorkflow.of(families[i].draw(sizes[i], random), 2), random));
        }
        return drawn;
    }

    /** Workflows of these graphs, with the run times of a rule, as often as is needed for so many workflows. */
    public static Workload ofGraphs(
            String name, List<TaskGraph> graphs, int count, double shorterBy, RunTimeRule rule, long seed) {
        if (graphs.isEmpty()) throw new IllegalArgumentException("a workload needs at least one workflow");
        var drawn = new ArrayList<TimedWorkflow>();
        for (int i = 0; i < count; i++) {
            var random = new SplittableRandom(mixed(seed, i));
            drawn.add(rule.apply(TimedWorkflow.of(graphs.get(i % graphs.size()), 2), shorterBy, random));
        }
        return arriving(name, drawn, 2, UTILISATION * MACHINES, mixed(seed, count));
    }

    /** The same workflows in random order, each of a random user, at random moments, so that so many machines have work on average. */
    private static Workload arriving(
            String name, List<TimedWorkflow> workflows, int users, double busyMachines, long seed) {
        var random = new SplittableRandom(seed);
        var order = new ArrayList<>(workflows);
        for (int i = order.size() - 1; i > 0; i--) Collections.swap(order, i, random.nextInt(i + 1));
        double work = order.stream().mapToDouble(TimedWorkflow::work).sum();
        double gap = work / order.size() / busyMachines;
        var arriving = new ArrayList<TimedWorkflow>();
        double now = 0;
        for (var workflow : order) {
            now += -Math.log(1 - random.nextDouble()) * gap;
            arriving.add(workflow.arriving(now, random.nextInt(users), random.nextInt(10)));
        }
        return new Workload(name, users, arriving);
    }

    /** A seed for each of many things that are drawn from one. */
    private static long mixed(long seed, long which) {
        long x = seed * 0x9E3779B97F4A7C15L + which * 0xD1B54A32D192ED03L;
        x ^= x >>> 32;
        x *= 0xD6E8FEB86659FD93L;
        return x ^ (x >>> 29);
    }
}
