package io.tidewheel.simulation.elastic;

import io.tidewheel.autoscaling.elastic.SeenWorkflow;
import io.tidewheel.autoscaling.elastic.WorkGraph;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.RunId;
import io.tidewheel.simulation.workloads.TimedWorkflow;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/** One whose graph is known beforehand. */
final class OpenWorkflow extends ArrivedWorkflow {
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

    OpenWorkflow(TimedWorkflow timed, RunId run, Instant arrived) {
        super(timed.name(), timed.user(), timed.priority(), timed.arrival());
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

    @Override
    SimWorkflowController growth(Capabilities requires) {
        return new SimWorkflowController(this, requires);
    }

    @Override
    double seconds(FleetScenario.Conditions conditions, int type, int task) {
        return conditions.seconds(timed, type, task);
    }

    @Override
    boolean isOver() {
        return left == 0;
    }

    @Override
    WorkflowFigures figures(double finish) {
        return new WorkflowFigures(name, user, timed.size(), arrival, firstStart, finish, timed.ideal());
    }

    @Override
    void started(int task) {
        eligible.clear(task);
        running.set(task);
    }

    @Override
    void interrupted(int task) {
        running.clear(task);
        eligible.set(task);
    }

    @Override
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

    /** The workflow as it is shown to policies. */
    SeenWorkflow seen() {
        return new SeenWorkflow(
                id, timed.priority(), arrived, graph, finished, running, (task, type) -> timed.seconds(type, task));
    }
}
