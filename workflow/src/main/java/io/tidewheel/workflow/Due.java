package io.tidewheel.workflow;

import java.time.Duration;
import java.time.Instant;

/** When a workflow has to be done. */
public sealed interface Due {
    /** So long after it was submitted. */
    record Within(Duration time) implements Due {}

    /** At this moment. */
    record At(Instant moment) implements Due {}
}
