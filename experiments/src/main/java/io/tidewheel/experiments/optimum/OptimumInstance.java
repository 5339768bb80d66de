package io.tidewheel.experiments.optimum;

import io.tidewheel.experiments.workloads.RunTimeRule;
import io.tidewheel.experiments.workloads.WorkflowFamily;
import io.tidewheel.simulation.workloads.TimedWorkflow;
import io.tidewheel.simulation.workloads.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Workflows whose tasks take whole slots of time.
 *
 * @param slotSeconds how long a slot is
 * @param slotsPerInterval for how many slots a machine is paid at a time
 * @param machines how many there are of each type
 * @param prices of a machine of each type, per interval
 */
@SuppressWarnings("ArrayRecordComponent") // many numbers, never compared as a whole, and nobody changes them
public record OptimumInstance(
        List<TimedWorkflow> workflows, int slotSeconds, int slotsPerInterval, int[] machines, int[] prices) {
    private static final int ARRIVE_EVERY = 6;

    public OptimumInstance {
        workflows = List.copyOf(workflows);
    }

    /** One like those of section 6.2 of the report: five workflows of about 200 tasks together, 8 Small and 8 Large machines. */
    public static OptimumInstance paper(long seed) {
        var random = new SplittableRandom(seed);
        var families = List.of(
                WorkflowFamily.MONTAGE,
                WorkflowFamily.LIGO,
                WorkflowFamily.SIPHT,
                WorkflowFamily.MONTAGE,
                WorkflowFamily.LIGO);
        var sizes = new int[] {40, 40, 32, 50, 40};
        var workflows = new ArrayList<TimedWorkflow>();
        for (int i = 0; i < sizes.length; i++) {
            var published = TimedWorkflow.of(families.get(i).draw(sizes[i], random), 2);
            var timed = inSlots(RunTimeRule.WORKLOAD_I.apply(published, random), 5);
            workflows.add(timed.arriving(i * ARRIVE_EVERY * 5.0, 0, random.nextInt(10)));
        }
        return new OptimumInstance(workflows, 5, 3, new int[] {8, 8}, new int[] {1, 5});
    }

    private static TimedWorkflow inSlots(TimedWorkflow workflow, int slot) {
        var seconds = new double[workflow.seconds().length][workflow.size()];
        for (int type = 0; type < seconds.length; type++)
            for (int task = 0; task < workflow.size(); task++)
                seconds[type][task] = slot * Math.max(1, Math.ceil(workflow.seconds(type, task) / slot));
        return workflow.taking(seconds);
    }

    public Workload workload() {
        return new Workload("optimum", 1, workflows);
    }

    int slots(TimedWorkflow workflow, int type, int task) {
        return (int) Math.round(workflow.seconds(type, task) / slotSeconds);
    }

    int arrival(TimedWorkflow workflow) {
        return (int) Math.round(workflow.arrival() / slotSeconds);
    }

    int due(TimedWorkflow workflow) {
        return arrival(workflow) + (int) Math.round(workflow.ideal() / slotSeconds);
    }

    public int tasks() {
        return workflows.stream().mapToInt(TimedWorkflow::size).sum();
    }

    /** What the report minimises, for workflows that end at these seconds: how late each is in slots, and one more if it is late at all. */
    public double objective(double[] finishes) {
        double sum = 0;
        for (int i = 0; i < finishes.length; i++) {
            double late = Math.max(0, finishes[i] / slotSeconds - due(workflows.get(i)));
            sum += late + (late > 1e-9 ? 1 : 0);
        }
        return sum;
    }
}
