package io.tidewheel.workflow.chains;

import io.tidewheel.workflow.Action;
import io.tidewheel.workflow.ActionInput;
import io.tidewheel.workflow.ActionOutput;
import io.tidewheel.workflow.ActionRetries;
import io.tidewheel.workflow.Cardinality;
import io.tidewheel.workflow.Condition;
import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.Direction;
import io.tidewheel.workflow.ExecuteAction;
import io.tidewheel.workflow.ForEachAction;
import io.tidewheel.workflow.IncludeAction;
import io.tidewheel.workflow.JobAction;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.ServiceParameter;
import io.tidewheel.workflow.SourcePlace;
import io.tidewheel.workflow.Workflow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A workflow in the form in which it is unfolded: names have become numbers. Everything that can be waited for, a variable or the end of an
 * action, is a <em>slot</em> of the <em>scope</em> it is made in; a scope is the whole workflow or the body of a loop.
 */
final class CompiledWorkflow {
    static final int NO_SLOT = -1;

    final Scope root = new Scope(0, null);
    /** Every action by its id. */
    final Map<String, Node> nodes = new HashMap<>();

    private final Map<String, Service> services;
    private final Map<String, Made> variables = new HashMap<>();
    private final Map<Scope, Map<Integer, TreeSet<Integer>>> needsFromInside = new HashMap<>();

    /** Where a variable gets its value; {@code node} is null for values from the text. */
    private record Made(Scope scope, int slot, @Nullable Node node) {}

    /** A slot, seen from a scope: {@code up} scopes outwards. */
    record Ref(int up, int slot) {}

    /** The whole, or the body of a loop. */
    static final class Scope {
        final int depth;
        final @Nullable Scope parent;
        final List<Node> nodes = new ArrayList<>();
        final List<String> slotNames = new ArrayList<>();
        final List<@Nullable Node> makers = new ArrayList<>();
        /** For each slot the nodes of this scope that wait for it. */
        int[][] consumers = {};
        /** For each slot the loops of this scope with somebody inside who waits for it. */
        int[][] loopsInside = {};
        /** For each node its number in an order in which nothing comes before what it waits for. */
        int[] rank = {};

        boolean hasLoops;
        /** The loop whose body it is. */
        @Nullable
        Loop owner;

        final Map<Integer, Object> initial = new HashMap<>();

        Scope(int depth, @Nullable Scope parent) {
            this.depth = depth;
            this.parent = parent;
        }

        int slot(String name, @Nullable Node maker) {
            slotNames.add(name);
            makers.add(maker);
            return slotNames.size() - 1;
        }
    }

    /** Something that happens in a scope once everything it needs is there. */
    abstract static sealed class Node {
        final Scope scope;
        final int index;
        final String id;
        /** The slot of its end. */
        final int done;

        Ref[] needs = {};

        Node(Scope scope, String id) {
            this.scope = scope;
            this.id = id;
            this.index = scope.nodes.size();
            scope.nodes.add(this);
            this.done = scope.slot("", this);
        }
    }

    /** Runs a service, once or as the partitions of a job. */
    static final class Exec extends Node {
        final ExecuteAction action;
        final Service service;
        /** How much work a job is; empty for a service that is run once. */
        final Optional<JobAction.Effort> effort;

        /** For each input of the action where its value is; null for one that stands in the text. */
        @Nullable
        Ref[] inputs = {};

        /** For each input whether its value was made by an action. */
        boolean[] made = {};

        final int[] outputs;
        final ServiceParameter[] outputParameters;
        final Map<String, Ref> conditionRefs = new LinkedHashMap<>();

        Exec(Scope scope, ExecuteAction action, Service service, Optional<JobAction.Effort> effort) {
            super(scope, action.id());
            this.action = action;
            this.service = service;
            this.effort = effort;
            this.outputs = new int[action.outputs().size()];
            this.outputParameters = new ServiceParameter[action.outputs().size()];
        }

        Optional<ActionRetries> retries() {
            return action.retries().or(service::retries);
        }

        /** Whether it is never tried, and counts as done all the same. */
        boolean isSkipped() {
            return retries().orElse(null) instanceof ActionRetries.Skip;
        }

