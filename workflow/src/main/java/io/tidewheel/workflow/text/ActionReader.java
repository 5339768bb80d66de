package io.tidewheel.workflow.text;

import io.tidewheel.model.JobSize;
import io.tidewheel.workflow.Action;
import io.tidewheel.workflow.ActionInput;
import io.tidewheel.workflow.ActionOutput;
import io.tidewheel.workflow.Condition;
import io.tidewheel.workflow.ConditionReader;
import io.tidewheel.workflow.ExecuteAction;
import io.tidewheel.workflow.ForEachAction;
import io.tidewheel.workflow.IncludeAction;
import io.tidewheel.workflow.JobAction;
import io.tidewheel.workflow.Variable;
import io.tidewheel.workflow.text.SourceTree.Mapping;
import io.tidewheel.workflow.text.SourceTree.Scalar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads variables and actions, which workflows and macros have alike. */
final class ActionReader {
    private static final Set<String> VARIABLE = Set.of("id", "value");
    private static final Set<String> EXECUTE = Set.of(
            "type",
            "id",
            "service",
            "inputs",
            "outputs",
            "parameters",
            "dependsOn",
            "when",
            "retries",
            "maxInactivity",
            "maxRuntime",
            "deadline");
    private static final Set<String> FOR = Set.of(
            "type",
            "id",
            "input",
            "enumerator",
            "output",
            "actions",
            "yieldToOutput",
            "yieldToInput",
            "dependsOn",
            "when");
    private static final Set<String> INCLUDE = Set.of("type", "id", "macro", "inputs", "outputs", "dependsOn", "when");
    private static final Set<String> JOB = Set.of(
            "type",
            "id",
            "service",
            "iterations",
            "target",
            "partitions",
            "maxPartitions",
            "reportEvery",
            "maxFails",
            "inputs",
            "outputs",
            "dependsOn",
            "when",
            "retries",
            "maxInactivity",
            "maxRuntime",
            "deadline");
    private static final Set<String> INPUT = Set.of("id", "var", "value");
    private static final Set<String> OUTPUT = Set.of("id", "var", "prefix", "store");
    private static final Set<String> MACRO_OUTPUT = Set.of("id", "var");
    private static final Set<String> TYPES = Set.of("execute", "for", "include", "job");

    private final Complaints complaints;

    ActionReader(Complaints complaints) {
        this.complaints = complaints;
    }

    List<Variable> variables(FieldReader fields) {
        var trees = fields.list("vars", "vars: [{id: input, value: file.txt}]");
        var variables = new ArrayList<Variable>(trees.size());
        for (int i = 0; i < trees.size(); i++) {
            var path = fields.path().to("vars", i);
            if (!(trees.get(i) instanceof Mapping mapping)) {
                complaints.add(
                        path,
                        trees.get(i).place(),
                        "a variable is an object with an id, not "
                                + trees.get(i).kind(),
                        "example: {id: input, value: file.txt}");
                continue;
            }
            var inner = new FieldReader(mapping, path, complaints, VARIABLE);
            var id = inner.text("id", "id: input");
            variables.add(new Variable(id, inner.value("value"), inner.placeOf("id")));
        }
        return variables;
    }

    List<Action> actions(FieldReader fields, String position) {
        var trees = fields.list("actions", "actions: [{type: execute, service: cp}]");
        var actions = new ArrayList<Action>(trees.size());
        for (int i = 0; i < trees.size(); i++) {
            action(trees.get(i), fields.path(), i, position + i).ifPresent(actions::add);
        }
        return actions;
    }

    private Optional<Action> action(SourceTree tree, FieldPath above, int index, String position) {
        if (!(tree instanceof Mapping mapping)) {
            complaints.add(
                    above.to("actions", index),
                    tree.place(),
                    "an action is an object with a type, not " + tree.kind(),
                    "example: {type: execute, service: cp}");
            return Optional.empty();
        }
        var type = mapping.value("type") instanceof Scalar scalar ? scalar.text() : "";
        return switch (type) {
            case "execute" -> Optional.of(execute(mapping, above, index, position));
            case "for" -> Optional.of(forEach(mapping, above, index, position));
            case "include" -> Optional.of(include(mapping, above, index, position));
            case "job" -> Optional.of(job(mapping, above, index, position));
            default -> {
                unknownType(mapping, above.to("actions", index), type);
                yield Optional.empty();
            }
        };
    }

