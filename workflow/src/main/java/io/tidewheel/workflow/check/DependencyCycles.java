package io.tidewheel.workflow.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A graph of things that wait for each other, and the circles in it. Vertices are numbered from 0 on. */
final class DependencyCycles {
    private static final int NONE = -1;

    /** For each vertex its first edge; for each edge its target and the next edge of the same vertex. */
    private int[] first = new int[16];

    private int[] target = new int[16];
    private int[] next = new int[16];
    private int vertices;
    private int edges;

    int vertex() {
        if (vertices == first.length) first = Arrays.copyOf(first, vertices * 2);
        first[vertices] = NONE;
        return vertices++;
    }

    void edge(int from, int to) {
        if (edges == target.length) {
            target = Arrays.copyOf(target, edges * 2);
            next = Arrays.copyOf(next, edges * 2);
        }
        target[edges] = to;
        next[edges] = first[from];
        first[from] = edges++;
    }

    /** At least one circle of each knot, each as the vertices on it. Goes deep without recursion: chains may be long. */
    List<List<Integer>> find() {
        var circles = new ArrayList<List<Integer>>();
        var color = new byte[vertices];
        var at = Arrays.copyOf(first, vertices);
        var stack = new int[vertices];
        for (int root = 0; root < vertices; root++) {
            if (color[root] != 0) continue;
            int depth = 0;
            stack[0] = root;
            color[root] = 1;
            while (depth >= 0) {
                int vertex = stack[depth];
                int edge = at[vertex];
                if (edge == NONE) {
                    color[vertex] = 2;
                    depth--;
                    continue;
                }
                at[vertex] = next[edge];
                int to = target[edge];
                if (color[to] == 1) {
                    circles.add(circle(stack, depth, to));
                } else if (color[to] == 0) {
                    color[to] = 1;
                    stack[++depth] = to;
                }
            }
        }
        return circles;
    }

    private static List<Integer> circle(int[] stack, int depth, int from) {
        int begin = depth;
        while (stack[begin] != from) begin--;
        var circle = new ArrayList<Integer>();
        for (int i = begin; i <= depth; i++) circle.add(stack[i]);
        return circle;
    }
}
