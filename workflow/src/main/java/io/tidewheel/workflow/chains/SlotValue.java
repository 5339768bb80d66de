package io.tidewheel.workflow.chains;

import io.tidewheel.workflow.chains.LoopRounds.Item;
import java.util.List;
import java.util.Optional;

/** What has become known of a slot. It never changes any more. */
sealed interface SlotValue
        permits SlotValue.Plain, SlotValue.Collected, SlotValue.Nothing, SlotValue.Gone, NodeState.Ended {
    /** A value as users know it: from the text of the workflow, the name of a file, a {@link MadeFile}, or a list of them. */
    record Plain(Object value) implements SlotValue {}

    /** A complete list that a loop has made; its items know their places. */
    record Collected(List<Item> items) implements SlotValue {
        List<Object> values() {
            return items.stream().map(Item::value).toList();
        }
    }

    /** The variable has no value, because its action was left out. */
    enum Nothing implements SlotValue {
        NOTHING
    }

    /** The value will never come. */
    record Gone(String because) implements SlotValue {}

    /** What a condition compares: a list of one is that one. Empty if there is no value. */
    default Optional<Object> compared() {
        return switch (this) {
            case Nothing _ -> Optional.empty();
            case Collected whole -> Optional.of(single(whole.values()));
            case Plain(List<?> list) -> Optional.of(single(list));
            case Plain(var value) -> Optional.of(value);
            case Gone _, NodeState.Ended _ -> throw new IllegalStateException("%s is not a value".formatted(this));
        };
    }

    private static Object single(List<?> list) {
        return list.size() == 1 ? list.getFirst() : list;
    }
}