    private void unknownType(Mapping mapping, FieldPath path, String type) {
        var value = mapping.value("type");
        if (value == null) {
            complaints.add(path, mapping.place(), "'type' is missing", "it is execute, for, include or job");
        } else if (type.equals("store")) {
            complaints.add(
                    path,
                    value.place(),
                    "actions of type 'store' are no longer there",
                    "write store: true at the output that is to be kept");
        } else {
            complaints.add(
                    path,
                    value.place(),
                    "unknown action type %s".formatted(value.kind()),
                    NameSuggestion.among(type, TYPES.stream().sorted().toList(), "the types"));
        }
    }

    private ExecuteAction execute(Mapping mapping, FieldPath above, int index, String position) {
        var service = mapping.value("service") instanceof Scalar scalar ? scalar.text() : "";
        var fields = new FieldReader(
                mapping, above.to("actions", index, ("execute " + service).strip()), complaints, EXECUTE);
        fields.text("service", "service: cp");
        return new ExecuteAction(
                id(fields, service, position),
                service,
                executeInputs(fields),
                outputs(fields, OUTPUT),
                dependsOn(fields),
                when(fields),
                LimitReader.retries(fields, "retries"),
                LimitReader.limits(fields),
                fields.place());
    }

    private List<ActionInput> executeInputs(FieldReader fields) {
        var inputs = inputs(fields, "inputs");
        if (!fields.has("parameters")) return inputs;
        complaints.warn(
                fields.path().to("parameters"),
                fields.placeOf("parameters"),
                "'parameters' is the old name of 'inputs'",
                "move them to 'inputs'");
        var all = new ArrayList<>(inputs);
        all.addAll(inputs(fields, "parameters"));
        return all;
    }

    private ForEachAction forEach(Mapping mapping, FieldPath above, int index, String position) {
        var fields = new FieldReader(mapping, above.to("actions", index, "for-each"), complaints, FOR);
        var output = fields.optionalText("output", "output: all");
        var yields = fields.optionalText("yieldToOutput", "yieldToOutput: one");
        if (yields.isPresent() && output.isEmpty()) {
            fields.complain(
                    "yieldToOutput", "'yieldToOutput' is there without an 'output'", "name the output, or remove it");
        }
        if (output.isPresent() && yields.isEmpty()) {
            complaints.warn(
                    fields.path().to("output"),
                    fields.placeOf("output"),
                    "'output' is there without 'yieldToOutput': it will be an empty list",
                    "say with yieldToOutput what it collects, or remove it");
        }
        return new ForEachAction(
                id(fields, "for", position),
                fields.text("input", "input: files"),
                fields.text("enumerator", "enumerator: file"),
                output,
                actions(fields, position + "."),
                yields,
                fields.optionalText("yieldToInput", "yieldToInput: more"),
                dependsOn(fields),
                when(fields),
                fields.place());
    }

    private IncludeAction include(Mapping mapping, FieldPath above, int index, String position) {
        var macro = mapping.value("macro") instanceof Scalar scalar ? scalar.text() : "";
        var fields =
                new FieldReader(mapping, above.to("actions", index, ("include " + macro).strip()), complaints, INCLUDE);
        fields.text("macro", "macro: align");
        return new IncludeAction(
                id(fields, macro, position),
                macro,
                inputs(fields, "inputs"),
                outputs(fields, MACRO_OUTPUT),
                dependsOn(fields),
                when(fields),
                fields.place());
    }

    private JobAction job(Mapping mapping, FieldPath above, int index, String position) {
        var service = mapping.value("service") instanceof Scalar scalar ? scalar.text() : "";
        var fields = new FieldReader(mapping, above.to("actions", index, ("job " + service).strip()), complaints, JOB);
        fields.text("service", "service: simulate");
        return new JobAction(
                id(fields, service, position),
                service,
                effort(fields),
                inputs(fields, "inputs"),
                outputs(fields, OUTPUT),
                dependsOn(fields),
                when(fields),
                LimitReader.retries(fields, "retries"),
                LimitReader.limits(fields),
                fields.place());
    }

    private static JobAction.Effort effort(FieldReader fields) {
        fields.require("iterations", "iterations: 1_000_000");
        long iterations =
                fields.number("iterations", 1, JobSize.MOST_ITERATIONS).orElse(Long.MAX_VALUE);
        var most = fields.number("maxPartitions", 1, JobSize.MOST_PARTITIONS);
        var size = JobSize.of(
                iterations,
                positive(fields, "target"),
                fields.number("partitions", 1, JobSize.MOST_PARTITIONS).orElse(1L),
                most,
                positive(fields, "reportEvery"));
        if (size.target().isEmpty() && fields.has("maxPartitions") && !fields.has("target")) {
            fields.complain(
                    "maxPartitions",
                    "'maxPartitions' is there without a 'target', but only a target can need more partitions",
                    "add a target, or say with 'partitions' into how many the iterations are split");
        }
        for (var wrong : size.complaints(fields.has("target") ? most : Optional.empty()))
            fields.complain(wrong.field(), "'%s' %s".formatted(wrong.field(), wrong.what()), wrong.remedy());
        return new JobAction.Effort(size, fields.integer("maxFails", JobSize.USUAL_MAX_FAILS, 0));
    }

