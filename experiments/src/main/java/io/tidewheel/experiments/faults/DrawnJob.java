package io.tidewheel.experiments.faults;

import io.tidewheel.model.Capabilities;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.protocol.wire.RetryRule;
import io.tidewheel.protocol.wire.Work;
import java.util.List;
import java.util.SplittableRandom;

/**
 * An iterative job drawn by chance, and what its programs do.
 *
 * @param speed iterations that a program does in a second, before chance has its part in it
 * @param failures so many tries of a partition fail before one succeeds, of those that are to fail
 */
record DrawnJob(JobDocument document, double speed, int failures) {
    /** Every so many partitions one is to fail. */
    private static final int FAILING = 5;

    static DrawnJob of(long seed) {
        var random = new SplittableRandom(seed);
        boolean isBalanced = random.nextInt(3) > 0;
        int partitions = 1 + random.nextInt(4);
        double speed = 20 + random.nextInt(200);
        double seconds = 1 + random.nextInt(20);
        var document = draft((long) Math.ceil(partitions * speed * seconds), partitions)
                .setReportMillis(200 + random.nextInt(2_000))
                .addAllRequires(Capabilities.of(List.of("a", "b").subList(0, random.nextInt(3)))
                        .names())
                .setRetry(RetryRule.newBuilder().setMaxAttempts(1 + random.nextInt(3)));
        if (isBalanced)
            document.setTargetMillis((long) (1_000 * seconds * (0.5 + random.nextDouble())))
                    .setMostPartitions(partitions + random.nextInt(6));
        return new DrawnJob(document.build(), speed, random.nextInt(3));
    }

    /** One that foreign sites may do, and our own agents beside them in some; a name tells it from others. */
    static DrawnJob atSites(long seed, String foreignId) {
        var random = new SplittableRandom(seed);
        boolean isBalanced = random.nextInt(3) > 0;
        int partitions = 1 + random.nextInt(5);
        double speed = 20 + random.nextInt(200);
        double seconds = 10 + random.nextInt(200);
        var document = draft((long) Math.ceil(partitions * speed * seconds), partitions)
                .setForeignId(foreignId)
                .setInputObject("input/" + foreignId)
                .setRetry(RetryRule.newBuilder().setMaxAttempts(1 + random.nextInt(3)));
        if (random.nextInt(3) > 0) document.clearWork();
        if (isBalanced)
            document.setTargetMillis((long) (1_000 * Math.max(60, seconds * (0.5 + random.nextDouble()))))
                    .setMostPartitions(partitions + random.nextInt(6));
        return new DrawnJob(document.build(), speed, random.nextInt(3));
    }

    /** The same job for foreign sites alone. */
    DrawnJob onlyAtSites(String foreignId) {
        var foreign = document.toBuilder()
                .clearWork()
                .clearReportMillis()
                .setForeignId(foreignId)
                .setInputObject("input/" + foreignId);
        return new DrawnJob(foreign.build(), speed, failures);
    }

    /** One that so many programs at work from its beginning do in half of the time that it has. */
    static DrawnJob feasible(int programs, double speed, long targetSeconds) {
        var document = draft((long) (programs * speed * targetSeconds / 2), programs)
                .setTargetMillis(targetSeconds * 1_000)
                .setMostPartitions(programs)
                .setReportMillis(1_000)
                .setRetry(RetryRule.newBuilder().setMaxAttempts(1))
                .build();
        return new DrawnJob(document, speed, 0);
    }

    private static JobDocument.Builder draft(long iterations, int partitions) {
        return JobDocument.newBuilder()
                .setIterations(iterations)
                .setPartitions(partitions)
                .setMostPartitions(partitions)
                .setWork(Work.newBuilder().addCommands(Command.newBuilder().addArguments("simulated")));
    }

    boolean isBalanced() {
        return document.getTargetMillis() > 0;
    }

    /** What a partition of an even split has to do. */
    long evenShare(int partition) {
        long each = document.getIterations() / document.getPartitions();
        return partition == 0 ? each + document.getIterations() % document.getPartitions() : each;
    }

    /** How many tries of a partition fail. */
    int failuresOf(int partition) {
        return partition % FAILING == 1 ? failures : 0;
    }
}
