package io.tidewheel.workflow.chains;

import io.tidewheel.workflow.Condition;
import io.tidewheel.workflow.chains.CompiledWorkflow.Exec;
import io.tidewheel.workflow.chains.CompiledWorkflow.Loop;
import io.tidewheel.workflow.chains.CompiledWorkflow.Node;
import io.tidewheel.workflow.chains.CompiledWorkflow.Ref;
import io.tidewheel.workflow.chains.CompiledWorkflow.Scope;
import io.tidewheel.workflow.chains.NodeState.Waiting;
import io.tidewheel.workflow.chains.SlotValue.Gone;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A scope at work: the whole workflow, or one round of a loop. It is dropped as soon as everything in it has ended. */
final class ScopeFrame {
    final Scope scope;
    final @Nullable ScopeFrame parent;
    /** The loop whose round this is. */
    final @Nullable LoopRounds rounds;

    final @Nullable RoundPosition position;
    final String name;
    /** The rounds one is in here, as they are appended to ids: {@code $3$0}. */
    final String suffix;
    /** For each slot its value; null as long as it is not known. */
    final @Nullable SlotValue[] values;
    /** For each node how many of its needs are not known. */
    final int[] missing;
    /** For each node where it stands. */
    final NodeState[] states;

    int unfinished;
    /** Why something in it can never be done. */
    @Nullable
    Gone failure;

    private final @Nullable LoopRounds[] loops;
    private @Nullable Map<Integer, List<Instance>> waiting;

    /** A node in a frame. */
    record Instance(ScopeFrame frame, Node node) {
        String id() {
            return node.id + frame.suffix;
        }

        boolean isWaiting() {
            return frame.isWaiting(node.index);
        }

        Exec exec() {
            return (Exec) node;
        }
    }

    /** @param name what the round is called */
    ScopeFrame(
            Scope scope,
            @Nullable ScopeFrame parent,
            @Nullable LoopRounds rounds,
            @Nullable RoundPosition position,
            String name) {
        this.scope = scope;
        this.parent = parent;
        this.rounds = rounds;
        this.position = position;
        this.name = name;
        this.suffix = parent == null ? "" : parent.suffix + "$" + name;
        this.values = new SlotValue[scope.slotNames.size()];
        this.missing = new int[scope.nodes.size()];
        this.states = new NodeState[scope.nodes.size()];
        Arrays.fill(states, Waiting.WAITING);
        this.unfinished = scope.nodes.size();
        this.loops = scope.hasLoops ? new LoopRounds[scope.nodes.size()] : new LoopRounds[0];
    }

    ScopeFrame up(int count) {
        ScopeFrame frame = this;
        for (int i = 0; i < count; i++) {
            var outer = frame.parent;
            if (outer == null) throw new IllegalStateException("there is nothing around the whole");
            frame = outer;
        }
        return frame;
    }

    @Nullable
    SlotValue value(Ref ref) {
        return up(ref.up()).values[ref.slot()];
    }

    /** A value that must be known by now. */
    SlotValue known(Ref ref) {
        var value = value(ref);
        if (value == null) throw new IllegalStateException("%s is not known yet".formatted(describe(ref)));
        return value;
    }

    /** Whether a condition holds whose variables are known; {@code refs} says where each of them is. */
    boolean holds(Condition condition, Map<String, Ref> refs) {
        return condition.holds(variable -> {
            var ref = refs.get(variable);
            return ref == null ? Optional.empty() : known(ref).compared();
        });
    }

    /** What a slot is called in messages. */
    String describe(Ref ref) {
        var owner = up(ref.up());
        var name = owner.scope.slotNames.get(ref.slot());
        if (!name.isEmpty()) return "the variable '%s'".formatted(name + owner.suffix);
        var maker = owner.scope.makers.get(ref.slot());
        return "the action '%s'".formatted((maker == null ? "" : maker.id) + owner.suffix);
    }

    boolean isWaiting(int node) {
        return states[node] == Waiting.WAITING;
    }

    /** The loop whose round this is; not to be asked of the whole workflow. */
    LoopRounds ownRounds() {
        if (rounds == null) throw new IllegalStateException("the whole workflow is not a round");
        return rounds;
    }

    /** The place of this round among those of its loop; not to be asked of the whole workflow. */
    RoundPosition ownPosition() {
        if (position == null) throw new IllegalStateException("the whole workflow is not a round");
        return position;
    }

    /** The rounds of a loop of this scope, begun or not. */
    LoopRounds rounds(Loop loop) {
        var known = loops[loop.index];
        if (known != null) return known;
        var made = new LoopRounds(this, loop);
        loops[loop.index] = made;
        return made;
    }

    void await(int slot, Instance instance) {
        var all = waiting;
        if (all == null) {
            all = new HashMap<>();
            waiting = all;
        }
        all.computeIfAbsent(slot, _ -> new ArrayList<>()).add(instance);
    }

    /** The nodes in rounds further inside that wait for a slot. */
    List<Instance> waitingFor(int slot) {
        var all = waiting;
        return all == null ? List.of() : all.getOrDefault(slot, List.of());
    }

    /** The nodes in rounds further inside that wait for a slot; they are forgotten here. */
    List<Instance> release(int slot) {
        var all = waiting;
        if (all == null) return List.of();
        var released = all.remove(slot);
        return released == null ? List.of() : released;
    }
}
