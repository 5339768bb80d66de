package io.tidewheel.workflow.chains;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.workflow.Amounts;
import java.util.List;

/**
 * A process chain that can be run now.
 *
 * @param key its name within the run: the first of its actions
 * @param actions its actions, with their rounds, in order; whoever stores them can give them to {@link Unfolding#adopt}
 */
public record PlannedChain(
        String key,
        List<String> actions,
        Capabilities requires,
        Amounts amounts,
        int priority,
        RetryPolicy retries,
        List<PlannedExecutable> executables) {
    public PlannedChain {
        actions = List.copyOf(actions);
        executables = List.copyOf(executables);
    }
}