    private static Optional<Duration> positive(FieldReader fields, String name) {
        var time = LimitReader.time(fields, name);
        if (time.isEmpty() || time.get().isPositive()) return time;
        fields.complain(name, "'%s' is no time at all".formatted(name), "example: %s: 30m".formatted(name));
        return Optional.empty();
    }

    /** An action without an id is called after what it does and where it stands, so that it has the same id every time. */
    private static String id(FieldReader fields, String what, String position) {
        var given = fields.optionalText("id", "id: align");
        return given.isPresent() && !given.get().isBlank() ? given.get() : what + "@" + position;
    }

    private static List<String> dependsOn(FieldReader fields) {
        return fields.texts("dependsOn", "dependsOn: [prepare]");
    }

    private static Optional<Condition> when(FieldReader fields) {
        var text = fields.optionalText("when", "when: count > 0");
        if (text.isEmpty()) return Optional.empty();
        try {
            return Optional.of(ConditionReader.parse(text.get()));
        } catch (IllegalArgumentException wrong) {
            fields.complain(
                    "when",
                    String.valueOf(wrong.getMessage()),
                    "write it like: count > 0 and not empty files, or: mode == 'fast'");
            return Optional.empty();
        }
    }

    private List<ActionInput> inputs(FieldReader fields, String name) {
        var trees = fields.list(name, name + ": [{id: input_file, var: file}]");
        var inputs = new ArrayList<ActionInput>(trees.size());
        for (int i = 0; i < trees.size(); i++) {
            var path = fields.path().to(name, i);
            if (trees.get(i) instanceof Mapping mapping) {
                input(new FieldReader(mapping, path, complaints, INPUT)).ifPresent(inputs::add);
            } else {
                complaints.add(
                        path,
                        trees.get(i).place(),
                        "an input is an object, not " + trees.get(i).kind(),
                        "example: {id: input_file, var: file}");
            }
        }
        return inputs;
    }

    private Optional<ActionInput> input(FieldReader fields) {
        var id = fields.text("id", "id: input_file");
        var variable = fields.optionalText("var", "var: file").filter(name -> !name.isBlank());
        var value = fields.value("value");
        if (variable.isPresent() && fields.has("value")) {
            fields.complain("value", "an input has either 'var' or 'value', but not both", "remove one of them");
        } else if (variable.isEmpty() && value.isEmpty()) {
            complaints.add(
                    fields.path(),
                    fields.place(),
                    "the input '%s' has neither 'var' nor 'value'".formatted(id),
                    "example: {id: input_file, var: file}");
            return Optional.empty();
        }
        ActionInput.Source source = variable.isPresent()
                ? new ActionInput.Source.FromVariable(variable.get())
                : new ActionInput.Source.Literal(value.orElseThrow());
        return Optional.of(new ActionInput(id, source, fields.place()));
    }

    private List<ActionOutput> outputs(FieldReader fields, Set<String> known) {
        var trees = fields.list("outputs", "outputs: [{id: output_file, var: copy}]");
        var outputs = new ArrayList<ActionOutput>(trees.size());
        for (int i = 0; i < trees.size(); i++) {
            var path = fields.path().to("outputs", i);
            if (!(trees.get(i) instanceof Mapping mapping)) {
                complaints.add(
                        path,
                        trees.get(i).place(),
                        "an output is an object, not " + trees.get(i).kind(),
                        "example: {id: output_file, var: copy}");
                continue;
            }
            var inner = new FieldReader(mapping, path, complaints, known);
            var id = inner.text("id", "id: output_file");
            var variable = inner.text("var", "var: copy");
            var prefix = inner.optionalText("prefix", "prefix: results/").orElse("");
            if (prefix.contains("..") && List.of(prefix.split("/", -1)).contains("..")) {
                inner.complain(
                        "prefix", "the prefix '%s' leads out of its folder".formatted(prefix), "remove the '..'");
            }
            outputs.add(new ActionOutput(id, variable, prefix, inner.flag("store"), inner.place()));
        }
        return outputs;
    }
}
