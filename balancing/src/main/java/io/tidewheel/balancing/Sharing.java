package io.tidewheel.balancing;

import io.tidewheel.balancing.PartitionState.Running;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides what is left so that all running parts end at the same moment. Only the part that is speaking can be told its share now; the others
 * learn theirs when they next report, and until then they go on. So each of the others is counted with what it will at least have done by then,
 * or, if it will not listen again before it stops, with exactly the number it has.
 */
final class Sharing {
    /**
     * The division.
     *
     * @param counts for each part in the order given, the count at which it should stop
     * @param seconds how long it takes until all have done so
     */
    record Division(List<Long> counts, double seconds) {
        long sum() {
            return counts.stream().mapToLong(Long::longValue).sum();
        }
    }

    private final Goal goal;
    private final List<Running> running;
    private final int speaker;
    private final double[] now;
    private final long[] least;
    private final boolean[] settled;

    private Sharing(Goal goal, List<Running> running, int speaker, Instant at) {
        this.goal = goal;
        this.running = running;
        this.speaker = speaker;
        this.now = new double[running.size()];
        this.least = new long[running.size()];
        this.settled = new boolean[running.size()];
        for (int i = 0; i < running.size(); i++) look(i, at);
    }

    /**
     * Divides {@code open} iterations, counted from the beginning of each part.
     *
     * @param speaker the place in {@code running} of the part that is told its share now
     */
    static Division divide(Goal goal, long open, List<Running> running, int speaker, Instant at) {
        return new Sharing(goal, running, speaker, at).divided(open);
    }

    private void look(int i, Instant at) {
        var part = running.get(i);
        if (i == speaker) {
            now[i] = (double) part.done();
            least[i] = part.done();
            return;
        }
        double untilReport =
                Math.max(0, Pace.seconds(goal.reportEvery()) - Pace.seconds(part.heard(), at));
        now[i] = part.predicted(at);
        least[i] = Math.min(part.told(), (long) (now[i] + part.pace().perSecond() * untilReport));
        double afterReport = part.told() - least[i];
        settled[i] = afterReport <= part.pace().perSecond() * Pace.seconds(goal.habits().deafBefore());
        if (settled[i]) least[i] = part.told();
    }

    /** The seconds are what remains when those who cannot stop in time are taken out; taking one out may show another. */
    private Division divided(long open) {
        while (true) {
            double left = (double) open;
            double speed = 0;
            for (int i = 0; i < running.size(); i++) {
                left -= settled[i] ? (double) least[i] : now[i];
                if (!settled[i]) speed += running.get(i).pace().perSecond();
            }
            double seconds = speed > 0 ? Math.max(0, left / speed) : 0;
            if (!settleThoseBeyond(seconds)) return new Division(counts(open, seconds), seconds);
        }
    }

    private boolean settleThoseBeyond(double seconds) {
        boolean found = false;
        for (int i = 0; i < running.size(); i++) {
            if (settled[i] || i == speaker) continue;
            if (now[i] + running.get(i).pace().perSecond() * seconds < least[i]) {
                settled[i] = true;
                found = true;
            }
        }
        return found;
    }

    /** The speaker gets what the others leave, so that the sum is exact whatever was rounded. */
    private List<Long> counts(long open, double seconds) {
        var counts = new ArrayList<Long>(running.size());
        long others = 0;
        for (int i = 0; i < running.size(); i++) {
            long count = settled[i] ? least[i] : (long) (now[i] + running.get(i).pace().perSecond() * seconds);
            counts.add(count);
            if (i != speaker) others += count;
        }
        counts.set(speaker, Math.max(running.get(speaker).done(), open - others));
        return counts;
    }
}
