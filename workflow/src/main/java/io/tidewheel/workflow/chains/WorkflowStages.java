package io.tidewheel.workflow.chains;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.RemainingWork;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.workflow.chains.CompiledWorkflow.Exec;
import io.tidewheel.workflow.chains.CompiledWorkflow.Loop;
import io.tidewheel.workflow.chains.CompiledWorkflow.Node;
import io.tidewheel.workflow.chains.CompiledWorkflow.Scope;
import io.tidewheel.workflow.chains.CompiledWorkflow.Yield;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What comes after what in a workflow, as it can be told beforehand: actions that run the same service at the same distance from the
 * beginning are one stage. Actions that have to follow each other without a fork are expected to become one chain.
 */
final class WorkflowStages {
    /** Larger workflows have no stages: they are looked at each time something has happened. */
    private static final int MOST_ACTIONS = 20_000;

    private static final int LONGEST_KIND = 120;

    /** An action and those that are expected to be in one chain with it. */
    private static final class Place {
        final List<Exec> actions = new ArrayList<>();
        final Set<Place> before = new TreeSet<>(Comparator.comparingInt(place -> place.number));
        final int number;
        int stage;
        int level;

        Place(int number, Exec first) {
            this.number = number;
            actions.add(first);
        }

        String kind() {
            return kindOf(actions.stream().map(exec -> exec.service.id()).toList());
        }
    }

    private record StageKey(int level, String kind) {}

    private record StageShape(String kind, Capabilities requires, Set<Integer> before) {}

    /** In an order in which nothing comes before what it waits for. */
    private final List<Place> places = new ArrayList<>();

    private final Map<Exec, Place> placeOf = new HashMap<>();
    private final Map<Node, Set<Place>> endsOf = new HashMap<>();
    private final List<StageShape> stages = new ArrayList<>();

    private WorkflowStages() {}

    /** Empty if the workflow is too large to be looked at often. */
    static WorkflowStages of(CompiledWorkflow compiled) {
        var prospect = new WorkflowStages();
        if (compiled.nodes.size() > MOST_ACTIONS) return prospect;
        prospect.enter(compiled.root, Set.of());
        prospect.level();
        return prospect;
    }

    /** What a chain of these services is called. */
    static String kindOf(List<String> services) {
        if (services.size() == 1 && services.getFirst().length() <= LONGEST_KIND) return services.getFirst();
        var words = new ArrayList<String>();
        for (var service : services) if (words.isEmpty() || !words.getLast().equals(service)) words.add(service);
        var name = String.join("+", words);
        return name.length() <= LONGEST_KIND ? name : name.substring(0, LONGEST_KIND) + "#" + name.hashCode();
    }

    // ---- what comes after what

    private void enter(Scope scope, Set<Place> around) {
        var nodes = new ArrayList<>(scope.nodes);
        nodes.sort(Comparator.comparingInt(node -> scope.rank[node.index]));
        for (var node : nodes) {
            var before = new TreeSet<Place>(Comparator.comparingInt(place -> place.number));
            for (var need : node.needs) before.addAll(endsOf(maker(scope, need.up(), need.slot())));
            if (node instanceof Loop loop && loop.source != null) before.addAll(endsOf(loop.source));
            if (before.isEmpty()) before.addAll(around);
            switch (node) {
                case Exec exec -> enter(exec, before);
                case Loop loop -> enter(loop, before);
                case Yield _ -> {}
            }
        }
    }

    private void enter(Exec exec, Set<Place> before) {
        var place = goesOn(exec, before);
        if (place == null) {
            place = new Place(places.size(), exec);
            place.before.addAll(before);
            places.add(place);
        } else {
            place.actions.add(exec);
        }
        placeOf.put(exec, place);
        endsOf.put(exec, Set.of(place));
    }

    /** The place that an action continues: the only one it waits for, if nobody else waits for that one. */
    private static @Nullable Place goesOn(Exec exec, Set<Place> before) {
        if (before.size() != 1) return null;
        var place = before.iterator().next();
        var last = place.actions.getLast();
        boolean isJob = last.effort.isPresent() || exec.effort.isPresent();
        if (isJob || last.scope != exec.scope || isNeededByOthers(last, exec)) return null;
        for (var need : exec.needs) if (need.up() > 0) return null;
        return place;
    }

