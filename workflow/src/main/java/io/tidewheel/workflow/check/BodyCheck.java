package io.tidewheel.workflow.check;

import io.tidewheel.workflow.Action;
import io.tidewheel.workflow.ActionInput;
import io.tidewheel.workflow.ActionOutput;
import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.Direction;
import io.tidewheel.workflow.ExecuteAction;
import io.tidewheel.workflow.ForEachAction;
import io.tidewheel.workflow.IncludeAction;
import io.tidewheel.workflow.JobAction;
import io.tidewheel.workflow.Macro;
import io.tidewheel.workflow.SourcePlace;
import io.tidewheel.workflow.Variable;
import io.tidewheel.workflow.chains.RoundNames;
import io.tidewheel.workflow.text.Complaints;
import io.tidewheel.workflow.text.FieldPath;
import io.tidewheel.workflow.text.NameSuggestion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checks the variables and actions of a workflow or a macro. First it learns who makes what and where; then it looks at every use; at last
 * it follows who waits for whom.
 */
final class BodyCheck {
    private final FieldPath root;
    private final List<Variable> variables;
    private final List<Action> actions;
    private final Map<String, Macro.Parameter> parameters;
    private final CheckContext surroundings;
    private final Complaints complaints;

    private final Map<String, Variable> declared = new HashMap<>();
    private final Map<String, Maker> makers = new HashMap<>();
    private final Map<String, Known> known = new HashMap<>();
    private final Set<String> mentioned = new HashSet<>();
    private final Set<String> reported = new HashSet<>();
    private final DependencyCycles waits = new DependencyCycles();
    private final List<Known> vertices = new ArrayList<>();
    /** By identity: two loops may be equal. */
    private final IdentityHashMap<ForEachAction, Scope> bodies = new IdentityHashMap<>();

    private final ServiceUseCheck services;

    /** A body of a loop, or the whole; variables made in it are seen in it and in the loops inside. */
    private static final class Scope {
        final int depth;
        final @Nullable Scope parent;
        /** What its actions wait for, and what waits for them; below 0 for the whole. */
        final int loopStart;

        final int loopEnd;

        Scope(int depth, @Nullable Scope parent, int loopStart, int loopEnd) {
            this.depth = depth;
            this.parent = parent;
            this.loopStart = loopStart;
            this.loopEnd = loopEnd;
        }

        boolean sees(Scope other) {
            Scope here = this;
            while (here != null && here.depth > other.depth) here = here.parent;
            return here == other;
        }
    }

    /** What gives a variable its value. */
    enum Kind {
        OUTPUT,
        LOOP_OUTPUT,
        ENUMERATOR
    }

    /** @param vertex what has to be done before the variable is known */
    record Maker(Kind kind, String action, String dataType, Scope scope, int vertex) {}

    /** An action: where it is, and what begins and ends with it. */
    private record Known(Action action, FieldPath path, Scope scope, int start, int end) {}

    BodyCheck(
            FieldPath root,
            List<Variable> variables,
            List<Action> actions,
            Map<String, Macro.Parameter> parameters,
            CheckContext surroundings,
            Complaints complaints) {
        this.root = root;
        this.variables = variables;
        this.actions = actions;
        this.parameters = parameters;
        this.surroundings = surroundings;
        this.complaints = complaints;
        this.services = new ServiceUseCheck(surroundings, complaints);
    }

    void run() {
        declare();
        var whole = new Scope(0, null, -1, -1);
        var all = new ArrayList<Known>();
        learn(actions, root, whole, all);
        for (var each : all) look(each);
        for (var each : all) rounds(each);
        outputsOfMacro();
        circles();
    }

    private void declare() {
        for (int i = 0; i < variables.size(); i++) {
            var variable = variables.get(i);
            if (variable.id().isEmpty()) continue;
            var path = root.to("vars", i);
            mention(variable.id(), path, variable.place());
            if (declared.putIfAbsent(variable.id(), variable) != null) {
                complaints.add(
                        path,
                        variable.place(),
                        "there are two variables '%s'".formatted(variable.id()),
                        "rename or remove one of them");
            }
        }
    }

    /** Whatever names a variable comes by here. */
    private void mention(String variable, FieldPath path, SourcePlace place) {
        if (mentioned.add(variable) && variable.startsWith("$")) {
            complaints.add(
                    path,
                    place,
                    "the variable '%s' begins with $, which is reserved".formatted(variable),
                    "choose a name without $ at its beginning");
        }
    }

    // ---- first pass: who makes what

