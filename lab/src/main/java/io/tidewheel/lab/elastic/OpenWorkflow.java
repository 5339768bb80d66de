package io.tidewheel.lab.elastic;

import io.tidewheel.autoscaling.elastic.SeenWorkflow;
import io.tidewheel.autoscaling.elastic.WorkGraph;
import io.tidewheel.lab.workloads.TimedWorkflow;
import io.tidewheel.model.RunId;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/** A workflow that has arrived and is not finished. */
final class OpenWorkflow {
    final TimedWorkflow timed;
    final RunId run;
    final String id;
    final Instant arrived;
    final WorkGraph graph;
    final BitSet finished;
    final BitSet running;
    final BitSet eligible;
    private final int[] missing;
    int left;
    double firstStart = -1;

    OpenWorkflow(TimedWorkflow timed, RunId run, Instant arrived) {
        this.timed = timed;
        this.run = run;
        this.id = run.toString();
        this.arrived = arrived;
        this.graph = graph(timed);
        this.left = timed.size();
        this.finished = new BitSet(left);
        this.running = new BitSet(left);
        this.eligible = new BitSet(left);
        this.missing = new int[left];
        for (int task = 0; task < left; task++) {
            missing[task] = timed.shape().parents(task).length;
            if (missing[task] == 0) eligible.set(task);
        }
    }

    private static WorkGraph graph(TimedWorkflow timed) {
        var shape = timed.shape();
        return WorkGraph.of(
                IntStream.range(0, shape.size())
                        .mapToObj(task ->
                                Arrays.stream(shape.parents(task)).boxed().toList())
                        .toList(),
                IntStream.range(0, shape.size()).mapToObj(shape::kind).toList());
    }

    void started(int task) {
        eligible.clear(task);
        running.set(task);
    }

    /** The machine that it ran on has failed. */
    void interrupted(int task) {
        running.clear(task);
        eligible.set(task);
    }

    /** Answers how many tasks can start now because of it. */
    int ended(int task) {
        running.clear(task);
        finished.set(task);
        left--;
        int more = 0;
        for (int child : timed.shape().children(task)) {
            if (--missing[child] > 0) continue;
            eligible.set(child);
            more++;
        }
        return more;
    }

    /** As it is shown to policies. */
    SeenWorkflow seen() {
        return new SeenWorkflow(
                id, timed.priority(), arrived, graph, finished, running, (task, type) -> timed.seconds(type, task));
    }
}
