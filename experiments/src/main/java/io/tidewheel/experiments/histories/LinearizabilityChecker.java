package io.tidewheel.experiments.histories;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Looks for an order of the operations on one object in which each answer is what a {@link SequentialModel} would have answered, and none takes
 * effect before it was asked or after it was answered. All orders are tried, but no situation twice (the search of Wing and Gong with Lowe's
 * memory). Histories of many objects are checked object by object: the whole is linearizable if each of them is.
 */
public final class LinearizabilityChecker<S, O> {
    /**
     * How many situations are looked at before the search is given up without a complaint: hardly ever reached by a few dozen operations.
     */
    private static final int MOST_SITUATIONS = 500_000;

    private record Situation<S>(BitSet done, S state) {}

    private final SequentialModel<S, O> model;

    public LinearizabilityChecker(SequentialModel<S, O> model) {
        this.model = model;
    }

    /** Says what is wrong with the history of one object, or nothing if there is an order, or none was found in a reasonable time. */
    public Optional<String> complaint(List<RecordedOperation<O>> history) {
        var operations = history.stream()
                .sorted(Comparator.comparingLong(RecordedOperation::begin))
                .toList();
        var seen = new HashSet<Situation<S>>();
        var open = new ArrayDeque<Situation<S>>();
        var furthest = new Situation<>(new BitSet(), model.initial());
        open.push(furthest);
        while (!open.isEmpty()) {
            var here = open.pop();
            if (!seen.add(here)) continue;
            if (seen.size() > MOST_SITUATIONS) return Optional.empty();
            if (here.done().cardinality() > furthest.done().cardinality()) furthest = here;
            var candidates = candidates(operations, here.done());
            if (candidates.stream().allMatch(each -> operations.get(each).isPending())) return Optional.empty();
            for (int each : candidates)
                push(open, here, each, operations.get(each).operation());
        }
        return Optional.of(text(operations, furthest));
    }

    /** What may come next: whatever was asked before the first answer of all that has not come yet. */
    private List<Integer> candidates(List<RecordedOperation<O>> operations, BitSet done) {
        long firstEnd = RecordedOperation.PENDING;
        for (int i = done.nextClearBit(0); i < operations.size(); i = done.nextClearBit(i + 1)) {
            if (operations.get(i).begin() > firstEnd) break;
            firstEnd = Math.min(firstEnd, operations.get(i).end());
        }
        var candidates = new ArrayList<Integer>();
        for (int i = done.nextClearBit(0); i < operations.size(); i = done.nextClearBit(i + 1)) {
            if (operations.get(i).begin() > firstEnd) break;
            candidates.add(i);
        }
        return candidates;
    }

    private void push(ArrayDeque<Situation<S>> open, Situation<S> here, int index, O operation) {
        for (var state : model.after(here.state(), operation)) {
            var done = (BitSet) here.done().clone();
            done.set(index);
            open.push(new Situation<>(done, state));
        }
    }

    private String text(List<RecordedOperation<O>> operations, Situation<S> furthest) {
        var text =
                new StringBuilder("no order explains this (x: possible so far, up to %s):".formatted(furthest.state()));
        for (int i = 0; i < operations.size(); i++) {
            text.append("%n  %s %s".formatted(furthest.done().get(i) ? "x" : "-", operations.get(i)));
        }
        return text.toString();
    }
}
