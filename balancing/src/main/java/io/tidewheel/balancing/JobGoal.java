package io.tidewheel.balancing;

import io.tidewheel.model.JobSize;
import java.time.Duration;
import java.util.Optional;

/**
 * What a job wants.
 *
 * @param iterations how many independent iterations, all told
 * @param target within which time; without one the iterations are split once and nothing is balanced
 * @param partitions how many parts it begins with
 * @param mostPartitions how many may run or wait at a time
 * @param reportEvery how often a part tells its count
 */
public record JobGoal(
        long iterations,
        Optional<Duration> target,
        int partitions,
        int mostPartitions,
        Duration reportEvery,
        BalancerSettings habits) {
    private static final int REPORTS_PER_TARGET = 20;
    private static final int REPORTS_WITHOUT_PROGRESS = 8;
    private static final Duration SHORTEST_REPORT_TIME = Duration.ofSeconds(20);
    private static final Duration NO_REPORTS = Duration.ofSeconds(1_000_000_000);

    public JobGoal {
        if (iterations < 1 || iterations > JobSize.MOST_ITERATIONS) {
            throw new IllegalArgumentException("a job has 1 to 2^62 iterations, not " + iterations);
        }
        if (target.isPresent() && (target.get().isNegative() || target.get().isZero())) {
            throw new IllegalArgumentException("a target time is longer than nothing, not " + target.get());
        }
        if (partitions < 1 || partitions > mostPartitions) {
            throw new IllegalArgumentException(
                    "a job begins with 1 to %d partitions, not %d".formatted(mostPartitions, partitions));
        }
        if (reportEvery.isNegative() || reportEvery.isZero()) {
            throw new IllegalArgumentException("the time between reports is longer than nothing, not " + reportEvery);
        }
    }

    /** A job with a target time; it hears of each part about twenty times, as in TaScaaS. */
    public static JobGoal within(Duration target, long iterations, int partitions, int mostPartitions) {
        var often = Duration.ofSeconds(target.toSeconds() / REPORTS_PER_TARGET);
        var reportEvery = often.compareTo(SHORTEST_REPORT_TIME) < 0 ? SHORTEST_REPORT_TIME : often;
        return new JobGoal(
                iterations,
                Optional.of(target),
                partitions,
                mostPartitions,
                reportEvery,
                BalancerSettings.ofTascaasClients(reportEvery));
    }

    /** A job that is only split. */
    public static JobGoal split(long iterations, int partitions) {
        return new JobGoal(
                iterations,
                Optional.empty(),
                partitions,
                partitions,
                NO_REPORTS,
                BalancerSettings.ofTascaasClients(NO_REPORTS));
    }

    public JobGoal with(BalancerSettings other) {
        return new JobGoal(iterations, target, partitions, mostPartitions, reportEvery, other);
    }

    public JobGoal reporting(Duration every, BalancerSettings other) {
        return new JobGoal(iterations, target, partitions, mostPartitions, every, other);
    }

    boolean isBalanced() {
        return target.isPresent();
    }

    /**
     * For how many seconds a part may tell the same count before it is taken for stuck.
     *
     * @param hasMoreToDo otherwise it may be busy with its result
     */
    double patience(boolean hasMoreToDo) {
        if (!hasMoreToDo) return PartitionSpeed.seconds(habits.uploadWithin());
        return Math.max(
                PartitionSpeed.seconds(habits.silentAfter()),
                REPORTS_WITHOUT_PROGRESS * PartitionSpeed.seconds(reportEvery));
    }

    /** The plain split: equal parts, and what remains of the division to the first. */
    long splitShare(int index) {
        long each = iterations / partitions;
        return index == 0 ? each + iterations % partitions : each;
    }
}
