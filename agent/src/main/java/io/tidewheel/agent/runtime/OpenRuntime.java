package io.tidewheel.agent.runtime;

import java.util.List;

/** A runtime for one life of an agent. */
@FunctionalInterface
public interface OpenRuntime extends AutoCloseable {
    /** Opens it for a slot; called by the thread that will use it. */
    CommandRuntime open(SlotTools slot);

    /** What it adds to the capabilities of the agent, beside its name if it is a plug-in's; as far as it is known now. */
    default List<String> capabilities() {
        return List.of();
    }

    /** What it may come to add in a moment, or not: it is still finding out. */
    default List<String> undecided() {
        return List.of();
    }

    /** Has the action called when it has found out whether it adds something; it must not wait. */
    default void whenItIsKnown(Runnable action) {}

    @Override
    default void close() {}
}
