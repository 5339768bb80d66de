package io.tidewheel.experiments.tascaas;

import io.tidewheel.balancing.JobGoal;
import java.time.Duration;

/**
 * A job that is going to be submitted.
 *
 * @param target in seconds from its first start
 * @param partitions with how many it begins
 * @param mostPartitions how many may work or wait at a time
 * @param whenSplit into how many parts somebody would split it who splits it once
 */
public record SimJobSpec(
        String name, long submitted, long iterations, long target, int partitions, int mostPartitions, int whenSplit) {
    public SimJobSpec {
        if (submitted < 0) throw new IllegalArgumentException("a job comes at second 0 or later, not " + submitted);
    }

    JobGoal goal() {
        return JobGoal.within(Duration.ofSeconds(target), iterations, partitions, mostPartitions);
    }

    JobGoal split() {
        return JobGoal.split(iterations, whenSplit);
    }
}
