package io.tidewheel.balancing;

import io.tidewheel.balancing.PartitionState.Running;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The number that one part is told. */
final class ShareOf {
    private ShareOf() {}

    static Answer.Share part(Job job, int index, Running part, Instant now) {
        if (job.cancelled()) return stop(part, "the job was cancelled");
        long open = job.goal().iterations() - job.stored() - job.onTheirWay();
        if (open <= part.done() && job.running() == 1) return stop(part, "everything is done");
        var running = new ArrayList<Running>();
        int speaker = 0;
        for (var each : job.partitions()) {
            if (each.state() instanceof Running other) {
                if (each.index() == index) speaker = running.size();
                running.add(other);
            }
        }
        if (isDeaf(job.goal(), part)) {
            var toGo = Outlook.of(job, now).toGo().orElse(Duration.ZERO);
            return new Answer.Share(part.told(), toGo, "it is so near its end that it keeps its number");
        }
        var known = withSpeeds(job, running);
        if (known.isEmpty()) return equal(job, part, open, running);
        return fair(job, part, Sharing.divide(job.goal(), open, known, speaker, now), speaker, open);
    }

    /** A program that is nearly done goes on to the number it has: telling it another would only spoil the sum. */
    private static boolean isDeaf(Goal goal, Running part) {
        double open = part.told() - part.done();
        return open > 0
                && part.pace().measured()
                && open <= part.pace().perSecond() * Pace.seconds(goal.habits().deafBefore());
    }

    /** Whoever has not shown a speed is taken for an average one; empty if nobody has. */
    private static List<Running> withSpeeds(Job job, List<Running> running) {
        double mean = Speeds.of(job).mean();
        if (!(mean > 0)) return List.of();
        var known = new ArrayList<Running>(running.size());
        for (var each : running) {
            boolean supposed = !each.pace().measured() && !(each.pace().perSecond() > 0);
            known.add(supposed ? with(each, mean) : each);
        }
        return known;
    }

    private static Running with(Running part, double speed) {
        var pace = part.pace();
        return new Running(
                part.since(),
                part.heard(),
                part.done(),
                part.told(),
                part.mostTold(),
                new Pace(speed, speed, false, pace.since(), pace.count()));
    }

    /** Nothing is known of anybody's speed: equal parts for all who work or wait; the first takes what remains of the division. */
    private static Answer.Share equal(Job job, Running part, long open, List<Running> running) {
        long parts = (long) running.size() + job.queued();
        boolean first = running.indexOf(part) == 0;
        long share = Math.max(part.done(), open / parts + (first ? open % parts : 0));
        var target = job.goal().target().orElse(Duration.ZERO);
        return new Answer.Share(share, target, "an equal part: no speed is known yet");
    }

    private static Answer.Share fair(Job job, Running part, Sharing.Division division, int speaker, long open) {
        var goal = job.goal();
        long fair = division.counts().get(speaker);
        if (fair <= part.done()) {
            return new Answer.Share(part.done(), Outlook.ofSeconds(division.seconds()), "others do the rest: stop");
        }
        long share = fair;
        if (division.counts().size() > 1) share += (long) Math.ceil(goal.habits().margin() * (fair - part.done()));
        double interval = Pace.seconds(goal.reportEvery());
        if (division.seconds() > 2 * interval) {
            // It must not run dry before its next report only because it has become faster.
            share = Math.max(share, part.done() + (long) (2 * interval * part.pace().peak()));
        }
        return new Answer.Share(
                Math.min(share, Math.max(open, fair)),
                Outlook.ofSeconds(division.seconds()),
                "all should end together in %.0f s".formatted(division.seconds()));
    }

    private static Answer.Share stop(Running part, String why) {
        return new Answer.Share(part.done(), Duration.ZERO, why);
    }
}