        /** Whether somebody works on what it makes before others may have it. */
        boolean isAdapted() {
            for (var parameter : outputParameters) {
                if (DataType.isAdapted(parameter.dataType())) return true;
            }
            return false;
        }
    }

    /** Makes rounds of its body. */
    static final class Loop extends Node {
        final ForEachAction action;
        final Scope body;
        int enumerator = NO_SLOT;
        int output = NO_SLOT;
        Ref input = new Ref(0, NO_SLOT);
        /** The loop whose output is the input: then rounds begin before the list is complete. */
        @Nullable
        Loop source;

        /** Whether what is collected must be kept until it is complete. */
        boolean keeps;

        boolean yieldsToOutput;
        boolean yieldsToInput;
        final Map<String, Ref> conditionRefs = new LinkedHashMap<>();

        Loop(Scope scope, ForEachAction action) {
            super(scope, action.id());
            this.action = action;
            this.body = new Scope(scope.depth + 1, scope);
            this.body.owner = this;
        }
    }

    /** Hands the value of a variable from a round to its loop. */
    static final class Yield extends Node {
        final Loop loop;
        final boolean toOutput;

        Yield(Loop loop, boolean toOutput) {
            super(loop.body, "");
            this.loop = loop;
            this.toOutput = toOutput;
        }
    }

    private CompiledWorkflow(Map<String, Service> services) {
        this.services = services;
    }

    /** @throws IllegalArgumentException if the workflow has not been checked or still has includes */
    static CompiledWorkflow of(Workflow workflow, Map<String, Service> services) {
        var compiled = new CompiledWorkflow(services);
        compiled.define(workflow.actions(), compiled.root);
        for (var variable : workflow.variables()) {
            if (compiled.variables.containsKey(variable.id())) continue;
            int slot = compiled.root.slot(variable.id(), null);
            compiled.variables.put(variable.id(), new Made(compiled.root, slot, null));
            variable.value().ifPresent(value -> compiled.root.initial.put(slot, value));
        }
        compiled.connect(compiled.root);
        return compiled;
    }

    // ---- first pass: scopes, nodes and slots

    private void define(List<Action> actions, Scope scope) {
        for (var action : actions) {
            var node = switch (action) {
                case ExecuteAction execute -> define(execute, Optional.empty(), scope);
                case JobAction job -> define(job.call(), Optional.of(job.effort()), scope);
                case ForEachAction loop -> define(loop, scope);
                case IncludeAction _ ->
                    throw new IllegalArgumentException(
                            "the action '%s' cannot be made into chains".formatted(action.id()));
            };
            if (nodes.put(node.id, node) != null) {
                throw new IllegalArgumentException("there are two actions '%s'".formatted(node.id));
            }
        }
    }

    private Exec define(ExecuteAction action, Optional<JobAction.Effort> effort, Scope scope) {
        var service = services.get(action.service());
        if (service == null) {
            throw new IllegalArgumentException("there is no service '%s'".formatted(action.service()));
        }
        var node = new Exec(scope, action, service, effort);
        for (int i = 0; i < node.outputs.length; i++) {
            var output = action.outputs().get(i);
            node.outputs[i] = variable(output.variable(), scope, node);
            boolean own = effort.isPresent() && JobAction.isOwn(output.id(), service);
            node.outputParameters[i] = own ? ofJob(output.id()) : parameter(service, output);
        }
        return node;
    }

    /** What every job tells, whatever its service. */
    private static ServiceParameter ofJob(String id) {
        return new ServiceParameter(
                id,
                id,
                "",
                Direction.OUTPUT,
                Cardinality.ONE,
                id.equals(JobAction.ITERATIONS) ? DataType.COUNT : DataType.PARTS,
                Optional.empty(),
                "",
                "",
                SourcePlace.NOWHERE);
    }

    private static ServiceParameter parameter(Service service, ActionOutput output) {
        return service.parameter(output.id(), Direction.OUTPUT)
                .orElseThrow(() -> new IllegalArgumentException(
                        "the service '%s' has no output '%s'".formatted(service.id(), output.id())));
    }

