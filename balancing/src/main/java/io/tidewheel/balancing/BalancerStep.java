package io.tidewheel.balancing;

import java.util.List;

/** What one event has led to: the job as it is now, what to answer, and what else to do. */
public record BalancerStep(BalancedJob job, ShareAnswer answer, List<BalancerDecision> decisions) {
    public BalancerStep {
        decisions = List.copyOf(decisions);
    }
}
