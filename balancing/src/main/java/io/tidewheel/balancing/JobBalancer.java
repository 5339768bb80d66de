package io.tidewheel.balancing;

import io.tidewheel.balancing.PartitionState.Finished;
import io.tidewheel.balancing.PartitionState.Lost;
import io.tidewheel.balancing.PartitionState.Queued;
import io.tidewheel.balancing.PartitionState.Running;
import io.tidewheel.balancing.PartitionState.Stored;
import io.tidewheel.balancing.PartitionState.Withdrawn;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps a job on its way to its target: who begins, reports, ends or falls silent, what each is told, and when parts are added or withdrawn. All
 * functions are pure: a job and an event in, the next job, an answer and decisions out. Repeating an event changes nothing.
 */
public final class JobBalancer {
    private static final int WORKER_RANGE = 3;
    private static final int NOT_STARTED = 5;
    private static final int FINISHED = 12;
    private static final int UNEXPECTED = 29;
    private static final ShareAnswer NOTED = new ShareAnswer.Noted();

    private JobBalancer() {}

    /**
     * A process begins a part, or asks again.
     *
     * @param site where it runs
     * @param age how long it has been running: a process that has just begun has done nothing, whatever its forerunner had reported
     */
    public static BalancerStep start(BalancedJob job, int index, String site, Duration age, Instant now) {
        if (!job.has(index)) return refused(job, WORKER_RANGE, unknown(job, index));
        var partition = job.partitions().get(index);
        return switch (partition.state()) {
            case Queued _ -> begin(job.began(now), index, site, now);
            case Running running -> again(job, running, index, age, now, List.of());
            case Lost(Instant _, Running running) -> {
                long kept = isFresh(age) ? 0 : running.done();
                yield again(job, running, index, age, now, List.of(new BalancerDecision.WelcomeBack(index, kept)));
            }
            case Lost _, Finished _, Stored _ -> refused(job, FINISHED, "partition %d has finished".formatted(index));
            case Withdrawn _ ->
                new BalancerStep(
                        job,
                        new ShareAnswer.Share(
                                0, Duration.ZERO, "the partition was withdrawn: there is nothing left for it"),
                        List.of());
        };
    }

    /** A process tells how many iterations it has done, and learns how far to go. */
    public static BalancerStep report(BalancedJob job, int index, long count, Instant now) {
        if (!job.has(index)) return refused(job, WORKER_RANGE, unknown(job, index));
        if (count < 0) return refused(job, UNEXPECTED, "a count is not negative, but " + count);
        return switch (job.partitions().get(index).state()) {
            case Queued _ -> refused(job, NOT_STARTED, "partition %d has not begun".formatted(index));
            case Running running ->
                share(job.with(index, counted(job.goal(), running, count, now)), index, now, List.of());
            case Lost(Instant _, Running running) -> {
                var back = counted(job.goal(), running, count, now);
                if (back.standsStill(job.goal(), now)) yield settled(job, unmoved(running), List.of(), now);
                yield share(
                        job.with(index, back),
                        index,
                        now,
                        List.of(new BalancerDecision.WelcomeBack(index, back.done())));
            }
            case Lost _, Finished _, Stored _ -> refused(job, FINISHED, "partition %d has finished".formatted(index));
            case Withdrawn _ ->
                new BalancerStep(
                        job, new ShareAnswer.Share(count, Duration.ZERO, "the partition was withdrawn"), List.of());
        };
    }

    /** A process says that it has done so many iterations and ends. They count when the result is stored. */
    public static BalancerStep finish(BalancedJob job, int index, long count, Instant now) {
        if (!job.has(index)) return refused(job, WORKER_RANGE, unknown(job, index));
        if (count < 0) return refused(job, UNEXPECTED, "a count is not negative, but " + count);
        return switch (job.partitions().get(index).state()) {
            case Queued _ -> refused(job, NOT_STARTED, "partition %d has not begun".formatted(index));
            case Running running -> finished(job, running, index, count, now);
            case Lost(Instant _, Running running) -> finished(job, running, index, count, now);
            case Lost _, Finished _, Stored _, Withdrawn _ -> new BalancerStep(job, NOTED, List.of());
        };
    }