    private void learn(List<Action> body, FieldPath above, Scope scope, List<Known> all) {
        for (int i = 0; i < body.size(); i++) {
            var action = body.get(i);
            int start = waits.vertex();
            boolean loop = action instanceof ForEachAction;
            int end = loop ? waits.vertex() : start;
            var here = new Known(action, above.to("actions", i, what(action)), scope, start, end);
            vertices.add(here);
            if (loop) vertices.add(here);
            all.add(here);
            name(here);
            if (scope.loopStart >= 0) {
                waits.edge(start, scope.loopStart);
                waits.edge(scope.loopEnd, end);
            }
            make(here, all);
        }
    }

    private static String what(Action action) {
        return switch (action) {
            case ExecuteAction execute -> "execute " + execute.service();
            case IncludeAction include -> "include " + include.macro();
            case JobAction job -> "job " + job.service();
            case ForEachAction _ -> "for-each";
        };
    }

    private void name(Known here) {
        var action = here.action();
        if (action.id().chars().anyMatch(Character::isISOControl)) {
            complaints.add(
                    here.path(),
                    action.place(),
                    "the id of the action contains line ends or other control characters",
                    "use letters, digits, - and _");
        }
        if (known.putIfAbsent(action.id(), here) != null) {
            complaints.add(
                    here.path(),
                    action.place(),
                    "there are two actions '%s'".formatted(action.id()),
                    "rename one of them");
        } else if (declared.containsKey(action.id())) {
            complaints.add(
                    here.path(),
                    action.place(),
                    "the action '%s' has the name of a variable".formatted(action.id()),
                    "rename one of them");
        }
    }

    private void make(Known here, List<Known> all) {
        switch (here.action()) {
            case ExecuteAction execute -> make(here, execute.outputs(), output -> services.typeOf(execute, output));
            case IncludeAction include -> make(here, include.outputs(), _ -> "");
            case JobAction job -> make(here, job.outputs(), output -> services.typeOf(job, output));
            case ForEachAction loop -> {
                waits.edge(here.end(), here.start());
                loop.output()
                        .ifPresent(name -> make(
                                name, here, here.path().to("output"), loop.place(), Kind.LOOP_OUTPUT, "", here.end()));
                var body = new Scope(here.scope().depth + 1, here.scope(), here.start(), here.end());
                enumerator(here, loop, body);
                bodies.put(loop, body);
                learn(loop.actions(), here.path(), body, all);
            }
        }
    }

    private void make(Known here, List<ActionOutput> outputs, Function<ActionOutput, String> typeOf) {
        for (int i = 0; i < outputs.size(); i++) {
            output(here, outputs.get(i), here.path().to("outputs", i), typeOf.apply(outputs.get(i)));
        }
    }

    private void output(Known here, ActionOutput output, FieldPath path, String dataType) {
        if (output.variable().isEmpty()) return;
        make(output.variable(), here, path, output.place(), Kind.OUTPUT, dataType, here.end());
    }

    private void make(
            String variable, Known here, FieldPath path, SourcePlace place, Kind kind, String dataType, int vertex) {
        mention(variable, path, place);
        var maker = new Maker(kind, here.action().id(), dataType, here.scope(), vertex);
        var other = makers.putIfAbsent(variable, maker);
        if (other != null && other.kind() == Kind.ENUMERATOR) {
            complaints.add(
                    path,
                    place,
                    "the output '%s' is the enumerator of '%s'".formatted(variable, other.action()),
                    "use another variable for the output");
        } else if (other != null) {
            complaints.add(
                    path,
                    place,
                    "the variable '%s' is an output of '%s' already".formatted(variable, other.action()),
                    "use another variable for one of the outputs");
        }
        requireUnset(variable, path, place);
    }

    private void requireUnset(String variable, FieldPath path, SourcePlace place) {
        if (hasValue(variable)) {
            complaints.add(
                    path,
                    place,
                    "the output variable '%s' has a value".formatted(variable),
                    "remove the value, or use another variable for the output");
        }
        if (isParameter(variable, Direction.INPUT)) {
            complaints.add(
                    path,
                    place,
                    "the input '%s' of the macro is used as an output".formatted(variable),
                    "use another variable for the output");
        }
    }

    private boolean hasValue(String variable) {
        var found = declared.get(variable);
        return found != null && found.value().isPresent();
    }

    private boolean isParameter(String variable, Direction direction) {
        var parameter = parameters.get(variable);
        return parameter != null && parameter.direction() == direction;
    }

    private void enumerator(Known here, ForEachAction loop, Scope body) {
        var name = loop.enumerator();
        if (name.isEmpty()) return;
        var path = here.path().to("enumerator");
        mention(name, path, loop.place());
        if (parameters.containsKey(name)) {
            complaints.add(
                    path,
                    loop.place(),
                    "the parameter '%s' of the macro is used as an enumerator".formatted(name),
                    "use another variable");
        }
        var other = makers.putIfAbsent(name, new Maker(Kind.ENUMERATOR, loop.id(), "", body, here.start()));
        if (other == null) return;
        if (other.kind() == Kind.ENUMERATOR) {
            complaints.add(
                    path,
                    loop.place(),
                    "'%s' is the enumerator of '%s' already".formatted(name, other.action()),
                    "use another variable for one of the loops");
        } else {
            complaints.add(
                    path,
                    loop.place(),
                    "the enumerator '%s' is an output of '%s'".formatted(name, other.action()),
                    "use another variable");
        }
    }

