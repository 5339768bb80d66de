package io.tidewheel.workflow;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * An iterative job as a step: a service that is to do a number of independent iterations, split over whoever is there.
 *
 * @param targetTime within which time the iterations should be done
 */
public record JobAction(
        String id,
        String service,
        long iterations,
        Optional<Duration> targetTime,
        List<Input> inputs,
        List<Output> outputs,
        List<String> dependsOn,
        Optional<Condition> when,
        Place place)
        implements Action {
    public JobAction {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        dependsOn = List.copyOf(dependsOn);
    }
}
