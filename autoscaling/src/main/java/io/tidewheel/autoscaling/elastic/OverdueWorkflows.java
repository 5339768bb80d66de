package io.tidewheel.autoscaling.elastic;

import java.time.Duration;
import java.time.Instant;

/**
 * Finds the workflows that have been there for too long: they come before all others, the oldest first. Without that, short workflows
 * that come without end could keep a long one waiting for ever; with it, nothing that came later is before a workflow any more after a
 * time that is known.
 *
 * @param times after how many times a minute and what is left of it a workflow is overdue; 0 means never
 * @param now the moment of the decision
 */
record OverdueWorkflows(double times, Instant now) {
    private static final double GRACE_SECONDS = 60;

    /** @param left how long it takes from now on if it gets all that it can use */
    boolean is(SeenWorkflow workflow, double left) {
        double age = IntervalPlanner.seconds(Duration.between(workflow.arrived(), now));
        return times > 0 && age > times * (GRACE_SECONDS + left);
    }
}
