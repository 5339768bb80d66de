package io.tidewheel.simulation.workloads;

import io.tidewheel.model.CountedNoun;
import io.tidewheel.workflow.imports.TaskGraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** Which task of a workflow comes after which, in numbers: tasks are 0, 1, 2 and so on, every task after its parents. */
public final class WorkflowShape {
    private final int[][] parents;
    private final int[][] children;
    private final String[] kinds;
    private final long[] reads;

    private WorkflowShape(int[][] parents, String[] kinds, long[] reads) {
        this.parents = parents;
        this.kinds = kinds;
        this.reads = reads;
        this.children = children(parents);
    }

    /** The shape of a graph. Its tasks may be renumbered, so that parents come first: {@code order} receives who they were. */
    static WorkflowShape of(TaskGraph graph, int[] order) {
        var number = new HashMap<String, Integer>();
        for (var task : graph.tasks()) number.put(task.id(), number.size());
        var asWritten = new int[graph.tasks().size()][];
        for (int i = 0; i < asWritten.length; i++) {
            asWritten[i] = graph.tasks().get(i).parents().stream()
                    .mapToInt(number::get)
                    .distinct()
                    .toArray();
        }
        var sorted = parentsFirst(asWritten);
        var place = new int[sorted.length];
        for (int i = 0; i < sorted.length; i++) place[sorted[i]] = i;
        var parents = new int[sorted.length][];
        var kinds = new String[sorted.length];
        var reads = new long[sorted.length];
        for (int i = 0; i < sorted.length; i++) {
            for (var file : graph.tasks().get(sorted[i]).inputs()) reads[i] += file.bytes();
            order[i] = sorted[i];
            kinds[i] = graph.tasks().get(sorted[i]).type();
            parents[i] = Arrays.stream(asWritten[sorted[i]])
                    .map(parent -> place[parent])
                    .toArray();
        }
        return new WorkflowShape(parents, kinds, reads);
    }

    public int size() {
        return parents.length;
    }

    /** The parents of a task, in an array that is not to be changed. */
    public int[] parents(int task) {
        return parents[task];
    }

    /** The children of a task, in an array that is not to be changed. */
    public int[] children(int task) {
        return children[task];
    }

    /** What kind of task it is; many have the same. */
    public String kind(int task) {
        return kinds[task];
    }

    /** How many bytes a task reads before it begins. */
    public long reads(int task) {
        return reads[task];
    }

    /** The longest way through the graph, if tasks take so long. */
    public double longestPath(IntToDoubleFunction seconds) {
        var ends = new double[size()];
        double longest = 0;
        for (int i = 0; i < ends.length; i++) {
            for (int parent : parents[i]) ends[i] = Math.max(ends[i], ends[parent]);
            ends[i] += seconds.applyAsDouble(i);
            longest = Math.max(longest, ends[i]);
        }
        return longest;
    }

    /** How many levels there are. */
    public int depth() {
        return (int) longestPath(_ -> 1);
    }

    private static int[] parentsFirst(int[][] parents) {
        var children = children(parents);
        var open = new int[parents.length];
        var free = new ArrayDeque<Integer>();
        for (int i = 0; i < parents.length; i++) {
            open[i] = parents[i].length;
            if (open[i] == 0) free.add(i);
        }
        var sorted = new ArrayList<Integer>();
        while (!free.isEmpty()) {
            int task = free.remove();
            sorted.add(task);
            for (int child : children[task]) if (--open[child] == 0) free.add(child);
        }
        if (sorted.size() < parents.length)
            throw new IllegalArgumentException("tasks wait for themselves: %s can never begin"
                    .formatted(CountedNoun.of(parents.length - sorted.size(), "task")));
        return sorted.stream().mapToInt(Integer::intValue).toArray();
    }

    private static int[][] children(int[][] parents) {
        var lists = new ArrayList<List<Integer>>();
        for (int i = 0; i < parents.length; i++) lists.add(new ArrayList<>());
        for (int i = 0; i < parents.length; i++)
            for (int parent : parents[i]) lists.get(parent).add(i);
        return lists.stream()
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }
}
