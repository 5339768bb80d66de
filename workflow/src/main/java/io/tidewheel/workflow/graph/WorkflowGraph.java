package io.tidewheel.workflow.graph;

import io.tidewheel.workflow.Action;
import io.tidewheel.workflow.ActionInput;
import io.tidewheel.workflow.ActionOutput;
import io.tidewheel.workflow.ExecuteAction;
import io.tidewheel.workflow.ForEachAction;
import io.tidewheel.workflow.IncludeAction;
import io.tidewheel.workflow.JobAction;
import io.tidewheel.workflow.Workflow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which action waits for which. Loops are not unrolled: an action in a loop is one node that says which loop it is in.
 *
 * @param nodes in the order of the text
 * @param edges from who is waited for to who waits, each once
 */
public record WorkflowGraph(List<Node> nodes, List<Edge> edges) {
    /**
     * One action, or several that are drawn as one.
     *
     * @param loop the innermost loop it is in
     * @param actions the ids of the actions it stands for
     */
    public record Node(String id, String service, Optional<String> loop, List<String> actions) {
        public Node {
            actions = List.copyOf(actions);
        }
    }

    /** The second waits for the first. */
    public record Edge(String from, String to) {}

    public WorkflowGraph {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }

    /** @param workflow one whose macros have been expanded */
    public static WorkflowGraph of(Workflow workflow) {
        var reader = new Reader();
        reader.look(workflow.actions(), Optional.empty());
        return new WorkflowGraph(reader.nodes, reader.edges());
    }

    /** At most about so many nodes: actions of one service at the same depth become one, if need be at any depth. */
    public WorkflowGraph collapsed(int most) {
        if (nodes.size() <= most) return this;
        var depths = depths();
        var byDepth = joined(node -> node.service() + " #" + depths.getOrDefault(node.id(), 0));
        return byDepth.nodes.size() <= most ? byDepth : joined(Node::service);
    }

    private interface Naming {
        String of(Node node);
    }

    private WorkflowGraph joined(Naming naming) {
        var groups = new LinkedHashMap<String, List<Node>>();
        var groupOf = new HashMap<String, String>();
        for (var node : nodes) {
            var name = naming.of(node);
            groups.computeIfAbsent(name, _ -> new ArrayList<>()).add(node);
            groupOf.put(node.id(), name);
        }
        var joined = groups.entrySet().stream()
                .map(group -> group(group.getKey(), group.getValue()))
                .toList();
        var between = new LinkedHashSet<Edge>();
        for (var edge : edges) {
            var from = groupOf.getOrDefault(edge.from(), edge.from());
            var to = groupOf.getOrDefault(edge.to(), edge.to());
            if (!from.equals(to)) between.add(new Edge(from, to));
        }
        return new WorkflowGraph(joined, List.copyOf(between));
    }

    private static Node group(String name, List<Node> members) {
        var actions = members.stream().flatMap(node -> node.actions().stream()).toList();
        var loops = members.stream().map(Node::loop).distinct().toList();
        return new Node(
                name, members.getFirst().service(), loops.size() == 1 ? loops.getFirst() : Optional.empty(), actions);
    }

    /** How long the longest way to each node is; ways round a circle, which a loop can make, count once. */
    private Map<String, Integer> depths() {
        var waitsFor = new HashMap<String, Integer>();
        var next = new HashMap<String, List<String>>();
        for (var edge : edges) {
            waitsFor.merge(edge.to(), 1, Integer::sum);
            next.computeIfAbsent(edge.from(), _ -> new ArrayList<>()).add(edge.to());
        }
        var depths = new TreeMap<String, Integer>();
        var ready = new ArrayList<String>();
        for (var node : nodes) if (!waitsFor.containsKey(node.id())) ready.add(node.id());
        for (int i = 0; i < ready.size(); i++) {
            var id = ready.get(i);
            int depth = depths.getOrDefault(id, 0);
            for (var later : next.getOrDefault(id, List.of())) {
                depths.merge(later, depth + 1, Math::max);
                if (waitsFor.merge(later, -1, Integer::sum) == 0) ready.add(later);
            }
        }
        return depths;
    }