    // ---- second pass: every use

    private void look(Known here) {
        var action = here.action();
        dependencies(here);
        action.when().ifPresent(condition -> {
            for (var variable : condition.variables()) {
                use(variable, here.scope(), here.start(), here.path().to("when"), action.place());
            }
        });
        switch (action) {
            case ExecuteAction execute -> {
                inputs(here, execute.inputs());
                services.check(execute, here.path(), this::sort);
            }
            case JobAction job -> {
                inputs(here, job.inputs());
                services.check(job, here.path(), this::sort);
            }
            case IncludeAction include -> {
                inputs(here, include.inputs());
                include(here, include);
            }
            case ForEachAction loop -> loop(here, loop);
        }
    }

    private void inputs(Known here, List<ActionInput> inputs) {
        for (int i = 0; i < inputs.size(); i++) {
            var input = inputs.get(i);
            if (input.source() instanceof ActionInput.Source.FromVariable(var variable)) {
                use(variable, here.scope(), here.start(), here.path().to("inputs", i), input.place());
            }
        }
    }

    private void loop(Known here, ForEachAction loop) {
        if (!loop.input().isEmpty()) {
            use(loop.input(), here.scope(), here.start(), here.path().to("input"), loop.place());
        }
        var body = bodies.get(loop);
        if (body == null) return;
        loop.yieldToOutput()
                .ifPresent(name -> use(name, body, here.end(), here.path().to("yieldToOutput"), loop.place()));
        loop.yieldToInput()
                .ifPresent(name -> use(name, body, here.end(), here.path().to("yieldToInput"), loop.place()));
    }

    private void use(String variable, Scope scope, int vertex, FieldPath path, SourcePlace place) {
        mention(variable, path, place);
        if (isParameter(variable, Direction.OUTPUT)) {
            complaints.add(
                    path,
                    place,
                    "the output '%s' of the macro is used as an input".formatted(variable),
                    "use a variable of the macro, and hand it out in another action");
            return;
        }
        var maker = makers.get(variable);
        if (maker == null) {
            if (hasValue(variable) || isParameter(variable, Direction.INPUT) || !reported.add(variable)) return;
            complaints.add(
                    path,
                    place,
                    "the variable '%s' has no value, and no action makes it".formatted(variable),
                    suggestion(variable));
        } else if (!scope.sees(maker.scope())) {
            complaints.add(
                    path,
                    place,
                    "the variable '%s' is made inside of the loop with '%s' and not visible here"
                            .formatted(variable, maker.action()),
                    "hand it out of the loop with yieldToOutput");
        } else {
            waits.edge(vertex, maker.vertex());
        }
    }

    private String suggestion(String variable) {
        var names = new LinkedHashSet<String>(makers.keySet());
        names.addAll(declared.keySet());
        names.addAll(parameters.keySet());
        names.remove(variable);
        return "give it a value under vars, or make it the output of an action; "
                + NameSuggestion.among(variable, names, "the variables");
    }

    private void dependencies(Known here) {
        for (var id : here.action().dependsOn()) {
            var path = here.path().to("dependsOn");
            var target = known.get(id);
            if (target == null) {
                complaints.add(
                        path,
                        here.action().place(),
                        "there is no action '%s' to depend on".formatted(id),
                        NameSuggestion.among(id, known.keySet(), "the actions"));
            } else if (!here.scope().sees(target.scope())) {
                complaints.add(
                        path,
                        here.action().place(),
                        "the action '%s' is inside of a loop, so there are many of it".formatted(id),
                        "depend on the loop instead");
            } else {
                waits.edge(here.start(), target.end());
            }
        }
    }

