package io.tidewheel.autoscaling.elastic;

import java.util.Arrays;
import java.util.List;

/**
 * The token-based approximator: how many tasks the next waves of all workflows hold. A wave is what could run at the same time if
 * everything before it were finished; tasks that run now belong to the first.
 *
 * @param tasks how many tasks there are in the waves that were visited
 * @param widest how many there are in the largest of them
 * @param waves the sizes of the waves
 */
public record LookAhead(long tasks, long widest, List<Long> waves) {
    public static final int NO_LIMIT = Integer.MAX_VALUE;

    public LookAhead {
        waves = List.copyOf(waves);
    }

    /** Looks at most so many waves far. */
    public static LookAhead into(List<SeenWorkflow> workflows, int depth) {
        var sizes = new Sizes();
        for (var workflow : workflows) visit(workflow, depth, sizes);
        return sizes.result();
    }

    private static void visit(SeenWorkflow workflow, int depth, Sizes sizes) {
        var graph = workflow.graph();
        var missing = new int[graph.size()];
        var wave = new int[graph.size()];
        int end = 0;
        for (int task = 0; task < graph.size(); task++) {
            if (workflow.isFinished(task)) continue;
            for (int parent : graph.parents[task]) if (!workflow.isFinished(parent)) missing[task]++;
            if (missing[task] == 0) wave[end++] = task;
        }
        // The array holds the waves one after the other: what is between from and end is the present one.
        int from = 0;
        for (int number = 0; number < depth && from < end; number++) {
            sizes.add(number, end - from);
            int last = end;
            for (; from < last; from++)
                for (int child : graph.children[wave[from]]) if (--missing[child] == 0) wave[end++] = child;
        }
    }

    private static final class Sizes {
        private long[] sizes = new long[16];
        private int count;

        void add(int wave, long tasks) {
            if (wave >= sizes.length) sizes = Arrays.copyOf(sizes, sizes.length * 2);
            sizes[wave] += tasks;
            count = Math.max(count, wave + 1);
        }

        LookAhead result() {
            var waves = Arrays.stream(sizes, 0, count).boxed().toList();
            return new LookAhead(
                    waves.stream().mapToLong(Long::longValue).sum(),
                    waves.stream().mapToLong(Long::longValue).max().orElse(0),
                    waves);
        }
    }
}
