package io.tidewheel.controllers.jobs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which partitions of a job stand otherwise than was last written down, and how they stood before a restart.
 */
final class RememberedPartitions {
    /** The partitions that stand otherwise than was written down; the one that has waited longest is first. */
    private final Set<Integer> unkept = new LinkedHashSet<>();

    /** The partitions of which nobody may be told anything before it is written down. */
    private final Set<Integer> decisive = new TreeSet<>();

    private final Map<Integer, RememberedPartition> before = new HashMap<>();

    void stir(int partition) {
        unkept.add(partition);
    }

    void stir(Collection<Integer> partitions) {
        unkept.addAll(partitions);
    }

    /** How this one stands must be durable before anybody is told. */
    void decide(int partition) {
        decisive.add(partition);
    }

    /** The partitions that are to be written down at once; from now on they count as written. */
    List<Integer> takeDecisive() {
        if (decisive.isEmpty()) return List.of();
        var taken = List.copyOf(decisive);
        decisive.clear();
        taken.forEach(unkept::remove);
        return taken;
    }

    /** At most so many of those that are to be written down; they count as written. */
    List<Integer> take(int most) {
        var taken = new ArrayList<>(takeDecisive());
        for (var next = unkept.iterator(); next.hasNext() && taken.size() < most; next.remove()) taken.add(next.next());
        return taken;
    }

    /** @param known as they were written down; of one partition the newest chain has the last word */
    void recall(Collection<RememberedPartition> known) {
        for (var each : known)
            before.merge(each.part().index(), each, (one, other) -> one.chain() > other.chain() ? one : other);
    }

    Collection<RememberedPartition> all() {
        return before.values();
    }

    /** How a partition stood, if this chain did it. */
    Optional<RememberedPartition> of(int partition, int chain) {
        return Optional.ofNullable(before.get(partition)).filter(known -> known.chain() == chain);
    }

    /** Forgets how a partition stood before the restart: from now on it is known better. */
    void forget(int partition) {
        before.remove(partition);
    }
}