    /** Walks through a workflow and notes who makes and who uses which variable. */
    private static final class Reader {
        private final List<Node> nodes = new ArrayList<>();
        /** The actions that make a variable. */
        private final Map<String, Set<String>> makers = new HashMap<>();
        /** Variables that get their values from other variables, as loops hand them in and out. */
        private final Map<String, Set<String>> sources = new HashMap<>();
        /** What each action uses. */
        private final Map<String, Set<String>> uses = new LinkedHashMap<>();
        /** What each action is to come after. */
        private final Map<String, Set<String>> after = new LinkedHashMap<>();
        /** The actions inside each loop. */
        private final Map<String, Set<String>> inside = new HashMap<>();

        void look(List<Action> actions, Optional<ForEachAction> loop) {
            for (var action : actions) {
                switch (action) {
                    case ExecuteAction execute ->
                        add(execute, execute.service(), execute.inputs(), execute.outputs(), loop);
                    case JobAction job -> add(job, job.service(), job.inputs(), job.outputs(), loop);
                    case IncludeAction include ->
                        add(include, include.macro(), include.inputs(), include.outputs(), loop);
                    case ForEachAction inner -> look(inner);
                }
            }
        }

        private void look(ForEachAction loop) {
            source(loop.enumerator(), loop.input());
            loop.yieldToInput().ifPresent(yielded -> source(loop.enumerator(), yielded));
            loop.output().ifPresent(output -> loop.yieldToOutput().ifPresent(yielded -> source(output, yielded)));
            int before = nodes.size();
            look(loop.actions(), Optional.of(loop));
            var body =
                    nodes.subList(before, nodes.size()).stream().map(Node::id).toList();
            inside.put(loop.id(), new LinkedHashSet<>(body));
            for (var id : body) {
                after.computeIfAbsent(id, _ -> new LinkedHashSet<>()).addAll(loop.dependsOn());
                uses.computeIfAbsent(id, _ -> new LinkedHashSet<>());
            }
        }

        private void source(String variable, String from) {
            sources.computeIfAbsent(variable, _ -> new LinkedHashSet<>()).add(from);
        }

        private void add(
                Action action,
                String service,
                List<ActionInput> inputs,
                List<ActionOutput> outputs,
                Optional<ForEachAction> loop) {
            var id = action.id();
            nodes.add(new Node(id, service, loop.map(ForEachAction::id), List.of(id)));
            var used = uses.computeIfAbsent(id, _ -> new LinkedHashSet<>());
            for (var input : inputs)
                if (input.source() instanceof ActionInput.Source.FromVariable(var variable)) used.add(variable);
            for (var output : outputs)
                makers.computeIfAbsent(output.variable(), _ -> new LinkedHashSet<>())
                        .add(id);
            after.computeIfAbsent(id, _ -> new LinkedHashSet<>()).addAll(action.dependsOn());
        }

        List<Edge> edges() {
            var edges = new LinkedHashSet<Edge>();
            for (var node : nodes) {
                for (var variable : uses.getOrDefault(node.id(), Set.of()))
                    for (var maker : makersOf(variable)) link(edges, maker, node.id());
                for (var earlier : after.getOrDefault(node.id(), Set.of()))
                    for (var each : inside.getOrDefault(earlier, Set.of(earlier))) link(edges, each, node.id());
            }
            return List.copyOf(edges);
        }

        private static void link(Set<Edge> edges, String from, String to) {
            if (!from.equals(to)) edges.add(new Edge(from, to));
        }

        private Set<String> makersOf(String variable) {
            var found = new LinkedHashSet<String>();
            var seen = new LinkedHashSet<String>();
            var open = new ArrayList<>(List.of(variable));
            for (int i = 0; i < open.size(); i++) {
                if (!seen.add(open.get(i))) continue;
                found.addAll(makers.getOrDefault(open.get(i), Set.of()));
                open.addAll(sources.getOrDefault(open.get(i), Set.of()));
            }
            return found;
        }
    }
}