    private Loop define(ForEachAction action, Scope scope) {
        var loop = new Loop(scope, action);
        scope.hasLoops = true;
        action.output().ifPresent(name -> loop.output = variable(name, scope, loop));
        loop.enumerator = variable(action.enumerator(), loop.body, loop);
        define(action.actions(), loop.body);
        loop.yieldsToOutput = action.yieldToOutput().isPresent();
        loop.yieldsToInput = action.yieldToInput().isPresent();
        return loop;
    }

    private int variable(String name, Scope scope, Node maker) {
        int slot = scope.slot(name, maker);
        if (variables.put(name, new Made(scope, slot, maker)) != null) {
            throw new IllegalArgumentException("the variable '%s' is made twice".formatted(name));
        }
        return slot;
    }

    // ---- second pass: who needs what

    private void connect(Scope scope) {
        for (var node : List.copyOf(scope.nodes)) {
            switch (node) {
                case Exec exec -> connect(exec);
                case Loop loop -> connect(loop);
                case Yield _ -> {}
            }
        }
        var consumers = new IntLists(scope.slotNames.size());
        for (var node : scope.nodes) {
            for (var need : node.needs) {
                if (need.up() == 0) consumers.add(need.slot(), node.index);
                else inside(scope, need);
            }
        }
        scope.consumers = consumers.arrays();
        scope.rank = rank(scope);
        for (var node : scope.nodes) {
            if (node instanceof Loop loop) connect(loop.body);
        }
        scope.loopsInside = loopsInside(scope);
    }

    /** Notes, in the scope a slot belongs to, through which of its loops one comes to somebody who needs it. */
    private void inside(Scope from, Ref need) {
        Scope below = from;
        for (int i = 1; i < need.up(); i++) below = parent(below);
        var loop = below.owner;
        if (loop == null) throw new IllegalStateException("there is nothing around the whole");
        needsFromInside
                .computeIfAbsent(loop.scope, _ -> new HashMap<>())
                .computeIfAbsent(need.slot(), _ -> new TreeSet<>())
                .add(loop.index);
    }

    private static Scope parent(Scope scope) {
        var parent = scope.parent;
        if (parent == null) throw new IllegalStateException("there is nothing around the whole");
        return parent;
    }

    private int[][] loopsInside(Scope scope) {
        var found = needsFromInside.getOrDefault(scope, Map.of());
        var loops = new int[scope.slotNames.size()][];
        Arrays.fill(loops, new int[0]);
        found.forEach((slot, indexes) ->
                loops[slot] = indexes.stream().mapToInt(Integer::intValue).toArray());
        return loops;
    }

    private void connect(Exec exec) {
        var needs = new LinkedHashSet<Ref>();
        var inputs = exec.action.inputs();
        exec.inputs = new Ref[inputs.size()];
        exec.made = new boolean[inputs.size()];
        for (int i = 0; i < inputs.size(); i++) {
            if (inputs.get(i).source() instanceof ActionInput.Source.FromVariable(var variable)) {
                exec.inputs[i] = ref(variable, exec.scope);
                exec.made[i] = isMade(variable);
                needs.add(ref(variable, exec.scope));
            }
        }
        others(exec, exec.action.when(), exec.conditionRefs, needs);
        exec.needs = needs.toArray(Ref[]::new);
    }

    private void others(Node node, Optional<Condition> when, Map<String, Ref> conditionRefs, Set<Ref> needs) {
        when.ifPresent(condition -> condition.variables().forEach(variable -> {
            var ref = ref(variable, node.scope);
            conditionRefs.put(variable, ref);
            needs.add(ref);
        }));
        var action = node instanceof Exec exec ? exec.action : ((Loop) node).action;
        for (var id : action.dependsOn()) {
            var target = nodes.get(id);
            if (target == null) throw new IllegalArgumentException("there is no action '%s'".formatted(id));
            needs.add(new Ref(up(node.scope, target.scope, id), target.done));
        }
    }

