package io.tidewheel.workflow.chains;

import io.tidewheel.workflow.chains.ScopeFrame.Instance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A chain that has been made and has not ended. */
final class OpenChain implements NodeState {
    final String key;
    final List<Instance> instances = new ArrayList<>();
    /** How many actions of an adopted chain are in rounds that have not begun yet. */
    int unresolved;

    @Nullable
    Ending ending;

    /** How it ended. */
    sealed interface Ending {
        record Success(Map<String, ? extends List<?>> results) implements Ending {}

        record Failure(boolean cancelled) implements Ending {}

        /** The chain was never made. */
        record Loss(String why) implements Ending {}
    }

    OpenChain(String key) {
        this.key = key;
    }
}
