package io.tidewheel.autoscaling;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.Setup;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a policy wants: machines to be made and machines to be let go, each with the reason, and what it could not do.
 *
 * @param spendings how owners stand with their budgets, if they have any
 * @param ranks in which order work goes to machines that are its owner's own; what is not named comes first
 * @param alerts what people should know: something is wrong, or cannot be had
 * @param memory what the policy wants to see again in the next observation
 * @param holdsUntil until when the policy would want nothing else as long as nothing happens; a moment that is over if it cannot say
 */
public record Plan(
        List<Purchase> purchases,
        List<Release> releases,
        List<Shortage> shortages,
        List<Spending> spendings,
        Map<LaneId, LaneRank> ranks,
        List<String> alerts,
        PolicyMemory memory,
        Instant holdsUntil) {
    public static final Plan NOTHING = new Plan(List.of(), List.of(), List.of(), PolicyMemory.NONE);

    /** A plan in which nothing is wrong. */
    public Plan(List<Purchase> purchases, List<Release> releases, List<Shortage> shortages, PolicyMemory memory) {
        this(purchases, releases, shortages, List.of(), Map.of(), List.of(), memory, Instant.MIN);
    }

    /**
     * How an owner stands.
     *
     * @param interval the time that the budget is for
     * @param left what of it is not taken by machines that are there or were there lately, this plan's among them
     */
    public record Spending(Owner owner, Money budget, Duration interval, Money left) {}

    /** One machine of a setup is to be made, for an owner or for everybody. */
    public record Purchase(String setup, Optional<Owner> owner, String why) {
        public Purchase(String setup, String why) {
            this(setup, Optional.empty(), why);
        }
    }

    /** A machine is to finish its work and go. */
    public record Release(MachineId machine, String why) {}

    /**
     * Work for which there is not enough room, present, on its way or planned.
     *
     * @param owner whose work it is; empty if that makes no difference
     * @param chains how many of those that wait have no room in sight
     * @param limits what stands in the way, the nearest first
     */
    public record Shortage(RequiredResources need, Optional<Owner> owner, long chains, List<Obstacle> limits) {
        public Shortage(RequiredResources need, long chains, List<Obstacle> limits) {
            this(need, Optional.empty(), chains, limits);
        }

        public Capabilities requires() {
            return need.requires();
        }

        public Shortage {
            limits = List.copyOf(limits);
        }
    }

    /** Why no (further) machine of a setup is made, or, without a setup, why none of any is. */
    public record Obstacle(Limit limit, String setup, String text) {
        /** Why no setup can ever make a machine for it. */
        public static Obstacle ofNobody(RequiredResources need, List<Setup> setups) {
            var small = setups.stream()
                    .filter(setup ->
                            setup.maxVMs() > 0 && setup.providedCapabilities().covers(need.requires()))
                    .toList();
            if (small.isEmpty())
                return new Obstacle(Limit.NO_SETUP, "", "no setup offers [%s]".formatted(need.requires()));
            var sizes = small.stream()
                    .map(setup -> "%s has %s".formatted(setup.id(), setup.size().amounts()))
                    .toList();
            return new Obstacle(
                    Limit.TOO_SMALL,
                    small.getFirst().id(),
                    "a chain needs %s, and no agent of a setup%s has as much: %s"
                            .formatted(
                                    need.amounts(),
                                    need.requires().equals(Capabilities.NONE)
                                            ? ""
                                            : " that offers [%s]".formatted(need.requires()),
                                    String.join(", ", sizes)));
        }
    }

    /** What limits a fleet. */
    public enum Limit {
        /** No setup offers what is required. */
        NO_SETUP,
        /** Setups offer what is required, but their agents have less than a chain needs. */
        TOO_SMALL,
        /** The setup has as many machines as it may. */
        MAX_MACHINES,
        /** The pool of agents has as many as it may. */
        POOL_MAX,
        /** The setup makes as many machines as it may make at the same time. */
        CREATE_CONCURRENT,
        /** Machines of this setup could not be made lately. */
        BREAKER,
        /** The owner's money for this interval is spent. */
        BUDGET,
        /** The owner has no budget. */
        NO_BUDGET,
        /** Nothing is decided yet: the policy is asked at the end of an interval. */
        NEXT_DECISION,
        /** The owner's policy wants no machine for it, or has failed. */
        NOT_WANTED
    }

    public Plan {
        purchases = List.copyOf(purchases);
        releases = List.copyOf(releases);
        shortages = List.copyOf(shortages);
        spendings = List.copyOf(spendings);
        ranks = Collections.unmodifiableSortedMap(new TreeMap<>(ranks));
        alerts = List.copyOf(alerts);
    }

    public boolean isEmpty() {
        return purchases.isEmpty() && releases.isEmpty();
    }
}
