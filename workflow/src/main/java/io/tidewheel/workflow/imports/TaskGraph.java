package io.tidewheel.workflow.imports;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A workflow as other systems describe it: tasks, how long they took, the files between them, and who comes after whom. */
public record TaskGraph(String name, List<Task> tasks) {
    public TaskGraph {
        tasks = List.copyOf(tasks);
    }

    /**
     * A task.
     *
     * @param type what kind of task it is; many have the same
     * @param parents the tasks that must end before it begins
     */
    public record Task(
            String id,
            String type,
            double runtimeSeconds,
            List<FileUse> inputs,
            List<FileUse> outputs,
            List<String> parents) {
        public Task {
            inputs = List.copyOf(inputs);
            outputs = List.copyOf(outputs);
            parents = List.copyOf(parents);
        }

        Task after(List<String> newParents) {
            return new Task(id, type, runtimeSeconds, inputs, outputs, newParents);
        }
    }

    /** A file that is read or written. */
    public record FileUse(String name, long bytes) {}

    public int edges() {
        return tasks.stream().mapToInt(task -> task.parents().size()).sum();
    }

    /** The same, with parents by files: who reads a file comes after who writes it. */
    TaskGraph withParentsByFiles() {
        var writers = new HashMap<String, String>();
        for (var task : tasks) {
            for (var file : task.outputs()) writers.putIfAbsent(file.name(), task.id());
        }
        return new TaskGraph(
                name,
                tasks.stream()
                        .map(task -> task.after(task.inputs().stream()
                                .map(file -> writers.getOrDefault(file.name(), task.id()))
                                .filter(writer -> !writer.equals(task.id()))
                                .distinct()
                                .toList()))
                        .toList());
    }

    /** A task that waits for itself through others, if there is one. */
    Optional<String> onACircle() {
        Map<String, List<String>> children = new HashMap<>();
        Map<String, Integer> open = new HashMap<>();
        var free = new ArrayDeque<String>();
        for (var task : tasks) {
            open.put(task.id(), task.parents().size());
            if (task.parents().isEmpty()) free.add(task.id());
            for (var parent : task.parents()) {
                children.computeIfAbsent(parent, _ -> new ArrayList<>()).add(task.id());
            }
        }
        while (!free.isEmpty()) {
            var done = free.remove();
            open.remove(done);
            for (var child : children.getOrDefault(done, List.of())) {
                if (open.merge(child, -1, Integer::sum) == 0) free.add(child);
            }
        }
        return tasks.stream().map(Task::id).filter(open::containsKey).findFirst();
    }
}