    /** The result of a part is stored: that ends it, whether or not it has said so. */
    public static BalancerStep stored(BalancedJob job, int index, Instant now) {
        if (!job.has(index)) return refused(job, WORKER_RANGE, unknown(job, index));
        var partition = job.partitions().get(index);
        return switch (partition.state()) {
            case Running running ->
                credit(job, index, claimed(running), running.pace().perSecond(), now);
            case Lost(Instant _, Running running) ->
                credit(job, index, claimed(running), running.pace().perSecond(), now);
            case Finished done -> credit(job, index, done.count(), done.speed(), now);
            case Lost(Instant _, Finished done) -> credit(job, index, done.count(), done.speed(), now);
            case Queued _ -> refused(job, NOT_STARTED, "partition %d has not begun".formatted(index));
            case Lost _, Stored _, Withdrawn _ -> new BalancerStep(job, NOTED, List.of());
        };
    }

    /**
     * The result of a part is stored and tells itself how much is in it, whatever was heard of the part before. For results that can be
     * trusted.
     *
     * @param speed how fast it was, in iterations per second; zero if that is not known
     */
    public static BalancerStep stored(BalancedJob job, int index, long count, double speed, Instant now) {
        if (!job.has(index)) return refused(job, WORKER_RANGE, unknown(job, index));
        if (count < 0) return refused(job, UNEXPECTED, "a count is not negative, but " + count);
        if (job.partitions().get(index).state() instanceof Stored) return new BalancerStep(job, NOTED, List.of());
        return credit(job, index, count, speed, now);
    }

    /**
     * A part is found at work of which nothing was known: whoever keeps the job has been restarted. Nothing is decided yet.
     *
     * @param told up to which count it works
     * @param mostTold the highest number it was ever told
     */
    public static BalancedJob resumed(
            BalancedJob job, int index, String site, long done, long told, long mostTold, Instant now) {
        var known = enlarged(job, index + 1, now);
        double usual = SpeedGuess.usualAt(known, site);
        var pace = new PartitionSpeed(usual, usual, false, now, done);
        // Of a plain split everybody knows the number, whoever has forgotten what was told.
        long number = job.goal().isBalanced() ? told : job.goal().splitShare(index);
        return known.with(
                new Partition(index, site, new Running(now, now, done, number, Math.max(number, mostTold), pace)));
    }

    /** A part as it was before whoever keeps the job was restarted, with its own times. Nothing is decided yet. */
    public static BalancedJob restored(BalancedJob job, Partition partition, Instant now) {
        return enlarged(job, partition.index() + 1, now).with(partition);
    }

    /**
     * A part that was restored says itself up to which count it works; that may be newer than what was kept of it. Unchanged if it does not run.
     *
     * @param mostTold the highest number it was ever told
     */
    public static BalancedJob toldBefore(BalancedJob job, int index, long told, long mostTold) {
        if (!job.has(index)) return job;
        return switch (job.partitions().get(index).state()) {
            case Running running -> job.with(index, running.told(told, mostTold));
            case Lost(Instant at, Running running) -> job.with(index, new Lost(at, running.told(told, mostTold)));
            case Queued _, Finished _, Stored _, Lost _, Withdrawn _ -> job;
        };
    }

    /** The same job with at least so many parts; new ones wait. */
    public static BalancedJob enlarged(BalancedJob job, int partitions, Instant now) {
        if (job.partitions().size() >= partitions) return job;
        var next = new ArrayList<>(job.partitions());
        while (next.size() < partitions) next.add(new Partition(next.size(), "", new Queued(now)));
        return job.with(next);
    }

    /** A part that waits is not offered any more; one that does not wait stays as it is. */
    public static BalancedJob withdrawn(BalancedJob job, int index, Instant now) {
        return job.has(index) && job.partitions().get(index).isQueued() ? job.with(index, new Withdrawn(now)) : job;
    }

    /** The same job, whose target time counts from then, unless that is known already. */
    public static BalancedJob begun(BalancedJob job, Instant when) {
        return job.began(when);
    }

    /**
     * To be called when everything is known that earlier runs or servers have left of a job. If that is not enough and nobody is at work
     * or about to begin, the target time counts from now.
     */
    public static BalancedJob inherited(BalancedJob job, Instant now) {
        boolean somebodyBegins = job.queued() > 0 || job.running() > 0;
        return somebodyBegins || job.isComplete() ? job : job.began(now);
    }

