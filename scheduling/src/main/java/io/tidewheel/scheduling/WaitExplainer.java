package io.tidewheel.scheduling;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Owner;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Says why the chains of a lane wait. It looks at everything that waits, so it is asked for people and not for decisions. */
final class WaitExplainer {
    private final OfferIndex offers;

    WaitExplainer(OfferIndex offers) {
        this.offers = offers;
    }

    WhyWaiting explain(WaitingLane lane) {
        var suitable = offers.kinds().stream()
                .filter(kind -> kind.has.covers(lane.set.wanted) && kind.isFor(lane.owner))
                .toList();
        return suitable.isEmpty() ? nobodySuits(lane) : allAreBusy(lane, suitable);
    }

    private WhyWaiting nobodySuits(WaitingLane lane) {
        var requires = lane.set.wanted.capabilities();
        boolean isUnpaid =
                offers.kinds().stream().anyMatch(kind -> kind.has.holds(lane.set.wanted) && kind.isFor(lane.owner));
        if (isUnpaid) return new WhyWaiting.NotPaidFor();
        if (offers.mayBeOffered(requires, lane.set.wanted.amounts())) return new WhyWaiting.BeingFoundOut(requires);
        var capable = offers.kinds().stream()
                .filter(kind -> kind.has.capabilities().covers(requires) && kind.isFor(lane.owner))
                .toList();
        if (!capable.isEmpty()) return noneHas(lane.set.wanted, capable);
        int present = offers.kinds().stream()
                .filter(kind -> kind.isFor(lane.owner))
                .mapToInt(kind -> kind.size)
                .sum();
        return new WhyWaiting.NoAgentOffers(requires, nearestMissing(requires), present);
    }

    private WhyWaiting allAreBusy(WaitingLane lane, List<AgentKind> suitable) {
        if (suitable.stream().anyMatch(kind -> kind.hasRoomFor(lane.set))) return new WhyWaiting.AboutToStart();
        int count = suitable.stream().mapToInt(kind -> kind.size).sum();
        var needs = lane.set.wanted.amounts();
        var tooLittle = least(needs, suitable.stream().flatMap(AgentKind::left));
        if (tooLittle.isPresent()) return new WhyWaiting.AmountsInUse(needs, tooLittle.get(), count);
        return new WhyWaiting.SuitableAgentsBusy(count, slotsOf(suitable), ahead(lane));
    }

    private static WhyWaiting noneHas(FundedResources wanted, List<AgentKind> capable) {
        var lacks = least(wanted.amounts(), capable.stream().map(kind -> kind.has.amounts()));
        return new WhyWaiting.NoAgentHas(
                wanted.amounts(),
                lacks.orElse(wanted.amounts()),
                wanted.capabilities(),
                capable.stream().mapToLong(kind -> kind.size).sum());
    }

    /** What is missing at the place where least is missing; empty if there is no place. */
    private static Optional<Amounts> least(Amounts needs, Stream<Amounts> there) {
        return there.map(needs::beyond)
                .min(Comparator.comparingInt(Amounts::parts).thenComparing(missing -> missing));
    }

    /** The capabilities that are missing at the agents that lack fewest. */
    private Capabilities nearestMissing(Capabilities requires) {
        Capabilities nearest = requires;
        for (var kind : offers.kinds()) {
            var missing = Capabilities.of(requires.names().stream()
                    .filter(name -> !kind.has.capabilities().names().contains(name))
                    .toList());
            if (missing.size() < nearest.size()) nearest = missing;
        }
        return nearest;
    }

    /** How many chains come before the lane: what its owner has before it, and as much of every other owner, since they take turns. */
    private long ahead(WaitingLane lane) {
        long own = 0;
        var others = new HashMap<Owner, Long>();
        for (var set : offers.queues()) {
            for (var queue : set.queues.entrySet()) {
                if (!queue.getKey().equals(lane.owner)) {
                    others.merge(queue.getKey(), readyIn(queue.getValue()), Long::sum);
                } else {
                    own += readyIn(queue.getValue().headSet(lane));
                }
            }
        }
        long ahead = own;
        for (long ready : others.values()) ahead += Math.min(ready, own + 1);
        return ahead;
    }

    private static long readyIn(Collection<WaitingLane> lanes) {
        return lanes.stream().mapToLong(lane -> lane.ready).sum();
    }

    private static int slotsOf(List<AgentKind> kinds) {
        return kinds.stream().mapToInt(kind -> kind.slots).sum();
    }
}
