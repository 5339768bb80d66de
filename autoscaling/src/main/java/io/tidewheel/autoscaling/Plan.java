package io.tidewheel.autoscaling;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.MachineId;
import java.util.List;

/**
 * What a policy wants: machines to be made and machines to be let go, each with the reason, and what it could not do.
 *
 * @param memory what the policy wants to see again in the next observation
 */
public record Plan(List<Purchase> purchases, List<Release> releases, List<Shortage> shortages, PolicyMemory memory) {
    public static final Plan NOTHING = new Plan(List.of(), List.of(), List.of(), PolicyMemory.NONE);

    /** One machine of a setup is to be made. */
    public record Purchase(String setup, String why) {}

    /** A machine is to finish its work and go. */
    public record Release(MachineId machine, String why) {}

    /**
     * Work for which there is not enough room, present, on its way or planned.
     *
     * @param chains how many of those that wait have no room in sight
     * @param limits what stands in the way, the nearest first
     */
    public record Shortage(Capabilities requires, long chains, List<Obstacle> limits) {
        public Shortage {
            limits = List.copyOf(limits);
        }
    }

    /** Why no (further) machine of a setup is made, or, without a setup, why none of any is. */
    public record Obstacle(Limit limit, String setup, String text) {}

    /** What limits a fleet. */
    public enum Limit {
        /** No setup offers what is required. */
        NO_SETUP,
        /** The setup has as many machines as it may. */
        MAX_MACHINES,
        /** The pool of agents has as many as it may. */
        POOL_MAX,
        /** As many machines are being made as may be at the same time. */
        CREATE_CONCURRENT,
        /** Machines of this setup could not be made lately. */
        BREAKER,
        /** The owner's money for this interval is spent. */
        BUDGET
    }

    public Plan {
        purchases = List.copyOf(purchases);
        releases = List.copyOf(releases);
        shortages = List.copyOf(shortages);
    }

    public boolean isEmpty() {
        return purchases.isEmpty() && releases.isEmpty();
    }
}
