package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.PolicyMemory;
import java.util.List;

/**
 * Decides which machines one owner should have, within the owner's budget. Pure: it reads no clock, rolls no dice of its own and starts
 * nothing; what it remembers is in the plan, and is shown to it again with the next observation.
 */
@FunctionalInterface
public interface OwnerPolicy {
    OwnerPlan decide(OwnerObservation seen);

    /**
     * When it wants to be asked. A policy that acts at ticks is asked at the end of every interval and at no other time; one that acts on
     * news is asked also whenever work arrives or ends, a machine becomes ready, or the time comes that a machine is paid until.
     */
    default boolean actsOnNews() {
        return false;
    }

    /**
     * Whether it wants nothing as long as nothing of the owner's waits and no machine without work is about to be paid for again. It need not be
     * asked then: what has been done meanwhile it is shown when it is.
     */
    default boolean restsWithoutQueue() {
        return false;
    }

    /** The memory to begin with, given what has ended before the policy was first asked; and for how many types that is told. */
    default PolicyMemory remembering(List<OwnerObservation.Ended> before, int types) {
        return PolicyMemory.NONE;
    }

    /** Whether it has to be told how long tasks take, which nobody can but the lab. */
    default boolean knowsRunTimes() {
        return false;
    }
}
