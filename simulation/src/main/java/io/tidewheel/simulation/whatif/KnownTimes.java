package io.tidewheel.simulation.whatif;

import io.tidewheel.simulation.workloads.TimedWorkflow;
import io.tidewheel.workflow.chains.PlannedChain;
import io.tidewheel.workflow.imports.TaskGraph;
import io.tidewheel.workflow.imports.TaskGraph.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
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
    private final Map<String, Set<String>> parents = new HashMap<>();
    private final Map<String, List<String>> services = new HashMap<>();
    private final Set<String> guessed = new LinkedHashSet<>();
    /** By each step of a task that has several: the first one. */
    private final Map<String, String> firstOf = new HashMap<>();

    public KnownTimes(String name, Duration guess) {
        this.name = name;
        this.guessSeconds = guess.toMillis() / 1e3;
    }

    /** Says that these are steps of one task, done one after the other by the same agent. To be said before they are added. */
    public void join(List<String> steps) {
        for (var step : steps) firstOf.putIfAbsent(step, steps.getFirst());
    }

    private String taskOf(String step) {
        return firstOf.getOrDefault(step, step);
    }

    /** Adds a task, or a step of one, by what it does: the service, or the kind of a whole task. Its parents may come later. */
    public void add(String step, String service, OptionalDouble seconds) {
        var id = taskOf(step);
        var all = services.computeIfAbsent(id, _ -> new ArrayList<>());
        all.add(service);
        var kind = PlannedChain.kindOf(all);
        if (seconds.isEmpty()) guessed.add(id);
        var known = tasks.get(id);
        double own = seconds.orElse(guessSeconds);
        tasks.put(
                id,
                known == null
                        ? new Task(id, kind, own, List.of(), List.of(), List.of())
                        : new Task(id, kind, known.runtimeSeconds() + own, List.of(), List.of(), List.of()));
    }

    /** One task waits for another. Whoever is not a task is passed over. */
    public void edge(String before, String after) {
        var from = taskOf(before);
        var to = taskOf(after);
        if (!tasks.containsKey(to) || !tasks.containsKey(from) || from.equals(to)) return;
        parents.computeIfAbsent(to, _ -> new LinkedHashSet<>()).add(from);
    }

    public int guessed() {
        return guessed.size();
    }

    public int size() {
        return tasks.size();
    }

    /** The workflow, as if it took equally long on every one of so many types of machines. */
    public TimedWorkflow timed(int types) {
        var all = new ArrayList<Task>(tasks.size());
        for (var task : tasks.values()) {
            var before = List.copyOf(parents.getOrDefault(task.id(), Set.of()));
            all.add(new Task(task.id(), task.type(), task.runtimeSeconds(), List.of(), List.of(), before));
        }
        return TimedWorkflow.of(new TaskGraph(name, all), types);
    }
}
