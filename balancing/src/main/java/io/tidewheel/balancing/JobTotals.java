package io.tidewheel.balancing;

import io.tidewheel.balancing.PartitionState.Running;
import java.time.Instant;

/**
 * What the parts of a job add up to at a moment. A job of ten thousand parts is looked at after each report, so only those are looked at one by one of
 * whom somebody may have reached its number.
 */
final class JobTotals {
    private long stored;
    private long onTheirWay;
    private int running;
    private int queued;
    private int unknown;
    private double predicted;
    private double speedOfRunning;
    private double speeds;
    private double wobbles;
    private double wobbling;
    private int measured;

    private JobTotals() {}

    static JobTotals of(BalancedJob job, Instant now) {
        var totals = new JobTotals();
        boolean few = job.parts().areFew();
        for (var block : job.parts().blocks()) totals.add(block, few, now);
        return totals;
    }

    private void add(PartitionList.Block block, boolean few, Instant now) {
        var sums = block.sums();
        stored += sums.stored();
        onTheirWay += sums.onTheirWay();
        running += sums.running();
        queued += sums.queued();
        unknown += sums.unknown();
        speedOfRunning += sums.speedOfRunning();
        speeds += sums.speeds();
        wobbles += sums.wobbles();
        wobbling += sums.wobbling();
        measured += sums.measured();
        if (!few && sums.allGoOn(now)) {
            predicted += sums.predicted(now);
            return;
        }
        for (var partition : block) if (partition.state() instanceof Running at) predicted += at.predicted(now);
    }

    long stored() {
        return stored;
    }

    long onTheirWay() {
        return onTheirWay;
    }

    int running() {
        return running;
    }

    int queued() {
        return queued;
    }

    /** What the running parts have probably done. */
    double predicted() {
        return predicted;
    }

    /** The mean of the speeds seen; zero if none. */
    double usualSpeed() {
        return measured == 0 ? 0 : speeds / measured;
    }

    /** By how much the speed of a running part usually differs from what was expected, as a fraction. */
    double wobble() {
        return wobbling > 0 ? wobbles / wobbling : 0;
    }

    /** The speed of all running partitions together; one that has not shown a speed is taken for an average one. */
    double speed() {
        return speedOfRunning + unknown * usualSpeed();
    }
}
