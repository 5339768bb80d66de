package io.tidewheel.controllers.jobs;

import java.util.Set;

/**
 * A job inside of a workflow, for people.
 *
 * @param action what it is called there
 * @param state QUEUED, RUNNING, SUCCEEDED, FAILED or CANCELLED
 */
public record InnerJobView(String action, String state, JobView job) {
    private static final Set<String> END = Set.of("SUCCEEDED", "FAILED", "CANCELLED");

    public boolean isOver() {
        return END.contains(state);
    }
}
