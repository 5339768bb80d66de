package io.tidewheel.workflow.chains;

import io.tidewheel.workflow.chains.ScopeFrame.Instance;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds behind a fork the action below which all others hang as a tree, as Steep does: everything that follows is counted below each action, as often as
 * there are ways to it. The action that is left last, going down in the order of the followers, must have below it exactly all others.
 */
final class TreeCount {
    /** Behind a fork that is larger a chain ends. */
    private static final int MOST_VISITED = 10_000;

    private final Function<Instance, Collection<Instance>> followers;
    /** How many are below; there may be very many ways. */
    private final Map<Instance, Long> below = new HashMap<>();

    private final Deque<Visit> path = new ArrayDeque<>();
    private @Nullable Instance last;

    private static final class Visit {
        final Instance instance;
        final Iterator<Instance> rest;
        final Collection<Instance> all;

        Visit(Instance instance, Collection<Instance> all) {
            this.instance = instance;
            this.all = all;
            this.rest = all.iterator();
        }
    }

    TreeCount(Function<Instance, Collection<Instance>> followers) {
        this.followers = followers;
    }

    /** Null if there is none. */
    @Nullable
    Instance root(Collection<Instance> fork) {
        for (var each : fork) if (!below.containsKey(each) && !visit(each)) return null;
        return Optional.ofNullable(last)
                .filter(each -> below.getOrDefault(each, 0L) == below.size() - 1)
                .orElse(null);
    }

    /** False if there is too much to be seen. */
    private boolean visit(Instance first) {
        push(first);
        while (!path.isEmpty()) {
            var visit = path.peek();
            if (!visit.rest.hasNext()) leave(path.pop());
            else {
                var next = visit.rest.next();
                if (below.containsKey(next)) continue;
                if (below.size() + path.size() >= MOST_VISITED) return false;
                push(next);
            }
        }
        return true;
    }

    private void push(Instance instance) {
        path.push(new Visit(instance, followers.apply(instance)));
    }

    private void leave(Visit visit) {
        long count = visit.all.size();
        for (var each : visit.all) count += below.getOrDefault(each, 0L);
        below.put(visit.instance, Math.min(count, Integer.MAX_VALUE));
        last = visit.instance;
    }
}
