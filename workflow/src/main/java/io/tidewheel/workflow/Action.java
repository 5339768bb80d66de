package io.tidewheel.workflow;

import java.util.List;
import java.util.Optional;

/** A step of a workflow. Every action has an id: one without gets an id from its place in the file, the same each time it is read. */
public sealed interface Action permits ExecuteAction, ForEachAction, IncludeAction, JobAction {
    String id();

    /** The actions that must have been done before. */
    List<String> dependsOn();

    /** Under which condition it is done at all. */
    Optional<Condition> when();

    SourcePlace place();
}
