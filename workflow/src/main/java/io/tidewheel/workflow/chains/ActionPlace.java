package io.tidewheel.workflow.chains;

import io.tidewheel.workflow.chains.CompiledWorkflow.Loop;
import io.tidewheel.workflow.chains.CompiledWorkflow.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Where an action is that is known by its id and the names of its rounds: {@code resize$3$0}. */
record ActionPlace(Node node, List<String> rounds) {
    /** @throws IllegalArgumentException if the workflow has no such action */
    static ActionPlace of(String id, CompiledWorkflow compiled) {
        var whole = compiled.nodes.get(id);
        if (whole != null && whole.scope.depth == 0) return new ActionPlace(whole, List.of());
        int end = id.length();
        var rounds = new ArrayList<String>();
        while (true) {
            int dollar = id.lastIndexOf('$', end - 1);
            if (dollar <= 0) break;
            var name = id.substring(dollar + 1, end);
            if (!RoundPosition.isName(name)) break;
            rounds.addFirst(name);
            end = dollar;
            var node = compiled.nodes.get(id.substring(0, end));
            if (node != null && node.scope.depth == rounds.size()) return new ActionPlace(node, rounds);
        }
        throw new IllegalArgumentException("the workflow has no action '%s'".formatted(id));
    }

    /** The loops around the action, the outermost first. */
    Deque<Loop> loops() {
        var loops = new ArrayDeque<Loop>();
        for (var loop = node.scope.owner; loop != null; loop = loop.scope.owner) loops.push(loop);
        return loops;
    }
}
