package io.tidewheel.autoscaling.elastic;

import java.util.Comparator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** How far the open tasks of a workflow are from its end, in seconds, by what was learned of run times. */
final class Ranks {
    private final double[] upward;
    private final double remaining;
    private final double whole;
    private final double work;

    private Ranks(double[] upward, double remaining, double whole, double work) {
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
    static Ranks of(SeenWorkflow workflow, ToDoubleFunction<String> seconds) {
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
            for (int child : graph.children[task]) after = Math.max(after, all[child]);
            double own = times[graph.kindOf[task]];
            all[task] = after + own;
            whole = Math.max(whole, all[task]);
            if (workflow.isFinished(task)) continue;
            remaining = Math.max(remaining, all[task]);
            work += own;
        }
        return new Ranks(all, remaining, whole, work);
    }

    /** The tasks that can start, those with the longest way to the end first. */
    int[] eligibleByRank(SeenWorkflow workflow) {
        return IntStream.range(0, upward.length)
                .filter(workflow::isEligible)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer task) -> -upward[task])
                        .thenComparing(task -> task))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