    /** Another balancer has told a part how far to go: it may honestly do as much. */
    public static BalancerStep toldInstead(BalancedJob job, int index, ShareAnswer.Share share) {
        if (!job.has(index) || !(job.partitions().get(index).state() instanceof Running running))
            return new BalancerStep(job, share, List.of());
        return new BalancerStep(job.with(index, running.told(share.count())), share, List.of());
    }

    /** Takes a partition for lost whose process is known to be gone: nobody waits until its silence is long enough. */
    public static BalancerStep lose(BalancedJob job, int index, String why, Instant now) {
        if (!job.has(index)) return refused(job, WORKER_RANGE, unknown(job, index));
        return switch (job.partitions().get(index).state()) {
            case Running _, Finished _ -> {
                var decisions = new ArrayList<BalancerDecision>();
                yield settled(givenUp(job, index, why, now, decisions), NOTED, decisions, now);
            }
            case Queued _, Lost _, Stored _, Withdrawn _ -> new BalancerStep(job, NOTED, List.of());
        };
    }

    /** Ends a job before its time: whoever works on it is told its own count at its next word. */
    public static BalancerStep cancel(BalancedJob job, Instant now) {
        var cancelled = new BalancedJob(job.goal(), job.began(), true, job.partitions(), job.listening());
        return settled(cancelled, NOTED, List.of(), now);
    }

    /** Looks after the job while nobody speaks. To be called every few seconds, at any time. */
    public static BalancerStep tick(BalancedJob job, Instant now) {
        return settled(job, NOTED, List.of(), now);
    }

    private static BalancerStep begin(BalancedJob job, int index, String site, Instant now) {
        var goal = job.goal();
        if (!goal.isBalanced()) {
            long share = goal.splitShare(index);
            var running = new Running(now, now, 0, share, share, PartitionSpeed.supposed(0, now));
            var begun = job.with(new Partition(index, site, running));
            return settled(begun, new ShareAnswer.Share(share, Duration.ZERO, "an equal part"), List.of(), now);
        }
        var pace = PartitionSpeed.supposed(SpeedGuess.usualAt(job, site), now);
        var running = new Running(now, now, 0, 0, 0, pace);
        return share(job.with(new Partition(index, site, running)), index, now, List.of());
    }

    /** A start that is repeated leaves the counters; a process that has just begun starts from zero. */
    private static BalancerStep again(
            BalancedJob job, Running running, int index, Duration age, Instant now, List<BalancerDecision> decisions) {
        boolean fresh = isFresh(age);
        long done = fresh ? 0 : running.done();
        var pace = fresh ? running.pace().fromZero(now) : running.pace();
        var back = new Running(running.since(), now, done, running.told(), running.mostTold(), pace);
        return share(job.with(index, back), index, now, decisions);
    }

    private static boolean isFresh(Duration age) {
        return age.isZero() || age.isNegative();
    }

    /** A count below the last one is stale and one above the number told is not believed; neither moves anything. */
    private static Running counted(JobGoal goal, Running running, long count, Instant now) {
        long done = Math.max(running.done(), Math.min(count, running.mostTold()));
        var pace = count < running.done()
                ? running.pace()
                : running.pace().seen(done, now, goal.habits().smoothing());
        return new Running(running.since(), now, done, running.told(), running.mostTold(), pace);
    }

    private static BalancerStep finished(BalancedJob job, Running running, int index, long count, Instant now) {
        long done = Math.min(count, running.mostTold());
        var pace = count < running.done()
                ? running.pace()
                : running.pace().seen(done, now, job.goal().habits().smoothing());
        return settled(job.with(index, new Finished(now, done, pace.perSecond())), NOTED, List.of(), now);
    }

    /** How much a partition did whose worker ended without saying: what it last reported; if it never did, what it was told to do. */
    private static long claimed(Running running) {
        return running.done() > 0 ? running.done() : running.told();
    }

    private static BalancerStep credit(BalancedJob job, int index, long count, double speed, Instant now) {
        boolean before = job.isComplete();
        var next = job.with(index, new Stored(now, count, speed));
        List<BalancerDecision> decisions =
                !before && next.isComplete() ? List.of(new BalancerDecision.Complete(next.stored())) : List.of();
        return settled(next, NOTED, decisions, now);
    }

