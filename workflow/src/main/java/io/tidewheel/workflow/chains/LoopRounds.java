package io.tidewheel.workflow.chains;

import io.tidewheel.workflow.chains.CompiledWorkflow.Loop;
import io.tidewheel.workflow.chains.SlotValue.Collected;
import io.tidewheel.workflow.chains.SlotValue.Gone;
import io.tidewheel.workflow.chains.SlotValue.Nothing;
import io.tidewheel.workflow.chains.SlotValue.Plain;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** A loop at work: which items are still to come, which rounds are open, what they have yielded. */
final class LoopRounds implements NodeState {
    final ScopeFrame frame;
    final Loop loop;

    boolean begun;
    /** Whether all items of its input are known. */
    boolean inputComplete;

    boolean outputComplete;
    boolean queued;
    int openOutputs;
    int openInputs;
    /** Why it cannot end well. */
    @Nullable
    Gone failure;
    /** Why its output cannot be complete. */
    @Nullable
    Gone outputFailure;

    /** The rounds that are open, by their names. */
    final Map<String, ScopeFrame> open = new LinkedHashMap<>();

    final List<LoopRounds> readers = new ArrayList<>();

    private List<?> fixed = List.of();
    private int next;
    private final Queue<Item> queue = new ArrayDeque<>();
    private List<Item> collected = new ArrayList<>();

    /** A value and its place in the list. */
    record Item(RoundPosition position, Object value) {}

    LoopRounds(ScopeFrame frame, Loop loop) {
        this.frame = frame;
        this.loop = loop;
    }

    /** Takes this list, or this single value, as the loop's input. */
    void take(SlotValue value) {
        switch (value) {
            case Nothing _ -> {}
            case Collected(var items) -> queue.addAll(items);
            case Plain(List<?> list) -> fixed = list;
            case Plain(Collection<?> others) -> fixed = List.copyOf(others);
            case Plain(var single) -> fixed = List.of(single);
            case Gone _, Ended _ -> throw new IllegalStateException("a loop over " + value);
        }
        inputComplete = true;
    }

    void take(Item item) {
        queue.add(item);
    }

    boolean hasItems() {
        return next < fixed.size() || !queue.isEmpty();
    }

    /** How many rounds are known to come. */
    long itemsLeft() {
        return (long) fixed.size() - next + queue.size();
    }

    Item nextItem() {
        if (next < fixed.size()) {
            var item = new Item(RoundPosition.of(next), fixed.get(next));
            next++;
            if (next == fixed.size()) {
                fixed = List.of();
                next = 0;
            }
            return item;
        }
        return queue.remove();
    }

    boolean yieldsNoMore() {
        return begun && inputComplete && !hasItems() && openOutputs == 0 && openInputs == 0;
    }

    boolean isOver() {
        return begun && inputComplete && !hasItems() && open.isEmpty();
    }

    void collect(List<Item> items) {
        if (loop.keeps) collected.addAll(items);
    }

    List<Item> collectedSoFar() {
        return collected;
    }

    /** What it has collected, in the order of the rounds. */
    Collected result() {
        collected.sort(Comparator.comparing(Item::position));
        var result = new Collected(List.copyOf(collected));
        collected = new ArrayList<>();
        return result;
    }

    /** A yielded value as items: lists are opened once, and what is empty vanishes. */
    static List<Item> items(RoundPosition round, SlotValue value, boolean toInput) {
        return switch (value) {
            case Nothing _ -> List.of();
            case Collected whole -> items(round, whole.values(), toInput);
            case Plain(Collection<?> list) -> items(round, list, toInput);
            case Plain(var single) -> List.of(new Item(toInput ? round.child(0) : round.outside(), single));
            case Gone _, Ended _ -> throw new IllegalStateException("a round yields " + value);
        };
    }

    private static List<Item> items(RoundPosition round, Collection<?> values, boolean toInput) {
        var items = new ArrayList<Item>(values.size());
        int index = 0;
        for (Object each : values) {
            items.add(new Item(toInput ? round.child(index) : round.outside().item(index), each));
            index++;
        }
        return items;
    }
}
