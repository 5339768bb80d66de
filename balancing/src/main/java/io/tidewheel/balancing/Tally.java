package io.tidewheel.balancing;

import io.tidewheel.balancing.PartitionState.Finished;
import io.tidewheel.balancing.PartitionState.Lost;
import io.tidewheel.balancing.PartitionState.Queued;
import io.tidewheel.balancing.PartitionState.Running;
import io.tidewheel.balancing.PartitionState.Stored;
import io.tidewheel.balancing.PartitionState.Withdrawn;
import java.time.Instant;

/** What one walk over the parts of a job adds up to. A job of ten thousand parts is walked over at each report, so once must do. */
final class Tally {
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

    private Tally() {}

    static Tally of(Job job, Instant now) {
        var tally = new Tally();
        for (var part : job.partitions()) tally.add(part.state(), now);
        return tally;
    }

    private void add(PartitionState state, Instant now) {
        switch (state) {
            case Running part -> add(part, now);
            case Finished part -> {
                onTheirWay += part.count();
                seen(part.speed());
            }
            case Stored part -> {
                stored += part.count();
                seen(part.speed());
            }
            case Queued _ -> queued++;
            case Lost _, Withdrawn _ -> {}
        }
    }

    private void add(Running part, Instant now) {
        running++;
        predicted += part.predicted(now);
        var pace = part.pace();
        if (pace.measured()) {
            seen(pace.perSecond());
            wobbles += pace.wobble() * pace.perSecond();
            wobbling += pace.perSecond();
        }
        if (pace.isKnown()) speedOfRunning += pace.perSecond();
        else unknown++;
    }

    private void seen(double speed) {
        if (speed > 0) {
            speeds += speed;
            measured++;
        }
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

    /** Of all running parts; whoever has not shown a speed is taken for an average one. */
    double speed() {
        return speedOfRunning + unknown * usualSpeed();
    }
}
