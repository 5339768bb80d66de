package io.tidewheel.workflow.chains;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.RetryPolicy;
import java.util.List;
import java.util.Optional;

/**
 * A process chain that can be run now, or an iterative job, which is run as many chains but begins and ends as one.
 *
 * @param key its name within the run: the first of its actions
 * @param actions its actions, with their rounds, in order; whoever stores them can give them to {@link ChainPlanner#adopt}
 * @param executables of a job, the command of its first partition
 */
public record PlannedChain(
        String key,
        List<String> actions,
        Capabilities requires,
        Amounts amounts,
        int priority,
        RetryPolicy retries,
        List<PlannedExecutable> executables,
        Optional<PlannedJob> job) {
    public PlannedChain {
        actions = List.copyOf(actions);
        executables = List.copyOf(executables);
    }

    /** What it does, in a word that is the same in all workflows: the services that it runs. */
    public String kind() {
        return kindOf(executables.stream().map(PlannedExecutable::service).toList());
    }

    /** What a chain does that runs these services one after the other. */
    public static String kindOf(List<String> services) {
        return WorkflowStages.kindOf(services);
    }

    /** The same with other commands. */
    public PlannedChain with(List<PlannedExecutable> others) {
        return new PlannedChain(key, actions, requires, amounts, priority, retries, others, job);
    }
}
