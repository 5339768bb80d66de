package io.tidewheel.cli.workflows;

import io.tidewheel.simulation.whatif.KnownTimes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Which tasks of a finished workflow waited for which. What the graph says about actions holds for the tasks that did them; in a loop, for those
 * of the same round. Where it says nothing that fits, a task has waited for the one whose end was the last before it was made.
 */
public final class TaskDependencies {
    /**
     * A task that was done.
     *
     * @param actions what it did, with their rounds
     * @param added when it was made
     */
    public record Task(String id, List<String> actions, Instant added, Instant finished) {}

    private static final char ROUND = '$';

    /** Tasks by the action that they did, and its rounds. */
    private final Map<String, NavigableMap<String, List<Task>>> byAction = new HashMap<>();
    /** The actions that each action waits for. */
    private final Map<String, List<String>> before = new HashMap<>();

    private final NavigableMap<Instant, Task> byEnd = new TreeMap<>();

    private TaskDependencies(List<Task> tasks, JsonNode graph) {
        for (var edge : graph.path("edges"))
            before.computeIfAbsent(edge.path(1).asString(), _ -> new ArrayList<>())
                    .add(edge.path(0).asString());
        for (var task : tasks) {
            byEnd.put(task.finished, task);
            for (var action : task.actions)
                byAction.computeIfAbsent(EarlierRun.withoutRounds(action), _ -> new TreeMap<>())
                        .computeIfAbsent(rounds(action), _ -> new ArrayList<>())
                        .add(task);
        }
    }

    /** @param graph as the server shows it: pairs of actions, the first of which is waited for */
    public static void addTo(KnownTimes known, List<Task> tasks, JsonNode graph) {
        var waits = new TaskDependencies(tasks, graph);
        for (var task : tasks) for (var other : waits.waitsFor(task)) known.edge(other.id, task.id);
    }

    private static String rounds(String action) {
        return action.substring(EarlierRun.withoutRounds(action).length());
    }

    private Set<Task> waitsFor(Task task) {
        var found = new LinkedHashSet<Task>();
        boolean isToldOf = false;
        for (var action : task.actions) {
            for (var other : before.getOrDefault(EarlierRun.withoutRounds(action), List.of())) {
                isToldOf = true;
                for (var candidate : inRounds(byAction.getOrDefault(other, new TreeMap<>()), rounds(action)))
                    if (!candidate.equals(task) && !candidate.finished.isAfter(task.added)) found.add(candidate);
            }
        }
        boolean isFirst = !before.isEmpty() && !isToldOf;
        if (found.isEmpty() && !isFirst) {
            var last = byEnd.floorEntry(task.added);
            if (last != null) found.add(last.getValue());
        }
        return found;
    }

    /**
     * The tasks among the given ones that are of the same round; if there are none, those of a round around it; if there are none either,
     * those of all rounds within it.
     */
    private static List<Task> inRounds(NavigableMap<String, List<Task>> all, String rounds) {
        for (var around = rounds; ; around = around.substring(0, around.lastIndexOf(ROUND))) {
            var same = all.get(around);
            if (same != null) return same;
            if (around.isEmpty()) break;
        }
        var within = new ArrayList<Task>();
        all.subMap(rounds + ROUND, rounds + (char) (ROUND + 1)).values().forEach(within::addAll);
        return within;
    }
}
