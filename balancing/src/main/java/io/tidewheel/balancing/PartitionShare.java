package io.tidewheel.balancing;

import io.tidewheel.balancing.PartitionState.Running;
import java.time.Duration;
import java.time.Instant;

/** The number that one part is told. */
final class PartitionShare {
    /** In report times. */
    private static final double FAR_FROM_THE_END = 3;

    /** The largest part of the time the job has taken that may be given out as spare work. */
    private static final double MOST_SPARE = 0.005;

    private PartitionShare() {}

    static ShareAnswer.Share part(BalancedJob job, int index, Running part, Instant now) {
        if (job.cancelled()) return stop(part, 0, "the job was cancelled");
        var totals = JobTotals.of(job, now);
        long open = job.goal().iterations() - totals.stored() - totals.onTheirWay();
        if (open <= part.done() && totals.running() == 1)
            return stop(part, spared(job, part, now), "everything is done");
        if (isDeaf(job.goal(), part)) {
            var toGo = JobForecast.of(job, totals, now).toGo().orElse(Duration.ZERO);
            return new ShareAnswer.Share(part.told(), toGo, "it is so near its end that it keeps its number");
        }
        double usual = totals.usualSpeed();
        if (!(usual > 0)) return equal(job, index, part, open, totals);
        double spare = spareSeconds(job, totals, now);
        var division = divided(job, index, open, usual, spare, now);
        // Who is late leaves to the others all that they were given.
        if (division.speakerIsLate()) {
            spare = 0;
            division = divided(job, index, open, usual, spare, now);
        }
        if (division.countOfSpeaker() <= part.done()) {
            var seconds = JobForecast.ofSeconds(division.seconds());
            return new ShareAnswer.Share(part.done() + spared(job, part, now), seconds, "others do the rest: stop");
        }
        return fair(job, part, division, open, spare);
    }

    /** In the end not all can be stopped in time, and then everybody has to be looked at. */
    private static ShareDivision.Division divided(
            BalancedJob job, int index, long open, double usual, double spare, Instant now) {
        var company = PeerPartitions.around(job, index, usual, now);
        var division = company.divided(job.goal(), open, spare, now);
        if (!company.isCrowded()
                || division.seconds() >= PartitionSpeed.seconds(job.goal().reportEvery())) return division;
        return PeerPartitions.oneByOne(job, index, usual).divided(job.goal(), open, spare, now);
    }

    /**
     * How much longer than needed parts work in the end, so that one which becomes slower then finds its work done. As long as their speeds usually
     * surprise, but no more than a small part of the time the job has taken.
     */
    private static double spareSeconds(BalancedJob job, JobTotals totals, Instant now) {
        double age =
                job.began().map(began -> PartitionSpeed.seconds(began, now)).orElse(0.0);
        return Math.min(totals.wobble() * lastSeconds(job.goal()), MOST_SPARE * age);
    }

    /** How many seconds of work a partition has left when its program may have stopped listening to new numbers. */
    private static double lastSeconds(JobGoal goal) {
        return PartitionSpeed.seconds(goal.reportEvery())
                + PartitionSpeed.seconds(goal.habits().deafBefore());
    }

    /** A program that is nearly done goes on to the number it has: telling it another would only spoil the sum. */
    private static boolean isDeaf(JobGoal goal, Running part) {
        double open = part.told() - part.done();
        return open > 0
                && part.pace().measured()
                && open
                        <= part.pace().perSecond()
                                * PartitionSpeed.seconds(goal.habits().deafBefore());
    }

    /** Nothing is known of anybody's speed: equal parts for all who work or wait; the first takes what remains of the division. */
    private static ShareAnswer.Share equal(BalancedJob job, int index, Running part, long open, JobTotals totals) {
        long parts = (long) totals.running() + totals.queued();
        long share = Math.max(part.done(), open / parts + (index == 0 ? open % parts : 0));
        var target = job.goal().target().orElse(Duration.ZERO);
        return new ShareAnswer.Share(share, target, "an equal part: no speed is known yet");
    }

    private static ShareAnswer.Share fair(
            BalancedJob job, Running part, ShareDivision.Division division, long open, double spare) {
        var goal = job.goal();
        long fair = division.countOfSpeaker();
        long share = fair;
        if (division.size() > 1) {
            share += (long) Math.ceil(goal.habits().margin() * (fair - part.done()));
            if (division.seconds() <= lastSeconds(goal))
                share += (long) (spare * part.pace().perSecond());
        }
        double interval = PartitionSpeed.seconds(goal.reportEvery());
        if (division.seconds() > FAR_FROM_THE_END * interval) {
            // It must not run dry before its next report only because it has become faster.
            long dry = part.done() + (long) (2 * interval * part.pace().peak());
            share = Math.max(share, Math.min(dry, 2 * fair - part.done()));
        }
        return new ShareAnswer.Share(
                Math.min(share, Math.max(open, fair)),
                JobForecast.ofSeconds(division.seconds()),
                "all should end together in %.0f s".formatted(division.seconds()));
    }

    private static ShareAnswer.Share stop(Running part, long spared, String why) {
        return new ShareAnswer.Share(part.done() + spared, Duration.ZERO, why);
    }

    /**
     * What a partition that does not get on is left to do beyond what it has done: one iteration, since with none it would look like one
     * that is busy with its result.
     */
    private static long spared(BalancedJob job, Running part, Instant now) {
        return part.hesitates(job.goal(), now) ? 1 : 0;
    }
}
