package io.tidewheel.workflow.chains;

import io.tidewheel.workflow.Action;
import io.tidewheel.workflow.ActionInput;
import io.tidewheel.workflow.ActionOutput;
import io.tidewheel.workflow.Condition;
import io.tidewheel.workflow.Direction;
import io.tidewheel.workflow.ExecuteAction;
import io.tidewheel.workflow.ForEachAction;
import io.tidewheel.workflow.IncludeAction;
import io.tidewheel.workflow.JobAction;
import io.tidewheel.workflow.Macro;
import io.tidewheel.workflow.Variable;
import io.tidewheel.workflow.Workflow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Puts the actions of macros in the place of the includes. Ids and private variables become {@code $<include>$<macro>$<id>}; whoever
 * depends on an include depends on all its actions, and these depend on what the include depends on.
 */
public final class MacroExpansion {
    /** Macros that include macros can grow very fast. */
    public static final int MOST_ACTIONS = 5_000_000;

    private final Map<String, Macro> macros;
    private final List<Variable> variables;
    private final Map<String, List<String>> includes = new HashMap<>();

    private MacroExpansion(Map<String, Macro> macros, List<Variable> variables) {
        this.macros = macros;
        this.variables = new ArrayList<>(variables);
    }

    /**
     * The workflow without includes. It must have been checked, and so must the macros.
     *
     * @throws IllegalArgumentException with a text for users, if it would have more than {@link #MOST_ACTIONS}
     */
    public static Workflow expand(Workflow workflow, Map<String, Macro> macros) {
        if (!hasInclude(workflow.actions())) return workflow;
        if (size(workflow, macros) > MOST_ACTIONS) {
            throw new IllegalArgumentException(
                    "the workflow would have more than %,d actions when its macros are expanded"
                            .formatted(MOST_ACTIONS));
        }
        var expansion = new MacroExpansion(macros, workflow.variables());
        var names = new Names(UnaryOperator.identity(), UnaryOperator.identity());
        var actions = expansion.expand(workflow.actions(), names);
        return workflow.with(expansion.variables, expansion.resolved(actions));
    }

    /** How many actions the workflow has when its macros are expanded, or more than {@link #MOST_ACTIONS}. */
    public static long size(Workflow workflow, Map<String, Macro> macros) {
        return size(workflow.actions(), macros, new HashMap<>());
    }

    /** How many actions there will be; counted before anything is made, because macros can grow beyond any memory. */
    private static long size(List<Action> actions, Map<String, Macro> macros, Map<String, Long> known) {
        long size = actions.size();
        for (var action : actions) {
            if (action instanceof ForEachAction loop) size += size(loop.actions(), macros, known);
            if (action instanceof IncludeAction include) size += size(include.macro(), macros, known);
        }
        return Math.min(size, MOST_ACTIONS + 1L);
    }

    private static long size(String macro, Map<String, Macro> macros, Map<String, Long> known) {
        var counted = known.get(macro);
        if (counted != null) return counted;
        var found = macros.get(macro);
        long size = found == null ? 0 : size(found.actions(), macros, known);
        known.put(macro, size);
        return size;
    }

    private static boolean hasInclude(List<Action> actions) {
        for (var action : actions) {
            if (action instanceof IncludeAction) return true;
            if (action instanceof ForEachAction loop && hasInclude(loop.actions())) return true;
        }
        return false;
    }

    /** How the names of a macro are called outside. */
    private record Names(UnaryOperator<String> ids, UnaryOperator<String> variables) {
        List<String> ids(List<String> inner) {
            return inner.stream().map(ids).toList();
        }

        Optional<Condition> condition(Optional<Condition> inner) {
            return inner.map(condition -> condition.renamed(variables));
        }

        List<ActionInput> inputs(List<ActionInput> inner) {
            return inner.stream()
                    .map(input -> input.source() instanceof ActionInput.Source.FromVariable(var variable)
                            ? new ActionInput(
                                    input.id(),
                                    new ActionInput.Source.FromVariable(variables.apply(variable)),
                                    input.place())
                            : input)
                    .toList();
        }

        List<ActionOutput> outputs(List<ActionOutput> inner) {
            return inner.stream()
                    .map(output -> new ActionOutput(
                            output.id(),
                            variables.apply(output.variable()),
                            output.prefix(),
                            output.store(),
                            output.place()))
                    .toList();
        }
    }

    private List<Action> expand(List<Action> actions, Names names) {
        var expanded = new ArrayList<Action>(actions.size());
        for (var action : actions) {
            switch (action) {
                case ExecuteAction execute -> expanded.add(renamed(execute, names));
                case JobAction job -> expanded.add(renamed(job, names));
                case ForEachAction loop -> expanded.add(renamed(loop, names));
                case IncludeAction include -> expanded.addAll(included(include, names));
            }
        }
        return expanded;
    }

