package io.tidewheel.balancing;

import io.tidewheel.balancing.PartitionState.Finished;
import io.tidewheel.balancing.PartitionState.Lost;
import io.tidewheel.balancing.PartitionState.Queued;
import io.tidewheel.balancing.PartitionState.Running;
import io.tidewheel.balancing.PartitionState.Stored;
import io.tidewheel.balancing.PartitionState.Withdrawn;
import java.time.Instant;
import java.util.List;

/**
 * What a row of parts adds up to. None of it depends on the time: what the running ones have probably done grows with the sum of their speeds, as long
 * as nobody has reached its number, and it is known until when that holds.
 */
final class PartitionSums {
    private long stored;
    private int storedParts;
    private long onTheirWay;
    private int running;
    private int queued;
    private int unknown;
    private int measured;
    private double speedOfRunning;
    private double speeds;
    private double wobbles;
    private double wobbling;

    private Instant firstHeard = Instant.MAX;
    private Instant firstFinished = Instant.MAX;
    private Instant firstMoved = Instant.MAX;

    /** What those of known speed had done, reckoned back to {@link #firstHeard}. */
    private double doneThen;

    /** When the first of them reaches its number, in seconds from {@link #firstHeard}. */
    private double firstEnd = Double.POSITIVE_INFINITY;

    /** How long the one with the shortest way has from its last word, in seconds. */
    private double shortestWay = Double.POSITIVE_INFINITY;

    private double doneByUnknown;
    /** How long after {@link #firstHeard} they were heard, in seconds, all together. */
    private double delaysOfUnknown;

    private double leastOpenOfUnknown = Double.POSITIVE_INFINITY;

    private PartitionSums() {}

    static PartitionSums of(List<Partition> parts) {
        var sums = new PartitionSums();
        for (var partition : parts) sums.first(partition.state());
        for (var partition : parts) sums.add(partition.state());
        return sums;
    }

    private void first(PartitionState state) {
        if (state instanceof Running part) {
            if (part.heard().isBefore(firstHeard)) firstHeard = part.heard();
            if (part.pace().moved().isBefore(firstMoved))
                firstMoved = part.pace().moved();
        }
        if (state instanceof Finished part && part.at().isBefore(firstFinished)) firstFinished = part.at();
    }

    private void add(PartitionState state) {
        switch (state) {
            case Running part -> add(part);
            case Finished part -> {
                onTheirWay += part.count();
                seen(part.speed());
            }
            case Stored part -> {
                stored += part.count();
                storedParts++;
                seen(part.speed());
            }
            case Queued _ -> queued++;
            case Lost _, Withdrawn _ -> {}
        }
    }

    private void add(Running part) {
        running++;
        var pace = part.pace();
        if (pace.measured()) {
            seen(pace.perSecond());
            wobbles += pace.wobble() * pace.perSecond();
            wobbling += pace.perSecond();
        }
        double delay = PartitionSpeed.seconds(firstHeard, part.heard());
        double open = part.told() - part.done();
        if (!pace.isKnown()) {
            unknown++;
            doneByUnknown += part.done();
            delaysOfUnknown += delay;
            leastOpenOfUnknown = Math.min(leastOpenOfUnknown, open);
            return;
        }
        speedOfRunning += pace.perSecond();
        doneThen += part.done() - pace.perSecond() * delay;
        double way = open <= 0 ? 0 : open / pace.perSecond();
        shortestWay = Math.min(shortestWay, way);
        firstEnd = Math.min(firstEnd, delay + way);
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

    int storedParts() {
        return storedParts;
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

    /** Running, and nothing is known of their speed. */
    int unknown() {
        return unknown;
    }

    /** How many have shown a speed. */
    int measured() {
        return measured;
    }

    /** The sum of the speeds of all partitions that have shown one. */
    double speeds() {
        return speeds;
    }

    double speedOfRunning() {
        return speedOfRunning;
    }

    double wobbles() {
        return wobbles;
    }

    double wobbling() {
        return wobbling;
    }

    /** When that one was heard of whom nothing was heard for longest; never if nobody runs. */
    Instant firstHeard() {
        return firstHeard;
    }

    /** When that one got on which has not done so for longest. */
    Instant firstMoved() {
        return firstMoved;
    }

    Instant firstFinished() {
        return firstFinished;
    }

    /** Whether none of them has reached its number by then. */
    boolean allGoOn(Instant now) {
        return running == 0 || PartitionSpeed.seconds(firstHeard, now) < firstEnd;
    }

    /** What they have probably done, if all go on. */
    double predicted(Instant now) {
        return running == 0 ? 0 : doneThen + speedOfRunning * PartitionSpeed.seconds(firstHeard, now) + doneByUnknown;
    }

    /**
     * Whether each of them will report once more before it stops listening, at its speed.
     *
     * @param usual the speed of those that have not shown any
     */
    boolean allWillListen(JobGoal goal, double usual, Instant now) {
        if (running == 0) return true;
        double since = PartitionSpeed.seconds(firstHeard, now);
        double report = PartitionSpeed.seconds(goal.reportEvery());
        double deaf = PartitionSpeed.seconds(goal.habits().deafBefore());
        return since + deaf < firstEnd
                && report + deaf < shortestWay
                && usual * (Math.max(since, report) + deaf) < leastOpenOfUnknown;
    }

    /** What they have probably done, if all go on, and those that have not shown any speed have the usual one. */
    double predicted(double usual, Instant now) {
        if (unknown == 0) return predicted(now);
        return predicted(now) + usual * (unknown * PartitionSpeed.seconds(firstHeard, now) - delaysOfUnknown);
    }
}
