package io.tidewheel.controllers.jobs;

import com.google.protobuf.ByteString;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the partitions of a job have kept to go on from, up to a limit. Those of tries that failed for good are for whoever begins next.
 */
final class PartitionCheckpoints {
    private static final int LARGEST = 256 << 10;
    private static final long MOST_BYTES = 64 << 20;

    private final Map<Integer, ByteString> ofPartitions = new HashMap<>();
    private final ArrayDeque<ByteString> bequeathed = new ArrayDeque<>();
    private long bytes;

    void keep(int partition, ByteString checkpoint) {
        if (checkpoint.isEmpty() || checkpoint.size() > LARGEST) return;
        var before = ofPartitions.put(partition, checkpoint);
        bytes += checkpoint.size() - (before == null ? 0 : before.size());
        if (bytes > MOST_BYTES) forget(partition);
    }

    private @Nullable ByteString forget(int partition) {
        var gone = ofPartitions.remove(partition);
        if (gone != null) bytes -= gone.size();
        return gone;
    }

    /** The chain of a partition has ended. If others may go on from the checkpoint that it kept, the checkpoint becomes theirs. */
    void ended(int partition, boolean forOthers) {
        var kept = forget(partition);
        if (kept == null || !forOthers || count(kept) == 0 || bytes + kept.size() > MOST_BYTES) return;
        bequeathed.add(kept);
        bytes += kept.size();
    }

    /** Lets a partition that has kept nothing go on from what a failed one has kept. True if it does. */
    boolean inherit(int partition) {
        if (ofPartitions.containsKey(partition) || bequeathed.isEmpty()) return false;
        ofPartitions.put(partition, bequeathed.removeFirst());
        return true;
    }

    Optional<ByteString> of(int partition) {
        return Optional.ofNullable(ofPartitions.get(partition));
    }

    /** The iterations that what a partition has kept stands for. */
    long count(int partition) {
        return of(partition).map(PartitionCheckpoints::count).orElse(0L);
    }

    private static long count(ByteString checkpoint) {
        var line = checkpoint
                .substring(0, Math.min(checkpoint.size(), 40))
                .toStringUtf8()
                .lines()
                .findFirst()
                .orElse("")
                .strip();
        return line.matches("[0-9]{1,18}") ? Long.parseLong(line) : 0;
    }
}