    private void include(Known here, IncludeAction include) {
        if (include.macro().isEmpty()) return;
        var macro = surroundings.macros().get(include.macro());
        if (macro == null) {
            complaints.add(
                    here.path(),
                    include.place(),
                    "there is no macro '%s'".formatted(include.macro()),
                    NameSuggestion.among(include.macro(), surroundings.macros().keySet(), "the macros"));
            return;
        }
        var given = new HashSet<String>();
        for (int i = 0; i < include.inputs().size(); i++) {
            var input = include.inputs().get(i);
            given(macro, input.id(), Direction.INPUT, given, here.path().to("inputs", i), input.place());
        }
        for (int i = 0; i < include.outputs().size(); i++) {
            var output = include.outputs().get(i);
            given(macro, output.id(), Direction.OUTPUT, given, here.path().to("outputs", i), output.place());
        }
        for (var parameter : macro.parameters()) {
            boolean needed = parameter.direction() == Direction.OUTPUT
                    || parameter.preset().isEmpty();
            if (needed && !given.contains(parameter.id())) {
                complaints.add(
                        here.path(),
                        include.place(),
                        "the macro '%s' needs the %s '%s'".formatted(macro.id(), parameter.direction(), parameter.id()),
                        "add it to the %ss".formatted(parameter.direction()));
            }
        }
    }

    private void given(
            Macro macro, String id, Direction direction, Set<String> given, FieldPath path, SourcePlace place) {
        if (id.isEmpty()) return;
        boolean found = false;
        var names = new ArrayList<String>();
        for (var parameter : macro.parameters()) {
            if (parameter.direction() != direction) continue;
            names.add(parameter.id());
            found |= parameter.id().equals(id);
        }
        if (!found) {
            complaints.add(
                    path,
                    place,
                    "the macro '%s' has no %s '%s'".formatted(macro.id(), direction, id),
                    NameSuggestion.among(id, names, "its " + direction + "s"));
        } else if (!given.add(id)) {
            complaints.add(path, place, "the parameter '%s' is given twice".formatted(id), "remove one of them");
        }
    }

    /** What is known about the value of a variable before anything has run. */
    private ServiceUseCheck.Sort sort(String variable) {
        var maker = makers.get(variable);
        if (maker == null) {
            var found = declared.get(variable);
            Optional<Object> value = found == null ? Optional.empty() : found.value();
            return value.<ServiceUseCheck.Sort>map(ServiceUseCheck.Sort.Value::new)
                    .orElse(new ServiceUseCheck.Sort.Unknown());
        }
        boolean file = maker.kind() == Kind.OUTPUT && !maker.dataType().isEmpty();
        if (!file) return new ServiceUseCheck.Sort.Unknown();
        if (maker.dataType().equals(DataType.COUNT)) return new ServiceUseCheck.Sort.Count(maker.action());
        return DataType.needsResult(maker.dataType())
                ? new ServiceUseCheck.Sort.Files(maker.action())
                : new ServiceUseCheck.Sort.File(maker.action());
    }

    /** An action called a$3 could be taken for the third round of an action called a. */
    private void rounds(Known here) {
        var id = here.action().id();
        if (id.indexOf('$') < 0) return;
        var name = RoundNames.without(id);
        var other = known.get(name);
        if (other == null || name.equals(id)) return;
        if (!RoundNames.withoutPartition(id).equals(id)) partition(here, name, other);
        else round(here, name, other);
    }

    private void round(Known here, String name, Known other) {
        var id = here.action().id();
        int rounds =
                (int) id.substring(name.length()).chars().filter(c -> c == '$').count();
        if (other.scope().depth != here.scope().depth + rounds) return;
        complaints.add(
                here.path(),
                here.action().place(),
                "the action '%s' has the name of a round of '%s'".formatted(id, name),
                "rename it");
    }

    /** The tasks of a job called a are known as a$p0, a$p1 and so on. */
    private void partition(Known here, String name, Known other) {
        if (!(other.action() instanceof JobAction)) return;
        complaints.add(
                here.path(),
                here.action().place(),
                "the action '%s' has the name of a partition of '%s'"
                        .formatted(here.action().id(), name),
                "rename it");
    }

    private void outputsOfMacro() {
        for (var parameter : parameters.values()) {
            if (parameter.direction() == Direction.OUTPUT && !makers.containsKey(parameter.id())) {
                complaints.add(
                        root.to("parameters"),
                        parameter.place(),
                        "no action makes the output '%s'".formatted(parameter.id()),
                        "make it the output of an action");
            }
        }
    }

    // ---- third pass: who waits for whom

    private void circles() {
        for (var circle : waits.find()) {
            var names = new LinkedHashSet<String>();
            Known first = vertices.get(circle.getFirst());
            for (int vertex : circle) {
                var here = vertices.get(vertex);
                names.add(here.action().id());
                if (here.action().place().compareTo(first.action().place()) < 0) first = here;
            }
            complaints.add(
                    first.path(),
                    first.action().place(),
                    names.size() == 1
                            ? "the action '%s' waits for itself"
                                    .formatted(names.iterator().next())
                            : "these actions wait for each other: " + shown(names),
                    "remove one of the dependencies");
        }
    }

    private static String shown(Set<String> names) {
        var first = String.join(", ", names.stream().limit(10).toList());
        return names.size() <= 10 ? first : first + " and %d more".formatted(names.size() - 10);
    }
}
