package io.tidewheel.balancing;

import java.util.List;

/** What one event has led to: the job as it is now, what to answer, and what else to do. */
public record Turn(Job job, Answer answer, List<Decision> decisions) {
    public Turn {
        decisions = List.copyOf(decisions);
    }
}
