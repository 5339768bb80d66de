package io.tidewheel.workflow.chains;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.workflow.chains.ScopeFrame.Instance;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A chain that is being made: what it has, and the action with which it may go on. */
final class ChainDraft {
    final OpenChain chain;
    final List<PlannedExecutable> commands = new ArrayList<>();
    final List<String> actions = new ArrayList<>();
    RequiredResources need = RequiredResources.of(Capabilities.NONE);

    @Nullable
    Instance at;

    ChainDraft(Instance first) {
        this.chain = new OpenChain(first.id());
        this.at = first;
    }

    boolean isEmpty() {
        return actions.isEmpty();
    }
}
