package io.tidewheel.workflow;

import java.util.List;
import java.util.Optional;

/** Puts the actions of a macro in its place. */
public record IncludeAction(
        String id,
        String macro,
        List<ActionInput> inputs,
        List<ActionOutput> outputs,
        List<String> dependsOn,
        Optional<Condition> when,
        SourcePlace place)
        implements Action {
    public IncludeAction {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        dependsOn = List.copyOf(dependsOn);
    }
}
