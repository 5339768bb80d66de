package io.tidewheel.balancing;

import io.tidewheel.balancing.PartitionState.Running;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * Divides what is left so that all running parts end at the same moment. Only the part that is speaking can be told its share now; the others
 * learn theirs when they next report, and until then they go on. So each of the others is counted with what it will at least have done by then,
 * or, if it will not listen again before it stops, with exactly the number it has.
 */
final class ShareDivision {
    /**
     * Parts of whom each will report once more before it stops listening, and which need not be known one by one.
     *
     * @param now what they have probably done
     * @param speed of all of them
     */
    record Crowd(int size, double now, double speed) {
        static final Crowd NOBODY = new Crowd(0, 0, 0);
    }

    /** What came of it. */
    static final class Division {
        private final long[] counts;
        private final int speaker;
        private final Crowd crowd;
        private final double seconds;
        private final double secondsOfSettled;

        private Division(long[] counts, int speaker, Crowd crowd, double seconds, double secondsOfSettled) {
            this.counts = counts;
            this.speaker = speaker;
            this.crowd = crowd;
            this.seconds = seconds;
            this.secondsOfSettled = secondsOfSettled;
        }

        int size() {
            return counts.length + crowd.size;
        }

        /** The count at which a part should stop, by its place in the list given. */
        long count(int place) {
            return counts[place];
        }

        /** The count at which the speaker should stop. */
        long countOfSpeaker() {
            return counts[speaker];
        }

        /** How long it takes until all have done so. */
        double seconds() {
            return seconds;
        }

        /** Whether the speaker goes on when those have ended who will not listen again. */
        boolean speakerIsLate() {
            return seconds > secondsOfSettled;
        }

        long sum() {
            return Arrays.stream(counts).sum() + (long) (crowd.now + crowd.speed * seconds);
        }
    }

    private final double reportSeconds;
    private final double deafSeconds;
    private final double spareSeconds;
    private final List<Running> running;
    private final int speaker;
    private final Crowd crowd;
    private final double[] now;
    private final double[] speed;
    private final long[] least;
    private final boolean[] settled;

    private ShareDivision(
            JobGoal goal, List<Running> running, int speaker, Crowd crowd, double spareSeconds, Instant at) {
        this.reportSeconds = PartitionSpeed.seconds(goal.reportEvery());
        this.deafSeconds = PartitionSpeed.seconds(goal.habits().deafBefore());
        this.spareSeconds = spareSeconds;
        this.running = running;
        this.speaker = speaker;
        this.crowd = crowd;
        this.now = new double[running.size()];
        this.speed = new double[running.size()];
        this.least = new long[running.size()];
        this.settled = new boolean[running.size()];
        for (int i = 0; i < running.size(); i++) look(i, at);
    }

    /**
     * Divides {@code open} iterations, counted from the beginning of each part.
     *
     * @param speaker the place in {@code running} of the part that is told its share now
     */
    static Division divide(JobGoal goal, long open, List<Running> running, int speaker, Instant at) {
        return divide(goal, open, running, speaker, 0, at);
    }

    /** @param spareSeconds of what those who will not listen again have been given, so much is not relied on */
    static Division divide(
            JobGoal goal, long open, List<Running> running, int speaker, double spareSeconds, Instant at) {
        return divide(goal, open, running, speaker, Crowd.NOBODY, spareSeconds, at);
    }

    /**
     * @param crowd those of the others that are not in {@code running}; all is right if it takes no less than the time between two reports until all
     *     end, for sooner than that not all of them can be stopped
     */
    static Division divide(
            JobGoal goal, long open, List<Running> running, int speaker, Crowd crowd, double spareSeconds, Instant at) {
        return new ShareDivision(goal, running, speaker, crowd, spareSeconds, at).divided(open);
    }

    private void look(int i, Instant at) {
        var part = running.get(i);
        speed[i] = part.pace().perSecond();
        if (i == speaker) {
            now[i] = (double) part.done();
            least[i] = part.done();
            return;
        }
        double untilReport = Math.max(0, reportSeconds - PartitionSpeed.seconds(part.heard(), at));
        now[i] = part.predicted(at);
        least[i] = Math.min(part.told(), (long) (now[i] + speed[i] * untilReport));
        settled[i] = part.told() - least[i] <= speed[i] * deafSeconds;
        if (settled[i]) least[i] = Math.max((long) now[i], part.told() - (long) (speed[i] * spareSeconds));
    }

    /** The seconds are what remains when those who cannot stop in time are taken out; taking one out may show another. */
    private Division divided(long open) {
        while (true) {
            double left = (double) open - crowd.now;
            double all = crowd.speed;
            for (int i = 0; i < now.length; i++) {
                left -= settled[i] ? (double) least[i] : now[i];
                if (!settled[i]) all += speed[i];
            }
            double seconds = all > 0 ? Math.max(0, left / all) : 0;
            if (!settleThoseBeyond(seconds))
                return new Division(counts(open, seconds), speaker, crowd, seconds, ofSettled());
        }
    }

    private boolean settleThoseBeyond(double seconds) {
        boolean found = false;
        for (int i = 0; i < now.length; i++) {
            if (!settled[i] && i != speaker && now[i] + speed[i] * seconds < least[i]) {
                settled[i] = true;
                found = true;
            }
        }
        return found;
    }

    /** When the last of those ends who will not listen again; never, if there is none. */
    private double ofSettled() {
        double longest = -1;
        for (int i = 0; i < now.length; i++) {
            if (settled[i] && speed[i] > 0)
                longest = Math.max(longest, (running.get(i).told() - now[i]) / speed[i]);
        }
        return longest < 0 ? Double.POSITIVE_INFINITY : longest;
    }

    /** The speaker gets what the others leave, so that the sum is exact whatever was rounded. */
    private long[] counts(long open, double seconds) {
        var counts = new long[now.length];
        long others = (long) (crowd.now + crowd.speed * seconds);
        for (int i = 0; i < now.length; i++) {
            counts[i] = settled[i] ? least[i] : (long) (now[i] + speed[i] * seconds);
            if (i != speaker) others += counts[i];
        }
        counts[speaker] = Math.max(running.get(speaker).done(), open - others);
        return counts;
    }
}
