package io.tidewheel.workflow;

import java.time.Duration;
import java.time.Instant;

/** When a workflow has to be done. */
public sealed interface WorkflowDeadline {
    /** @param submitted when the workflow was submitted */
    default Instant moment(Instant submitted) {
        return switch (this) {
            case Within(var time) -> submitted.plus(time);
            case At(var moment) -> moment;
        };
    }

    /** The workflow must be done so long after it was submitted. */
    record Within(Duration time) implements WorkflowDeadline {}

    /** At this moment. */
    record At(Instant moment) implements WorkflowDeadline {}
}