    /** Tells the part its share. */
    private static BalancerStep share(BalancedJob job, int index, Instant now, List<BalancerDecision> decisions) {
        var looked = settled(job, NOTED, decisions, now);
        var next = looked.job();
        var state = next.partitions().get(index).state();
        if (state instanceof Lost(Instant _, Running still))
            return new BalancerStep(next, unmoved(still), looked.decisions());
        if (!(state instanceof Running running)) {
            throw new IllegalStateException("partition %d does not run: %s".formatted(index, next));
        }
        if (!next.goal().isBalanced() && !next.cancelled()) {
            var answer = new ShareAnswer.Share(running.told(), Duration.ZERO, "an equal part");
            return new BalancerStep(next, answer, looked.decisions());
        }
        var answer = PartitionShare.part(next, index, running, now);
        return new BalancerStep(next.with(index, running.told(answer.count())), answer, looked.decisions());
    }

    /** The answer to a partition that stands still. It is not counted on; should it go on, it may go on to where it was told. */
    private static ShareAnswer.Share unmoved(Running running) {
        return new ShareAnswer.Share(
                running.told(), Duration.ZERO, "it stands still: it keeps its number until it gets on");
    }

    /** Gives up whoever was silent for too long, then adds and withdraws parts as needed. */
    private static BalancerStep settled(
            BalancedJob job, ShareAnswer answer, List<BalancerDecision> before, Instant now) {
        var decisions = new ArrayList<>(before);
        var next = job;
        var heardSince = now.minus(job.goal().habits().silentAfter());
        var finishedSince = now.minus(job.goal().habits().uploadWithin());
        for (var block : job.parts().blocks()) {
            if (!mayBeLost(job.goal(), block.sums(), heardSince, finishedSince, now)) continue;
            for (var partition : block) {
                if (isSilent(job, partition, heardSince, finishedSince))
                    next = givenUp(next, partition.index(), "nothing was heard of it for too long", now, decisions);
                else if (standsStill(job, partition, now))
                    next = givenUp(next, partition.index(), "it has not got on for too long", now, decisions);
            }
        }
        return new BalancerStep(PartitionCount.applied(next, now, decisions), answer, decisions);
    }

    /** Whether a partition has been silent for too long; a time in which it could not be heard does not count. */
    private static boolean isSilent(BalancedJob job, Partition partition, Instant heardSince, Instant finishedSince) {
        return switch (partition.state()) {
            case Running running ->
                job.goal().isBalanced()
                        && running.heard().isBefore(heardSince)
                        && job.listening().isBefore(heardSince);
            case Finished finished ->
                finished.at().isBefore(finishedSince) && job.listening().isBefore(finishedSince);
            case Queued _, Stored _, Lost _, Withdrawn _ -> false;
        };
    }

    private static boolean standsStill(BalancedJob job, Partition partition, Instant now) {
        var goal = job.goal();
        return goal.isBalanced()
                && partition.state() instanceof Running running
                && running.standsStill(goal, now)
                && PartitionSpeed.seconds(job.listening(), now) > goal.patience(running.done() < running.told());
    }

    private static boolean mayBeLost(
            JobGoal goal, PartitionSums sums, Instant heardSince, Instant finishedSince, Instant now) {
        if (sums.firstFinished().isBefore(finishedSince)) return true;
        if (!goal.isBalanced() || sums.running() == 0) return false;
        return sums.firstHeard().isBefore(heardSince)
                || PartitionSpeed.seconds(sums.firstMoved(), now) > Math.min(goal.patience(true), goal.patience(false));
    }

    private static BalancedJob givenUp(
            BalancedJob job, int index, String why, Instant now, List<BalancerDecision> decisions) {
        var was = job.partitions().get(index).state();
        long iterations =
                was instanceof Running running ? running.done() : was instanceof Finished done ? done.count() : 0;
        decisions.add(new BalancerDecision.GiveUp(index, iterations, why));
        // A part of a plain split stands for certain iterations: only the same part can take its place.
        return job.goal().isBalanced() ? job.with(index, new Lost(now, was)) : requeued(job, index, now, decisions);
    }

    private static BalancedJob requeued(BalancedJob job, int index, Instant now, List<BalancerDecision> decisions) {
        decisions.add(new BalancerDecision.Queue(List.of(index), "its process was lost"));
        return job.with(new Partition(index, "", new Queued(now)));
    }

    private static BalancerStep refused(BalancedJob job, int code, String why) {
        return new BalancerStep(job, new ShareAnswer.Refused(code, why), List.of());
    }

    private static String unknown(BalancedJob job, int index) {
        return "there is no partition %d: they are 0 to %d"
                .formatted(index, job.partitions().size() - 1);
    }
}
