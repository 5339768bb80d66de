package io.tidewheel.controllers.jobs;

import io.tidewheel.model.ChainState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The partitions of a job that foreign sites have: agents keep off them. */
final class SitePartitions {
    private final Set<Integer> now = new HashSet<>();
    /** The partitions that sites have, and those that they had and have given up since. */
    private final Set<Integer> ever = new HashSet<>();
    /** Offered, and not begun. */
    private final Map<Integer, SiteOffer> offers = new TreeMap<>();
    /** Chains whose partitions were given away. */
    private final Set<Integer> givenAway = new HashSet<>();

    void restore(RememberedPartition known) {
        if (!known.wasAtSite()) return;
        int partition = known.part().index();
        ever.add(partition);
        if (known.isHeldBySite()) now.add(partition);
        known.offer().ifPresent(offer -> offers.put(partition, offer));
    }

    boolean has(int partition) {
        return now.contains(partition);
    }

    boolean everHad(int partition) {
        return ever.contains(partition);
    }

    void give(int partition) {
        now.add(partition);
        ever.add(partition);
    }

    void offer(int partition, SiteOffer offer) {
        offers.put(partition, offer);
    }

    Optional<SiteOffer> offerOf(int partition) {
        return Optional.ofNullable(offers.get(partition));
    }

    int offers() {
        return offers.size();
    }

    /** The offer is taken, or void. */
    void endOffer(int partition) {
        offers.remove(partition);
    }

    /** The partitions whose offers fulfil the condition. */
    List<Integer> offered(Predicate<SiteOffer> which) {
        if (offers.isEmpty()) return List.of();
        var found = new ArrayList<Integer>();
        offers.forEach((partition, offer) -> {
            if (which.test(offer)) found.add(partition);
        });
        return found;
    }

    /** False if no site had it. */
    boolean takeBack(int partition) {
        return now.remove(partition);
    }

    void takeBack(Collection<Integer> partitions) {
        partitions.forEach(now::remove);
    }

    /** The partition of this chain is a site's now. */
    void takesFrom(int chain) {
        givenAway.add(chain);
    }

    /**
     * Whatever became of a chain, its partition is done at a site, or will be done by another chain.
     *
     * @param earlier whether that was before a restart: then a chain that was cancelled may have been given away
     */
    boolean isEndOfNothing(int chain, int partition, ChainState state, boolean earlier) {
        return givenAway.remove(chain)
                || now.contains(partition)
                || (earlier && state == ChainState.CANCELLED && ever.contains(partition));
    }
}