    private void connect(Loop loop) {
        var needs = new LinkedHashSet<Ref>();
        var made = made(loop.action.input());
        loop.input = new Ref(up(loop.scope, made.scope(), loop.action.input()), made.slot());
        if (made.node() instanceof Loop source && made.scope() == source.scope) loop.source = source;
        else needs.add(loop.input);
        others(loop, loop.action.when(), loop.conditionRefs, needs);
        loop.needs = needs.toArray(Ref[]::new);
        loop.action.yieldToOutput().ifPresent(variable -> addYield(loop, variable, true));
        loop.action.yieldToInput().ifPresent(variable -> addYield(loop, variable, false));
        // Whoever begins at once and in the same scope takes every item when it comes; others need the list.
        if (loop.source != null && (loop.needs.length > 0 || loop.input.up() > 0)) loop.source.keeps = true;
    }

    private void addYield(Loop loop, String variable, boolean toOutput) {
        new Yield(loop, toOutput).needs = new Ref[] {ref(variable, loop.body)};
    }

    /** Where a variable is found by a node that needs its whole value. */
    private Ref ref(String variable, Scope from) {
        var made = made(variable);
        if (made.node() instanceof Loop loop && made.scope() == loop.scope) loop.keeps = true;
        return new Ref(up(from, made.scope(), variable), made.slot());
    }

    private Made made(String variable) {
        var made = variables.get(variable);
        if (made != null) return made;
        throw new IllegalArgumentException(
                "the variable '%s' has no value, and no action makes it".formatted(variable));
    }

    private static int up(Scope from, Scope to, String name) {
        int up = from.depth - to.depth;
        @Nullable Scope here = from;
        for (int i = 0; i < up && here != null; i++) here = here.parent;
        if (up < 0 || here != to) {
            throw new IllegalArgumentException("'%s' is not visible where it is used".formatted(name));
        }
        return up;
    }

    /** Whether values of the variable are the names of files that actions make. */
    private boolean isMade(String variable) {
        var made = variables.get(variable);
        while (made != null && made.node() instanceof Loop loop) {
            if (made.scope() == loop.scope) return true;
            made = variables.get(loop.action.input());
        }
        return made != null && made.node() instanceof Exec;
    }

    private static int[] rank(Scope scope) {
        int size = scope.nodes.size();
        var open = new int[size];
        for (var node : scope.nodes) {
            for (var need : node.needs) {
                if (need.up() == 0 && scope.makers.get(need.slot()) != null) open[node.index]++;
            }
        }
        var order = new int[size];
        int filled = 0;
        for (int i = 0; i < size; i++) {
            if (open[i] == 0) order[filled++] = i;
        }
        var rank = new int[size];
        for (int i = 0; i < filled; i++) {
            rank[order[i]] = i;
            var node = scope.nodes.get(order[i]);
            for (int slot : slotsMade(node)) {
                for (int consumer : scope.consumers[slot]) {
                    if (--open[consumer] == 0) order[filled++] = consumer;
                }
            }
        }
        return rank;
    }

    private static int[] slotsMade(Node node) {
        return switch (node) {
            case Exec exec -> {
                var slots = Arrays.copyOf(exec.outputs, exec.outputs.length + 1);
                slots[exec.outputs.length] = exec.done;
                yield slots;
            }
            case Loop loop -> loop.output == NO_SLOT ? new int[] {loop.done} : new int[] {loop.output, loop.done};
            case Yield _ -> new int[0];
        };
    }

    /** Lists of numbers, made in one go. */
    private static final class IntLists {
        private final int[][] lists;
        private final int[] sizes;

        IntLists(int count) {
            this.lists = new int[count][];
            this.sizes = new int[count];
            Arrays.fill(lists, new int[0]);
        }

        void add(int list, int number) {
            if (sizes[list] == lists[list].length)
                lists[list] = Arrays.copyOf(lists[list], Math.max(2, sizes[list] * 2));
            lists[list][sizes[list]++] = number;
        }

        int[][] arrays() {
            for (int i = 0; i < lists.length; i++) {
                if (lists[i].length != sizes[i]) lists[i] = Arrays.copyOf(lists[i], sizes[i]);
            }
            return lists;
        }
    }
}
