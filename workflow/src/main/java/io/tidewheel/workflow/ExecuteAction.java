package io.tidewheel.workflow;

import java.util.List;
import java.util.Optional;

/** Runs a service once. Retries and limits override those of the service. */
public record ExecuteAction(
        String id,
        String service,
        List<ActionInput> inputs,
        List<ActionOutput> outputs,
        List<String> dependsOn,
        Optional<Condition> when,
        Optional<ActionRetries> retries,
        ExecutableTimeLimits limits,
        SourcePlace place)
        implements Action {
    public ExecuteAction {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        dependsOn = List.copyOf(dependsOn);
    }

    /** The same action, begun after other actions and under another condition. */
    public ExecuteAction after(List<String> others, Optional<Condition> condition) {
        return new ExecuteAction(id, service, inputs, outputs, others, condition, retries, limits, place);
    }
}
