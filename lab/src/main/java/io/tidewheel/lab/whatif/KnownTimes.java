package io.tidewheel.lab.whatif;

import io.tidewheel.lab.workloads.TimedWorkflow;
import io.tidewheel.workflow.imports.TaskGraph;
import io.tidewheel.workflow.imports.TaskGraph.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Gathers what is known about how long the tasks of a workflow take. Tasks of which nothing is known are taken to last as long as a guess
 * says, and are counted.
 */
public final class KnownTimes {
    private final String name;
    private final double guessSeconds;
    private final Map<String, Task> tasks = new LinkedHashMap<>();
    private final Set<String> guessed = new LinkedHashSet<>();

    public KnownTimes(String name, Duration guess) {
        this.name = name;
        this.guessSeconds = guess.toMillis() / 1e3;
    }

    /** Adds a task; its parents may come later. */
    public void add(String id, String kind, OptionalDouble seconds) {
        if (seconds.isEmpty()) guessed.add(id);
        tasks.put(id, new Task(id, kind, seconds.orElse(guessSeconds), List.of(), List.of(), List.of()));
    }

    /** One task waits for another. Whoever is not a task is passed over. */
    public void edge(String from, String to) {
        var task = tasks.get(to);
        if (task == null
                || !tasks.containsKey(from)
                || from.equals(to)
                || task.parents().contains(from)) return;
        var parents = new ArrayList<>(task.parents());
        parents.add(from);
        tasks.put(to, new Task(to, task.type(), task.runtimeSeconds(), List.of(), List.of(), parents));
    }

    public int guessed() {
        return guessed.size();
    }

    public int size() {
        return tasks.size();
    }

    /** The workflow, as if it took equally long on every one of so many types of machines. */
    public TimedWorkflow timed(int types) {
        return TimedWorkflow.of(new TaskGraph(name, List.copyOf(tasks.values())), types);
    }
}
