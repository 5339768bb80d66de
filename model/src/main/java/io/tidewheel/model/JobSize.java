package io.tidewheel.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How large an iterative job is and into how many partitions it is split: what is usual, and what must hold, wherever a job comes in - as a run of its own, as a step of a
 * workflow, or as a file for foreign sites.
 *
 * @param target within which time the iterations should be done; without it they are split once
 * @param partitions how many it begins with
 * @param mostPartitions how many may run or wait at a time
 * @param reportEvery how often partitions tell how far they are, if that is said
 */
public record JobSize(
        long iterations,
        Optional<Duration> target,
        int partitions,
        int mostPartitions,
        Optional<Duration> reportEvery) {
    /** A balancer reckons with as many: sums of shares must stay within 64 bits. */
    public static final long MOST_ITERATIONS = 1L << 62;

    public static final int MOST_PARTITIONS = 100_000;
    public static final int USUAL_MOST_PARTITIONS = 10;
    /** When more of its tasks than this have failed, a job is given up. */
    public static final int USUAL_MAX_FAILS = 3;

    public static final Duration SHORTEST_REPORT_TIME = Duration.ofMillis(100);

    /**
     * What is wrong with one field.
     *
     * @param what follows the name of the field
     */
    public record SizeComplaint(String field, String what, String remedy) {}

    /**
     * What is asked for, with what is usual where nothing is said: only a target can need more partitions than a job begins with.
     *
     * @param most how many partitions may run or wait at a time, if that is said
     */
    public static JobSize of(
            long iterations,
            Optional<Duration> target,
            long partitions,
            Optional<Long> most,
            Optional<Duration> reportEvery) {
        long limit = target.isEmpty() ? partitions : most.orElse((long) USUAL_MOST_PARTITIONS);
        return new JobSize(iterations, target, (int) partitions, (int) Math.max(limit, partitions), reportEvery);
    }

    /** Everything that is wrong with the size of the job. */
    public List<SizeComplaint> complaints(Optional<Long> most) {
        var complaints = new ArrayList<SizeComplaint>();
        if (most.isPresent() && most.get() < partitions)
            complaints.add(new SizeComplaint(
                    "maxPartitions",
                    "is %d, but the job begins with %d".formatted(most.get(), partitions),
                    "make it at least as many"));
        if (partitions > iterations)
            complaints.add(new SizeComplaint(
                    "partitions",
                    "is %d, more than its iterations (%d)".formatted(partitions, iterations),
                    "let it begin with at most as many partitions as there are iterations"));
        reportEvery
                .filter(time -> time.compareTo(SHORTEST_REPORT_TIME) < 0)
                .ifPresent(_ -> complaints.add(new SizeComplaint(
                        "reportEvery", "is at least 0.1 seconds", "leave it out, or let partitions speak less often")));
        return complaints;
    }
}
