package io.tidewheel.experiments.workloads;

import io.tidewheel.workflow.imports.TaskGraph;
import io.tidewheel.workflow.imports.TaskGraph.FileUse;
import io.tidewheel.workflow.imports.TaskGraph.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A graph while it is drawn: tasks are added parents first. */
final class GraphDraft {
    private final String name;
    private final List<Task> tasks = new ArrayList<>();

    GraphDraft(String name) {
        this.name = name;
    }

    /** Adds a task and answers its id. */
    String add(String type, double seconds, List<String> parents, List<FileUse> inputs, List<FileUse> outputs) {
        var id = String.format(Locale.ROOT, "ID%05d", tasks.size());
        tasks.add(new Task(id, type, seconds, inputs, outputs, parents));
        return id;
    }

    /** Adds a task that writes one file of its own name. */
    String add(String type, double seconds, List<String> parents, List<FileUse> inputs, double bytes) {
        var output = new FileUse(type + "-" + tasks.size() + ".out", Math.max(1, Math.round(bytes)));
        return add(type, seconds, parents, inputs, List.of(output));
    }

    /** What a task has written. */
    List<FileUse> written(String id) {
        return tasks.get(Integer.parseInt(id.substring(2))).outputs();
    }

    /** What several tasks have written. */
    List<FileUse> written(List<String> ids) {
        return ids.stream().flatMap(id -> written(id).stream()).toList();
    }

    TaskGraph graph() {
        return new TaskGraph(name, tasks);
    }
}
