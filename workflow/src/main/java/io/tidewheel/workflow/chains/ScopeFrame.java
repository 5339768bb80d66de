package io.tidewheel.workflow.chains;

import io.tidewheel.workflow.chains.CompiledWorkflow.Exec;
import io.tidewheel.workflow.chains.CompiledWorkflow.Loop;
import io.tidewheel.workflow.chains.CompiledWorkflow.Node;
import io.tidewheel.workflow.chains.CompiledWorkflow.Ref;
import io.tidewheel.workflow.chains.CompiledWorkflow.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    final @Nullable Object[] values;
    /** For each node how many of its needs are not known. */
    final int[] missing;
    /** For each node null while it waits; then the chain or the rounds it is in; at last an {@link End}. */
    final @Nullable Object[] states;

    int unfinished;
    /** Why something in it can never be done. */
    @Nullable
    Gone failure;

    private final @Nullable LoopRounds[] loops;
    private @Nullable Map<Integer, List<Instance>> waiting;

    /** How a node ended. */
    enum End {
        DONE,
        LEFT_OUT,
        GONE
    }

    /** Stands for a value that will never come. */
    record Gone(String because) {}

    /** Stands for the value of a variable whose action was left out. */
    enum Nothing {
        NOTHING
    }

    /** A node in a frame. */
    record Instance(ScopeFrame frame, Node node) {
        String id() {
            return node.id + frame.suffix;
        }

        boolean isWaiting() {
            return frame.states[node.index] == null;
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
        this.values = new Object[scope.slotNames.size()];
        this.missing = new int[scope.nodes.size()];
        this.states = new Object[scope.nodes.size()];
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
    Object value(Ref ref) {
        return up(ref.up()).values[ref.slot()];
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

    /** Those in rounds further inside that wait for a slot. */
    List<Instance> waitingFor(int slot) {
        var all = waiting;
        return all == null ? List.of() : all.getOrDefault(slot, List.of());
    }

    /** The same, and they are forgotten. */
    List<Instance> release(int slot) {
        var all = waiting;
        if (all == null) return List.of();
        var released = all.remove(slot);
        return released == null ? List.of() : released;
    }
}
