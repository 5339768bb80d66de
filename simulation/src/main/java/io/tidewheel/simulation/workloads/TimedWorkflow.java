package io.tidewheel.simulation.workloads;

import io.tidewheel.model.CountedNoun;
import io.tidewheel.workflow.imports.TaskGraph;

/**
 * A workflow of which is known what no policy is told: how long each task takes on each type of machine.
 *
 * @param seconds by type of machine, then by task
 * @param arrival when it is submitted, in seconds from the beginning
 * @param user whose it is, from 0 on
 * @param priority 0 to 9; 9 is most important
 */
@SuppressWarnings("ArrayRecordComponent") // many numbers, never compared as a whole, and nobody changes them
public record TimedWorkflow(
        String name, WorkflowShape shape, double[][] seconds, double arrival, int user, int priority) {
    public TimedWorkflow {
        if (priority < 0 || priority > 9)
            throw new IllegalArgumentException("a priority is from 0 to 9, not " + priority);
        for (var times : seconds) {
            if (times.length != shape.size())
                throw new IllegalArgumentException("%s has %s, but %s"
                        .formatted(
                                name, CountedNoun.of(shape.size(), "task"), CountedNoun.of(times.length, "run time")));
        }
    }

    /** A graph whose tasks take as long as they took, on every type of machine. */
    public static TimedWorkflow of(TaskGraph graph, int types) {
        var order = new int[graph.tasks().size()];
        var shape = WorkflowShape.of(graph, order);
        var seconds = new double[types][order.length];
        for (int i = 0; i < order.length; i++)
            for (int type = 0; type < types; type++)
                seconds[type][i] = graph.tasks().get(order[i]).runtimeSeconds();
        return new TimedWorkflow(graph.name(), shape, seconds, 0, 0, 0);
    }

    public TimedWorkflow arriving(double when, int ofUser, int withPriority) {
        return new TimedWorkflow(name, shape, seconds, when, ofUser, withPriority);
    }

    public TimedWorkflow taking(double[][] newSeconds) {
        return new TimedWorkflow(name, shape, newSeconds, arrival, user, priority);
    }

    public int size() {
        return shape.size();
    }

    public double seconds(int type, int task) {
        return seconds[type][task];
    }

    /** How long a task takes where it is fastest. */
    public double fastest(int task) {
        double least = seconds[0][task];
        for (var times : seconds) least = Math.min(least, times[task]);
        return least;
    }

    /** How long it takes on machines without number, each task on the fastest type: what slowdown is measured against. */
    public double ideal() {
        return shape.longestPath(this::fastest);
    }

    /** The time of all tasks together, averaged over the types of machines. */
    public double work() {
        double sum = 0;
        for (var times : seconds) for (double time : times) sum += time;
        return sum / seconds.length;
    }
}
