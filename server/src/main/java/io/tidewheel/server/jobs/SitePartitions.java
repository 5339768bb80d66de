package io.tidewheel.server.jobs;

import io.tidewheel.model.ChainState;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** The partitions of a job that foreign sites have: agents keep off them. Not safe for many threads: its job sees to that. */
final class SitePartitions {
    private final Set<Integer> now = new HashSet<>();
    /** Known from before a restart, even if they have been given up since. */
    private final Set<Integer> once = new HashSet<>();
    /** Chains whose partitions were given away. */
    private final Set<Integer> givenAway = new HashSet<>();

    void restore(Set<Integer> present, Set<Integer> everHad) {
        now.addAll(present);
        once.addAll(everHad);
    }

    boolean has(int partition) {
        return now.contains(partition);
    }

    void give(int partition) {
        now.add(partition);
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

    /** Whatever became of a chain, its partition is done at a site, or will be done by another chain. */
    boolean isEndOfNothing(int chain, int partition, ChainState state) {
        return givenAway.remove(chain)
                || now.contains(partition)
                || (state == ChainState.CANCELLED && once.contains(partition));
    }
}