    private static ExecuteAction renamed(ExecuteAction action, Names names) {
        return new ExecuteAction(
                names.ids().apply(action.id()),
                action.service(),
                names.inputs(action.inputs()),
                names.outputs(action.outputs()),
                names.ids(action.dependsOn()),
                names.condition(action.when()),
                action.retries(),
                action.limits(),
                action.place());
    }

    private static JobAction renamed(JobAction action, Names names) {
        return new JobAction(
                names.ids().apply(action.id()),
                action.service(),
                action.effort(),
                names.inputs(action.inputs()),
                names.outputs(action.outputs()),
                names.ids(action.dependsOn()),
                names.condition(action.when()),
                action.retries(),
                action.limits(),
                action.place());
    }

    private ForEachAction renamed(ForEachAction loop, Names names) {
        return new ForEachAction(
                names.ids().apply(loop.id()),
                names.variables().apply(loop.input()),
                names.variables().apply(loop.enumerator()),
                loop.output().map(names.variables()),
                expand(loop.actions(), names),
                loop.yieldToOutput().map(names.variables()),
                loop.yieldToInput().map(names.variables()),
                names.ids(loop.dependsOn()),
                names.condition(loop.when()),
                loop.place());
    }

    private List<Action> included(IncludeAction include, Names outside) {
        var macro = macros.get(include.macro());
        if (macro == null) throw new IllegalArgumentException("there is no macro '%s'".formatted(include.macro()));
        var id = outside.ids().apply(include.id());
        var prefix = "$" + id + "$" + macro.id() + "$";
        var actions = expand(macro.actions(), inside(macro, include, outside, prefix));
        for (var variable : macro.variables()) {
            variables.add(new Variable(prefix + variable.id(), variable.value(), variable.place()));
        }
        var before = outside.ids(include.dependsOn());
        var when = outside.condition(include.when());
        includes.put(id, actions.stream().map(Action::id).toList());
        return actions.stream().map(action -> after(action, before, when)).toList();
    }

    private Names inside(Macro macro, IncludeAction include, Names outside, String prefix) {
        var given = new HashMap<String, String>();
        for (var input : include.inputs()) {
            switch (input.source()) {
                case ActionInput.Source.FromVariable(var variable) ->
                    given.put(input.id(), outside.variables().apply(variable));
                case ActionInput.Source.Literal(var value) ->
                    given.put(input.id(), constant(prefix + input.id(), value, include));
            }
        }
        for (var parameter : macro.parameters()) {
            if (parameter.direction() == Direction.OUTPUT || given.containsKey(parameter.id())) continue;
            parameter
                    .preset()
                    .ifPresent(preset -> given.put(parameter.id(), constant(prefix + parameter.id(), preset, include)));
        }
        for (var output : include.outputs())
            given.put(output.id(), outside.variables().apply(output.variable()));
        return new Names(id -> prefix + id, variable -> given.getOrDefault(variable, prefix + variable));
    }

    private String constant(String id, Object value, IncludeAction include) {
        variables.add(new Variable(id, Optional.of(value), include.place()));
        return id;
    }

    private static Action after(Action action, List<String> before, Optional<Condition> when) {
        if (before.isEmpty() && when.isEmpty()) return action;
        var dependsOn = new ArrayList<>(action.dependsOn());
        dependsOn.addAll(before);
        Optional<Condition> both = when.isEmpty()
                ? action.when()
                : Optional.of(action.when()
                        .<Condition>map(own -> new Condition.And(when.get(), own))
                        .orElse(when.get()));
        return with(action, dependsOn, both);
    }

    private static Action with(Action action, List<String> dependsOn, Optional<Condition> when) {
        return switch (action) {
            case ExecuteAction each -> each.after(dependsOn, when);
            case JobAction each -> each.after(dependsOn, when);
            case ForEachAction each -> each.after(dependsOn, when);
            case IncludeAction _ -> throw new IllegalStateException("includes have been expanded");
        };
    }

    /** When everything is expanded, who depends on an include depends on what became of it. */
    private List<Action> resolved(List<Action> actions) {
        var resolved = new ArrayList<Action>(actions.size());
        for (var action : actions) {
            var inner = action instanceof ForEachAction loop ? withBody(loop, resolved(loop.actions())) : action;
            boolean changes = inner.dependsOn().stream().anyMatch(includes::containsKey);
            if (!changes) {
                resolved.add(inner);
                continue;
            }
            var dependsOn = new ArrayList<String>();
            for (var id : inner.dependsOn()) dependsOn.addAll(includes.getOrDefault(id, List.of(id)));
            resolved.add(with(inner, dependsOn, inner.when()));
        }
        return resolved;
    }

    private static ForEachAction withBody(ForEachAction loop, List<Action> body) {
        return new ForEachAction(
                loop.id(),
                loop.input(),
                loop.enumerator(),
                loop.output(),
                body,
                loop.yieldToOutput(),
                loop.yieldToInput(),
                loop.dependsOn(),
                loop.when(),
                loop.place());
    }
}
