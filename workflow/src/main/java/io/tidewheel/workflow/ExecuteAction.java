package io.tidewheel.workflow;

import java.util.List;
import java.util.Optional;

/** Runs a service once. Retries and limits override those of the service. */
public record ExecuteAction(
        String id,
        String service,
        List<Input> inputs,
        List<Output> outputs,
        List<String> dependsOn,
        Optional<Condition> when,
        Optional<Retries> retries,
        TimeLimits limits,
        Place place)
        implements Action {
    public ExecuteAction {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        dependsOn = List.copyOf(dependsOn);
    }
}
