package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.PolicyMemory;
import java.util.List;

/**
 * What a policy wants for an owner.
 *
 * @param targets how many machines of each type there should be
 * @param purchases machines to be had now, in this order
 * @param releases machines to be let go now
 * @param limit what kept the fleet from being larger
 * @param why the same for people, with the numbers
 * @param placement how tasks find machines until the next plan
 * @param memory what the policy wants to see again
 */
public record OwnerPlan(
        List<Integer> targets,
        List<Purchase> purchases,
        List<Release> releases,
        Limit limit,
        String why,
        TaskPlacement placement,
        PolicyMemory memory) {
    /** One machine of a type. */
    public record Purchase(int type, String why) {}

    public record Release(String machine, String why) {}

    /** What limits an owner's fleet. */
    public enum Limit {
        /** There is no work. */
        NO_WORK,
        /** More machines would have nothing to do. */
        DEMAND,
        /** The owner's money for an interval is committed. */
        BUDGET,
        /** The budget cannot buy one machine of any type. */
        BUDGET_TOO_SMALL,
        /** The system has no more machines to give. */
        SYSTEM,
        /** The policy does not look at demand or money. */
        SETTING
    }

    /** How queues call the machine of a purchase, by its place in the list, until it has a name. */
    public static String bought(int purchase) {
        return "+" + purchase;
    }

    public OwnerPlan {
        targets = List.copyOf(targets);
        purchases = List.copyOf(purchases);
        releases = List.copyOf(releases);
    }
}
