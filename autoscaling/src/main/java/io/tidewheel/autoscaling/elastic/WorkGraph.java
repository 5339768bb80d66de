package io.tidewheel.autoscaling.elastic;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The tasks of a workflow and what each waits for. Tasks are numbered from 0. It never changes, so one object serves all observations of a
 * workflow; what has become of the tasks is in {@link SeenWorkflow}.
 */
public final class WorkGraph {
    private static final int[] NONE = {};

    final int[][] parents;
    final int[][] children;
    /** For each task those after it that are enough to know how far it is to the end. */
    final int[][] ahead;

    /** Parents stand before their children. */
    final int[] order;

    /** The kinds of task, each once. */
    final String[] kinds;

    final int[] kindOf;

    private WorkGraph(int[][] parents, String[] kindOfTask) {
        this.parents = parents;
        var places = new LinkedHashMap<String, Integer>();
        this.kindOf = new int[kindOfTask.length];
        for (int task = 0; task < kindOf.length; task++) {
            var place = places.putIfAbsent(kindOfTask[task], places.size());
            kindOf[task] = place == null ? places.size() - 1 : place;
        }
        this.kinds = places.keySet().toArray(String[]::new);
        this.children = childrenOf(parents);
        this.order = orderOf(parents, children);
        this.ahead = children;
    }

    /** The graph that is made of parts: see {@link #ofParts}. */
    private WorkGraph(List<Part> parts) {
        var places = new LinkedHashMap<String, Integer>();
        var first = new int[parts.size()];
        int size = 0;
        for (int part = 0; part < first.length; part++) {
            first[part] = size;
            size += parts.get(part).tasks();
            places.putIfAbsent(parts.get(part).kind(), places.size());
        }
        this.kinds = places.keySet().toArray(String[]::new);
        this.kindOf = new int[size];
        this.order = new int[size];
        this.parents = new int[size][];
        this.ahead = new int[size][];
        Arrays.setAll(order, task -> task);
        var following = followers(parts, first);
        for (int part = 0; part < first.length; part++) {
            int end = first[part] + parts.get(part).tasks();
            Arrays.fill(
                    kindOf,
                    first[part],
                    end,
                    places.getOrDefault(parts.get(part).kind(), 0));
            Arrays.fill(parents, first[part], end, firstOnes(parts.get(part).after(), parts, first));
            Arrays.fill(ahead, first[part], end, following[part]);
        }
        this.children = childrenOf(parents);
    }

    private static int[] firstOnes(List<Integer> some, List<Part> parts, int[] first) {
        if (some.isEmpty()) return NONE;
        var ones = new int[some.size()];
        int count = 0;
        for (int part : some) if (parts.get(part).tasks() > 0) ones[count++] = first[part];
        return Arrays.copyOf(ones, count);
    }

    private static int[][] followers(List<Part> parts, int[] first) {
        var following = new int[first.length][];
        Arrays.fill(following, NONE);
        for (int part = 0; part < first.length; part++) {
            if (parts.get(part).tasks() == 0) continue;
            for (int before : parts.get(part).after()) {
                following[before] = Arrays.copyOf(following[before], following[before].length + 1);
                following[before][following[before].length - 1] = first[part];
            }
        }
        return following;
    }

    /**
     * A graph.
     *
     * @param parents for each task those that must be finished before
     * @param kinds for each task what kind of work it is: tasks of one kind are expected to take equally long
     */
    public static WorkGraph of(List<List<Integer>> parents, List<String> kinds) {
        if (kinds.size() != parents.size()) {
            throw new IllegalArgumentException(
                    "%d tasks have %d kinds: name one for each".formatted(parents.size(), kinds.size()));
        }
        var copy = new int[parents.size()][];
        for (int task = 0; task < copy.length; task++) {
            copy[task] = parents.get(task).stream()
                    .mapToInt(Integer::intValue)
                    .distinct()
                    .toArray();
            for (int parent : copy[task]) {
                if (parent < 0 || parent >= copy.length || parent == task)
                    throw new IllegalArgumentException("task %d cannot wait for task %d".formatted(task, parent));
            }
        }
        return new WorkGraph(copy, kinds.toArray(String[]::new));
    }

    /** Tasks of one kind that wait for nothing. */
    public static WorkGraph bag(int tasks, String kind) {
        var parents = new int[tasks][];
        Arrays.fill(parents, NONE);
        var kinds = new String[tasks];
        Arrays.fill(kinds, kind);
        return new WorkGraph(parents, kinds);
    }

    /**
     * Tasks that are alike, and wait for the same.
     *
     * @param after what they wait for, as places in the list of parts; all stand before this one
     */
    record Part(String kind, int tasks, List<Integer> after) {}

    /**
     * A graph of which only its parts are known. A task waits for the first one of each part that comes before its own, and has the first
     * one of each part that comes after it ahead: as long as none is finished, waves are as large and ways as long as if it waited for all
     * of them, and edges are few.
     */
    static WorkGraph ofParts(List<Part> parts) {
        return new WorkGraph(parts);
    }

    public int size() {
        return parents.length;
    }

    public String kind(int task) {
        return kinds[kindOf[task]];
    }

    /** The tasks that the given one waits for. */
    public int[] parents(int task) {
        return parents[task].clone();
    }

    public int[] children(int task) {
        return children[task].clone();
    }

    private static int[][] childrenOf(int[][] parents) {
        var counts = new int[parents.length];
        for (var each : parents) for (int parent : each) counts[parent]++;
        var children = new int[parents.length][];
        for (int task = 0; task < children.length; task++)
            children[task] = counts[task] == 0 ? NONE : new int[counts[task]];
        var filled = new int[parents.length];
        for (int task = 0; task < parents.length; task++)
            for (int parent : parents[task]) children[parent][filled[parent]++] = task;
        return children;
    }

    private static int[] orderOf(int[][] parents, int[][] children) {
        var missing = new int[parents.length];
        var order = new int[parents.length];
        int end = 0;
        for (int task = 0; task < parents.length; task++) {
            missing[task] = parents[task].length;
            if (missing[task] == 0) order[end++] = task;
        }
        for (int next = 0; next < end; next++)
            for (int child : children[order[next]]) if (--missing[child] == 0) order[end++] = child;
        if (end < parents.length) {
            int stuck = 0;
            while (missing[stuck] == 0) stuck++;
            throw new IllegalArgumentException("task %d waits for itself, through others".formatted(stuck));
        }
        return order;
    }
}
