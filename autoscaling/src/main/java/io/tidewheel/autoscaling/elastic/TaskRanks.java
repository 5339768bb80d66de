package io.tidewheel.autoscaling.elastic;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/** How far the open tasks of a workflow are from its end, in seconds, by what was learned of run times. */
final class TaskRanks {
    private final double[] upward;
    private final double remaining;
    private final double whole;
    private final double work;

    private TaskRanks(double[] upward, double remaining, double whole, double work) {
        this.upward = upward;
        this.remaining = remaining;
        this.whole = whole;
        this.work = work;
    }

    /** The time of a task and of the longest way after it. */
    double upward(int task) {
        return upward[task];
    }

    /** The longest way that is left. */
    double remaining() {
        return remaining;
    }

    /** The longest way of the whole workflow, from its beginning. */
    double whole() {
        return whole;
    }

    /** The time of all tasks that are not finished, together. */
    double work() {
        return work;
    }

    /** @param seconds how long a task of a kind is expected to take */
    static TaskRanks of(SeenWorkflow workflow, ToDoubleFunction<String> seconds) {
        var graph = workflow.graph();
        var times = new double[graph.kinds.length];
        for (int kind = 0; kind < times.length; kind++) times[kind] = seconds.applyAsDouble(graph.kinds[kind]);
        var all = new double[graph.size()];
        double remaining = 0;
        double whole = 0;
        double work = 0;
        for (int place = graph.size() - 1; place >= 0; place--) {
            int task = graph.order[place];
            double after = 0;
            for (int child : graph.ahead[task]) after = Math.max(after, all[child]);
            double own = times[graph.kindOf[task]];
            all[task] = after + own;
            whole = Math.max(whole, all[task]);
            if (workflow.isFinished(task)) continue;
            remaining = Math.max(remaining, all[task]);
            work += own;
        }
        return new TaskRanks(all, remaining, whole, work);
    }

    /** The tasks that can start, those with the longest way to the end first. */
    int[] eligibleByRank(SeenWorkflow workflow) {
        var keys = new long[upward.length];
        int count = 0;
        for (int task = workflow.nextUnfinished(0); task >= 0; task = workflow.nextUnfinished(task + 1)) {
            if (!workflow.isEligible(task)) continue;
            // What a workflow can spare is not negative, and such numbers stand in the order of their bits: sorted as
            // plain numbers they cost a tenth of what objects would.
            float spare = (float) Math.max(0, remaining - upward[task]);
            keys[count++] = (long) Float.floatToIntBits(spare) << 32 | task;
        }
        Arrays.sort(keys, 0, count);
        var tasks = new int[count];
        for (int place = 0; place < count; place++) tasks[place] = (int) keys[place];
        return tasks;
    }
}
