package io.tidewheel.balancing;

import io.tidewheel.balancing.PartitionState.Queued;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A job and all that is known of its parts. A value: {@link JobBalancer} makes the next one from each event.
 *
 * @param began when the first part began; the target time counts from here
 * @param listening since when parts can be heard: nobody is to blame for having said nothing before
 */
public record BalancedJob(
        JobGoal goal, Optional<Instant> began, boolean cancelled, List<Partition> partitions, Instant listening) {
    public BalancedJob {
        partitions = PartitionList.of(partitions);
    }

    /** One whose parts could be heard at all times. */
    public BalancedJob(JobGoal goal, Optional<Instant> began, boolean cancelled, List<Partition> partitions) {
        this(goal, began, cancelled, partitions, Instant.MIN);
    }

    /** A job nobody has begun, with its first parts waiting. Who takes up an old one begins with this, too: it listens from now on. */
    public static BalancedJob planned(JobGoal goal, Instant now) {
        var parts = new ArrayList<Partition>();
        for (int i = 0; i < goal.partitions(); i++) parts.add(new Partition(i, "", new Queued(now)));
        return new BalancedJob(goal, Optional.empty(), false, parts, now);
    }

    /** Iterations whose results are there. */
    public long stored() {
        long sum = 0;
        for (var block : parts().blocks()) sum += block.sums().stored();
        return sum;
    }

    /** Iterations of finished parts, whose results are on their way. */
    public long onTheirWay() {
        long sum = 0;
        for (var block : parts().blocks()) sum += block.sums().onTheirWay();
        return sum;
    }

    /** Whether enough results are there; of a plain split, all of them, whatever they claim to contain. */
    public boolean isComplete() {
        if (goal.isBalanced()) return stored() >= goal.iterations();
        int number = 0;
        for (var block : parts().blocks()) number += block.sums().storedParts();
        return number == partitions.size();
    }

    public int running() {
        int number = 0;
        for (var block : parts().blocks()) number += block.sums().running();
        return number;
    }

    public int queued() {
        int number = 0;
        for (var block : parts().blocks()) number += block.sums().queued();
        return number;
    }

    /** When the first of those has finished whose results are not there. Empty if there is none. */
    public Optional<Instant> firstFinished() {
        var first = Instant.MAX;
        for (var block : parts().blocks()) {
            var ofBlock = block.sums().firstFinished();
            if (ofBlock.isBefore(first)) first = ofBlock;
        }
        return first.equals(Instant.MAX) ? Optional.empty() : Optional.of(first);
    }

    /** The same as the partitions, with what they add up to. */
    PartitionList parts() {
        return PartitionList.of(partitions);
    }

    boolean has(int index) {
        return index >= 0 && index < partitions.size();
    }

    BalancedJob with(int index, PartitionState state) {
        return with(partitions.get(index).with(state));
    }

    BalancedJob with(Partition partition) {
        return new BalancedJob(goal, began, cancelled, parts().with(partition), listening);
    }

    BalancedJob with(List<Partition> next) {
        return new BalancedJob(goal, began, cancelled, next, listening);
    }

    BalancedJob began(Instant now) {
        return began.isPresent() ? this : new BalancedJob(goal, Optional.of(now), cancelled, partitions, listening);
    }
}
