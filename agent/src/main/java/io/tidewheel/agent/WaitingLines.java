package io.tidewheel.agent;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Chains that wait for a slot: a line for each owner, in the order of their assignment, and the owners take turns. So nobody waits for what
 * was fetched ahead for somebody else. Chains that have been stopped meanwhile may still be in here; whoever takes one looks at its state.
 */
final class WaitingLines {
    private final Map<String, ArrayDeque<HeldChain>> lines = new HashMap<>();
    /** The owners of whom somebody waits; the first of them is next. */
    private final ArrayDeque<String> turns = new ArrayDeque<>();

    void add(HeldChain chain) {
        var line = lines.get(chain.owner);
        if (line == null) {
            line = new ArrayDeque<>();
            lines.put(chain.owner, line);
            turns.addLast(chain.owner);
        }
        line.addLast(chain);
    }

    /** The next one; it stays in its line. Null if nobody waits. */
    @Nullable
    HeldChain first() {
        var owner = turns.peekFirst();
        return owner == null ? null : line(owner).getFirst();
    }

    /** Takes the next one out; then it is another owner's turn. */
    HeldChain removeFirst() {
        var owner = turns.removeFirst();
        var chain = line(owner).removeFirst();
        if (line(owner).isEmpty()) lines.remove(owner);
        else turns.addLast(owner);
        return chain;
    }

    /** Takes out the newest of the owner of whom most wait: they have most to gain from another agent. */
    HeldChain removeLast() {
        String longest = turns.getFirst();
        for (var owner : turns) if (line(owner).size() > line(longest).size()) longest = owner;
        var chain = line(longest).removeLast();
        if (line(longest).isEmpty()) {
            lines.remove(longest);
            turns.remove(longest);
        }
        return chain;
    }

    private ArrayDeque<HeldChain> line(String owner) {
        var line = lines.get(owner);
        if (line == null) throw new IllegalStateException("nothing waits of the owner " + owner);
        return line;
    }
}