    private static boolean isNeededByOthers(Exec last, Exec exec) {
        var scope = last.scope;
        for (int output : last.outputs) if (isNeededByOthers(scope, output, exec)) return true;
        return isNeededByOthers(scope, last.done, exec);
    }

    private static boolean isNeededByOthers(Scope scope, int slot, Exec exec) {
        if (scope.loopsInside[slot].length > 0) return true;
        for (int consumer : scope.consumers[slot]) {
            var other = scope.nodes.get(consumer);
            if (other != exec && !(other instanceof Yield)) return true;
        }
        return false;
    }

    private void enter(Loop loop, Set<Place> before) {
        enter(loop.body, before);
        var ends = new TreeSet<Place>(Comparator.comparingInt(place -> place.number));
        for (var node : loop.body.nodes) ends.addAll(endsOf(node));
        for (var place : List.copyOf(ends)) ends.removeAll(place.before);
        endsOf.put(loop, ends.isEmpty() ? before : ends);
    }

    private Set<Place> endsOf(@Nullable Node node) {
        return node == null ? Set.of() : endsOf.getOrDefault(node, Set.of());
    }

    private static @Nullable Node maker(Scope from, int up, int slot) {
        @Nullable Scope scope = from;
        for (int i = 0; i < up && scope != null; i++) scope = scope.parent;
        if (scope == null) return null;
        var maker = scope.makers.get(slot);
        // Inside a loop its own enumerator says nothing that being inside does not say.
        return maker instanceof Loop loop && loop.body == scope ? null : maker;
    }

    private void level() {
        var known = new TreeMap<StageKey, Integer>(
                Comparator.comparingInt(StageKey::level).thenComparing(StageKey::kind));
        for (var place : places) {
            for (var before : place.before) place.level = Math.max(place.level, before.level + 1);
            known.putIfAbsent(new StageKey(place.level, place.kind()), 0);
        }
        int number = 0;
        for (var entry : known.entrySet()) {
            entry.setValue(number++);
            stages.add(new StageShape(entry.getKey().kind(), Capabilities.NONE, new TreeSet<>()));
        }
        for (var place : places) {
            var at = known.get(new StageKey(place.level, place.kind()));
            if (at == null) throw new IllegalStateException("a place without a stage");
            place.stage = at;
            var shape = stages.get(at);
            for (var before : place.before) shape.before().add(before.stage);
            var requires = shape.requires();
            for (var exec : place.actions) requires = requires.and(exec.service.requires());
            stages.set(at, new StageShape(shape.kind(), requires, shape.before()));
        }
    }

    // ---- how much of it is left

    /** How things stand in a workflow that is being unfolded. */
    RemainingWork outlook(ScopeFrame root) {
        if (stages.isEmpty()) return RemainingWork.NONE;
        var open = new long[stages.size()];
        var toCome = new long[stages.size()];
        count(root, open, toCome);
        var places = new int[stages.size()];
        var left = new ArrayList<RemainingWork.Stage>();
        for (int stage = 0; stage < stages.size(); stage++) {
            places[stage] = open[stage] + toCome[stage] > 0 ? left.size() : -1;
            if (places[stage] < 0) continue;
            var shape = stages.get(stage);
            var after = new ArrayList<Integer>();
            for (int before : shape.before()) if (places[before] >= 0) after.add(places[before]);
            left.add(new RemainingWork.Stage(
                    shape.kind(), RequiredResources.of(shape.requires()), open[stage], toCome[stage], after));
        }
        return new RemainingWork(left);
    }

    private void count(ScopeFrame frame, long[] open, long[] toCome) {
        for (var node : frame.scope.nodes) {
            switch (frame.states[node.index]) {
                case NodeState.Waiting _ -> countAll(node, 1, toCome);
                case OpenChain _ -> countAll(node, 1, open);
                case LoopRounds rounds -> {
                    for (var round : rounds.open.values()) count(round, open, toCome);
                    countAll(rounds.loop, rounds.itemsLeft(), toCome);
                }
                case NodeState.Ended _ -> {}
            }
        }
    }

    private void countAll(Node node, long times, long[] counts) {
        switch (node) {
            case Exec exec -> {
                var place = placeOf.get(exec);
                if (place != null && place.actions.getFirst() == exec) counts[place.stage] += times;
            }
            case Loop loop -> {
                if (times > 0) for (var inside : loop.body.nodes) countAll(inside, times, counts);
            }
            case Yield _ -> {}
        }
    }
}
