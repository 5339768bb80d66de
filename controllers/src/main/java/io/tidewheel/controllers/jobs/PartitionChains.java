package io.tidewheel.controllers.jobs;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/** Which chain does which partition of a job, or did. */
final class PartitionChains {
    private static final int NONE = -1;

    private final Map<Integer, Integer> partitionOfOpen = new HashMap<>();
    private final Set<Integer> openPartitions = new HashSet<>();
    private final Map<Integer, Integer> chainOf = new HashMap<>();
    private final Set<Integer> known = new HashSet<>();
    private int first = NONE;

    void open(int chain, int partition) {
        partitionOfOpen.put(chain, partition);
        openPartitions.add(partition);
        chainOf.put(partition, chain);
        known.add(chain);
        if (chain >= 0 && (first < 0 || chain < first)) first = chain;
    }

    /** The chain has ended; which partition it did. */
    int close(int chain) {
        var partition = partitionOfOpen.remove(chain);
        if (partition == null) throw new IllegalStateException("chain %d was never made".formatted(chain));
        openPartitions.remove(partition);
        return partition;
    }

    /** Whether it is, or was, one of them. */
    boolean isKnown(int chain) {
        return known.contains(chain);
    }

    boolean isOpen(int chain) {
        return partitionOfOpen.containsKey(chain);
    }

    /** Whether a chain for this partition waits or works. */
    boolean hasOpen(int partition) {
        return openPartitions.contains(partition);
    }

    boolean allEnded() {
        return partitionOfOpen.isEmpty();
    }

    /** The partition of a chain that has not ended. */
    Optional<Integer> partitionOf(int chain) {
        return Optional.ofNullable(partitionOfOpen.get(chain));
    }

    /** Chains that have not ended, with their partitions. */
    void eachOpen(BiConsumer<Integer, Integer> action) {
        partitionOfOpen.forEach(action);
    }

    /** Partitions with the newest chain of each. */
    void eachPartition(BiConsumer<Integer, Integer> action) {
        chainOf.forEach(action);
    }

    /** The newest chain of a partition; -1 if there is none, and less if it is one of a run that this one retries. */
    int chainOf(int partition) {
        return chainOf.getOrDefault(partition, NONE);
    }

    /** The index of the first chain of this job that belongs to the present run, and not to a run that it retries; -1 if there is none. */
    int first() {
        return first;
    }
}
