package io.tidewheel.experiments.tascaas;

import io.tidewheel.balancing.hint.DemandHint;
import io.tidewheel.balancing.hint.ScaleHint;
import io.tidewheel.balancing.hint.TwoPhaseHint;
import java.time.Duration;
import java.time.Instant;

/** Which balancer decides, with the order of the queue and the hint for sites that belong to it. */
public enum BalancingMode {
    /** TaScaaS as it is. */
    ORIGINAL,
    /** The default balancer. */
    DEFAULT,
    /** The default balancer in the server's job controller, on the engine. */
    ENGINE,
    /** The same, with programs that keep at each report what they need to go on. */
    KEEPING,
    /** The same, with programs at foreign sites, through the endpoints that such sites call. */
    SITES,
    /** Each job is split once, and nothing is balanced. */
    SPLIT;

    JobSide sideOf(SimJobSpec job) {
        return switch (this) {
            case ORIGINAL -> new OriginalJobSide(job);
            case DEFAULT -> new DefaultJobSide(job.goal(), job.submitted());
            case ENGINE, KEEPING, SITES -> throw new IllegalArgumentException("the sides of a job room are made by it");
            case SPLIT -> new DefaultJobSide(job.split(), job.submitted());
        };
    }

    ScaleHint hint(Duration scaleTime, Instant now) {
        return this == ORIGINAL ? TwoPhaseHint.first(scaleTime, now) : DemandHint.first(scaleTime, now);
    }
}
