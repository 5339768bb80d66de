package io.tidewheel.workflow.imports;

import io.tidewheel.workflow.Complaint;
import io.tidewheel.workflow.SourcePlace;
import io.tidewheel.workflow.imports.TaskGraph.FileUse;
import io.tidewheel.workflow.imports.TaskGraph.Task;
import io.tidewheel.workflow.text.Complaints;
import io.tidewheel.workflow.text.FieldPath;
import io.tidewheel.workflow.text.ReadResult;
import io.tidewheel.workflow.text.SourceTree;
import io.tidewheel.workflow.text.SourceTree.Mapping;
import io.tidewheel.workflow.text.SourceTree.Scalar;
import io.tidewheel.workflow.text.SourceTree.Sequence;
import io.tidewheel.workflow.text.SourceTreeReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads WfCommons instances: WfFormat JSON 1.5. Fields that do not matter here are passed over. */
public final class WfFormatReader {
    private static final FieldPath ROOT = FieldPath.of("instance");

    private final Complaints complaints = new Complaints();
    private final Map<String, Double> runtimes = new HashMap<>();
    private final Map<String, Long> sizes = new HashMap<>();

    private WfFormatReader() {}

    public static ReadResult<TaskGraph> read(String text) {
        var tree = SourceTreeReader.read("instance", text);
        if (tree.value().isEmpty()) return new ReadResult<>(Optional.empty(), tree.complaints(), List.of());
        return new WfFormatReader().read(tree.value().get());
    }

    private ReadResult<TaskGraph> read(SourceTree tree) {
        var workflow = inner(tree, "workflow");
        var specification = workflow.flatMap(found -> inner(found, "specification"));
        if (specification.isEmpty()) return notSpecified(tree);
        version(tree);
        workflow.flatMap(found -> inner(found, "execution")).ifPresent(this::runtimes);
        for (var file : items(specification.get(), "files")) {
            sizes.put(text(file, "id"), (long) number(file, "sizeInBytes"));
        }
        var tasks = new ArrayList<Task>();
        var ids = new HashSet<String>();
        var trees = items(specification.get(), "tasks");
        for (int i = 0; i < trees.size(); i++) {
            var task = task(trees.get(i));
            check(task, i, trees.get(i).place(), ids);
            tasks.add(task);
        }
        for (int i = 0; i < tasks.size(); i++)
            parents(tasks.get(i), ids, trees.get(i).place(), i);
        if (tasks.isEmpty()) complaints.add(ROOT, tree.place(), "there are no tasks", "check the file");
        var graph = new TaskGraph(text(tree, "name"), tasks);
        boolean byFiles = graph.edges() == 0;
        return answer(Optional.of(byFiles ? graph.withParentsByFiles() : graph));
    }

    private ReadResult<TaskGraph> notSpecified(SourceTree tree) {
        complaints.add(
                ROOT,
                tree.place(),
                "'workflow.specification' is missing",
                "only WfFormat 1.5 can be imported; convert older instances with the tools of WfCommons");
        return answer(Optional.empty());
    }

    private void check(Task task, int index, SourcePlace place, Set<String> ids) {
        var path = ROOT.to("workflow").to("specification").to("tasks", index);
        if (task.id().isEmpty()) {
            complaints.add(path, place, "the task has no 'id'", "give it one");
        } else if (!ids.add(task.id())) {
            complaints.add(path, place, "there are two tasks '%s'".formatted(task.id()), "rename one");
        }
        if (!runtimes.containsKey(task.id())) {
            complaints.warn(
                    path, place, "there is no run time for the task '%s'".formatted(task.id()), "it will take no time");
        }
    }

    private ReadResult<TaskGraph> answer(Optional<TaskGraph> graph) {
        graph.flatMap(TaskGraph::onACircle)
                .filter(_ -> complaints.isEmpty())
                .ifPresent(id -> complaints.add(
                        ROOT,
                        new SourcePlace(1, 1),
                        "the task '%s' waits for itself".formatted(id),
                        "remove the circle"));
        return new ReadResult<>(graph, complaints.complaints(), complaints.warnings());
    }

