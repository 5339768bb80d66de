package io.tidewheel.balancing;

import io.tidewheel.balancing.PartitionState.Finished;
import io.tidewheel.balancing.PartitionState.Running;
import io.tidewheel.balancing.PartitionState.Stored;

/** The best guess for a part that has not shown its speed. */
final class SpeedGuess {
    private SpeedGuess() {}

    /** The mean of the same site; if nobody was measured there, of all; zero if nobody was measured at all. */
    static double usualAt(BalancedJob job, String site) {
        double sum = 0;
        double sumHere = 0;
        int number = 0;
        int numberHere = 0;
        for (var block : job.parts().blocks()) {
            if (block.sums().measured() == 0) continue;
            for (var partition : block) {
                double speed = measured(partition.state());
                if (!(speed > 0)) continue;
                sum += speed;
                number++;
                if (partition.site().equals(site)) {
                    sumHere += speed;
                    numberHere++;
                }
            }
        }
        if (numberHere > 0) return sumHere / numberHere;
        return number > 0 ? sum / number : 0;
    }

    private static double measured(PartitionState state) {
        return switch (state) {
            case Running running -> running.pace().measured() ? running.pace().perSecond() : 0;
            case Finished finished -> finished.speed();
            case Stored stored -> stored.speed();
            case PartitionState.Queued _, PartitionState.Lost _, PartitionState.Withdrawn _ -> 0;
        };
    }
}
