package io.tidewheel.balancing;

import io.tidewheel.balancing.PartitionState.Queued;
import io.tidewheel.balancing.PartitionState.Withdrawn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * How many parts there should be: as many as finish what is left within the time that is left, at the speeds seen. Parts that wait are counted like
 * those that run, and between adding and withdrawing lies a gap, so that a little noise does neither.
 */
final class PartitionCount {
    /** Speeds fall more easily than they rise, so it aims at this much of the time that is left. */
    private static final double AIM = 0.95;

    /** The estimate must lie beyond that by this much before a part is added. */
    private static final double ADD_BEYOND = 1.01;

    /** A waiting part is withdrawn when the others would do with this much of the time. */
    private static final double WITHDRAW_WITHIN = 0.9;

    /** A part that would have less to do than this many report times is not worth its start. */
    private static final double WORTH_A_START = 1;

    private PartitionCount() {}

    static BalancedJob applied(BalancedJob job, Instant now, List<BalancerDecision> decisions) {
        var totals = JobTotals.of(job, now);
        // Of a plain split each part is needed, whatever the others claim to contain.
        boolean complete =
                job.goal().isBalanced() && totals.stored() >= job.goal().iterations();
        if (totals.queued() > 0 && (job.cancelled() || complete)) {
            return withdrawn(job, totals.queued(), job.cancelled() ? "cancelled" : "complete", now, decisions);
        }
        if (job.cancelled() || !job.goal().isBalanced() || job.began().isEmpty()) return job;
        var seen = JobForecast.of(job, totals, now);
        double speed = totals.usualSpeed();
        if (seen.running() == 0 && seen.queued() == 0) return toppedUp(job, seen, speed, now, decisions);
        if (!(speed > 0)) return job;
        return adjusted(job, seen, speed, now, decisions);
    }

    /** Everybody has stopped and something is missing. */
    private static BalancedJob toppedUp(
            BalancedJob job, JobForecast seen, double speed, Instant now, List<BalancerDecision> decisions) {
        if (seen.left() == 0) return job;
        double wanted = speed > 0
                ? Math.ceil((double) seen.left() / (speed * seconds(job, seen)))
                : job.goal().partitions();
        return added(
                job,
                seen,
                Math.max(1, wanted),
                "nobody is at work and %d iterations are missing".formatted(seen.left()),
                now,
                decisions);
    }

    private static BalancedJob adjusted(
            BalancedJob job, JobForecast seen, double speed, Instant now, List<BalancerDecision> decisions) {
        double seconds = seconds(job, seen);
        if (seen.left() > seen.speed() * seconds * ADD_BEYOND) {
            double wanted = missing(seen, speed, seconds) - seen.queued();
            return added(
                    job,
                    seen,
                    wanted,
                    "%d iterations are left for %.0f s, which needs %.4g a second instead of %.4g"
                            .formatted(seen.left(), seconds, (double) seen.left() / seconds, seen.speed()),
                    now,
                    decisions);
        }
        if (seen.queued() == 0 || seen.running() == 0) return job;
        double interval = PartitionSpeed.seconds(job.goal().reportEvery());
        if (seen.left() <= seen.speed() * interval * WORTH_A_START) {
            return withdrawn(job, seen.queued(), "too little is left for another", now, decisions);
        }
        int spare = seen.queued() - (int) missing(seen, speed, seconds * WITHDRAW_WITHIN);
        int ownWish = job.parts().queuedBelow(job.goal().partitions());
        spare = Math.min(spare, seen.queued() - ownWish);
        return spare > 0 ? withdrawn(job, spare, "the others will do it in time", now, decisions) : job;
    }

    /** Nearly until the target; after it, or right before, as long as makes another part worth its start. */
    private static double seconds(BalancedJob job, JobForecast seen) {
        double least = WORTH_A_START * PartitionSpeed.seconds(job.goal().reportEvery());
        return Math.max(
                least, AIM * seen.timeLeft().map(PartitionSpeed::seconds).orElse(least));
    }

    /** How many more of mean speed finish what is left in so many seconds. */
    private static double missing(JobForecast seen, double speed, double seconds) {
        return Math.max(0, Math.ceil(((double) seen.left() / seconds - seen.speed()) / speed));
    }

    private static BalancedJob added(
            BalancedJob job,
            JobForecast seen,
            double wanted,
            String why,
            Instant now,
            List<BalancerDecision> decisions) {
        int free = job.goal().mostPartitions() - seen.running() - seen.queued();
        int number = (int) Math.min(wanted, free);
        if (number <= 0) return job;
        var next = new ArrayList<>(job.partitions());
        var fresh = new ArrayList<Integer>();
        for (int i = 0; i < number; i++) {
            fresh.add(next.size());
            next.add(new Partition(next.size(), "", new Queued(now)));
        }
        decisions.add(new BalancerDecision.Queue(fresh, why));
        return job.with(next);
    }

    /** The youngest first. */
    private static BalancedJob withdrawn(
            BalancedJob job, int number, String why, Instant now, List<BalancerDecision> decisions) {
        var next = new ArrayList<>(job.partitions());
        var gone = new ArrayList<Integer>();
        for (int i = next.size() - 1; i >= 0 && gone.size() < number; i--) {
            if (next.get(i).isQueued()) {
                gone.addFirst(i);
                next.set(i, next.get(i).with(new Withdrawn(now)));
            }
        }
        decisions.add(new BalancerDecision.Withdraw(gone, why));
        return job.with(next);
    }
}