    private void version(SourceTree tree) {
        var version = text(tree, "schemaVersion");
        if (version.isEmpty() || version.startsWith("1.5") || version.startsWith("1.4")) return;
        complaints.warn(
                ROOT, tree.place(), "the schema version is %s, not 1.5".formatted(version), "see whether all is there");
    }

    private void runtimes(SourceTree execution) {
        for (var task : items(execution, "tasks")) {
            double seconds = number(task, "runtimeInSeconds");
            if (!(seconds >= 0)) {
                complaints.add(
                        ROOT.to("workflow").to("execution"),
                        task.place(),
                        "'runtimeInSeconds' of '%s' is not a number that is at least 0".formatted(text(task, "id")),
                        "correct it");
            } else {
                runtimes.put(text(task, "id"), seconds);
            }
        }
    }

    private Task task(SourceTree tree) {
        var id = text(tree, "id");
        var name = text(tree, "name");
        return new Task(
                id,
                type(name.isEmpty() ? id : name),
                runtimes.getOrDefault(id, 0.0),
                files(tree, "inputFiles"),
                files(tree, "outputFiles"),
                items(tree, "parents").stream().map(WfFormatReader::text).toList());
    }

    /** Names are often the type and a number. */
    static String type(String name) {
        var type = name.replaceFirst("_?(ID)?\\d+$", "");
        return type.isEmpty() ? name : type;
    }

    private List<FileUse> files(SourceTree tree, String field) {
        return items(tree, field).stream()
                .map(file -> new FileUse(text(file), sizes.getOrDefault(text(file), 0L)))
                .toList();
    }

    private void parents(Task task, Set<String> ids, SourcePlace place, int index) {
        for (var parent : task.parents()) {
            if (ids.contains(parent)) continue;
            complaints.add(
                    ROOT.to("workflow").to("specification").to("tasks", index).to("parents"),
                    place,
                    "there is no task '%s'".formatted(parent),
                    "remove it from the parents of '%s'".formatted(task.id()));
        }
    }

    private static Optional<SourceTree> inner(SourceTree tree, String field) {
        return tree instanceof Mapping mapping ? Optional.ofNullable(mapping.value(field)) : Optional.empty();
    }

    private static List<SourceTree> items(SourceTree tree, String field) {
        return inner(tree, field).orElse(tree) instanceof Sequence(var items, var _, var _) ? items : List.of();
    }

    private static String text(SourceTree tree, String field) {
        return inner(tree, field).map(WfFormatReader::text).orElse("");
    }

    private static String text(SourceTree tree) {
        return tree instanceof Scalar scalar && !scalar.isNull() ? scalar.text() : "";
    }

    private static double number(SourceTree tree, String field) {
        var text = text(tree, field);
        try {
            return text.isEmpty() ? 0 : Double.parseDouble(text);
        } catch (NumberFormatException wrong) {
            return Double.NaN;
        }
    }

    /** True if a text looks like JSON and not like XML. */
    public static boolean isLikely(String text) {
        return text.stripLeading().startsWith("{");
    }

    /** True if a text is JSON that has what an instance is made of, so that it is no workflow of ours. */
    public static boolean isInstance(String text) {
        if (!isLikely(text) || !text.contains("\"workflow\"")) return false;
        return SourceTreeReader.read("instance", text)
                .value()
                .flatMap(tree -> inner(tree, "workflow"))
                .isPresent();
    }

    /** What to say about a text that is neither. */
    public static Complaint neither() {
        return new Complaint(
                "file",
                1,
                1,
                "this is neither a WfCommons instance (JSON) nor a Pegasus DAX file (XML)",
                "check the file");
    }
}
