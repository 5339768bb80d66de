package io.tidewheel.workflow.chains;

import io.tidewheel.workflow.chains.ScopeFrame.Instance;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The chains that have been made and have not ended, by their keys. */
final class OpenChains {
    private final Map<String, OpenChain> chains = new HashMap<>();
    /** Adopted chains with actions whose rounds have not begun, by the ids of these actions. */
    private final Map<String, OpenChain> expected = new HashMap<>();
    /** Adopted chains that ended before their last action was found. It has been found now. */
    private final Queue<OpenChain> resolved = new ArrayDeque<>();

    void add(OpenChain chain) {
        chains.put(chain.key, chain);
    }

    void remove(OpenChain chain) {
        chains.remove(chain.key);
    }

    @Nullable
    OpenChain find(String key) {
        return chains.get(key);
    }

    int size() {
        return chains.size();
    }

    boolean isEmpty() {
        return chains.isEmpty();
    }

    /** Puts the instance into the chain. */
    static void take(Instance instance, OpenChain chain) {
        if (!instance.isWaiting()) {
            throw new IllegalArgumentException("the action '%s' is in a chain already".formatted(instance.id()));
        }
        instance.frame().states[instance.node().index] = chain;
        chain.instances.add(instance);
    }

    /** The instances of the chain are in none any more. */
    static void release(OpenChain chain) {
        for (var instance : chain.instances) instance.frame().states[instance.node().index] = NodeState.Waiting.WAITING;
        chain.instances.clear();
    }

    /** The chain has an action whose round has not begun. */
    void expect(String action, OpenChain chain) {
        expected.put(action, chain);
        chain.unresolved++;
    }

    /** The round of an action begins: if an adopted chain has the action, it takes it. */
    void found(Instance instance) {
        if (expected.isEmpty()) return;
        var chain = expected.remove(instance.id());
        if (chain == null) return;
        take(instance, chain);
        if (--chain.unresolved == 0 && chain.ending != null) resolved.add(chain);
    }

    /** The next chain that has ended and whose last action has been found since; each is handed out once. */
    @Nullable
    OpenChain nextResolved() {
        return resolved.poll();
    }
}
