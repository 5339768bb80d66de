package io.tidewheel.balancing;

import io.tidewheel.balancing.PartitionState.Finished;
import io.tidewheel.balancing.PartitionState.Lost;
import io.tidewheel.balancing.PartitionState.Queued;
import io.tidewheel.balancing.PartitionState.Running;
import io.tidewheel.balancing.PartitionState.Stored;
import io.tidewheel.balancing.PartitionState.Withdrawn;
import java.util.HashMap;
import java.util.Map;

/** What speeds a job has seen: the best guess for parts that have not shown theirs. */
final class Speeds {
    private final Map<String, Mean> bySite = new HashMap<>();
    private final Mean all = new Mean();

    /** Sum and number. */
    private static final class Mean {
        private double sum;
        private int number;

        void add(double speed) {
            sum += speed;
            number++;
        }

        double value() {
            return number == 0 ? 0 : sum / number;
        }
    }

    static Speeds of(Job job) {
        var speeds = new Speeds();
        for (var part : job.partitions()) {
            double speed = measured(part.state());
            if (speed > 0) {
                speeds.all.add(speed);
                speeds.bySite.computeIfAbsent(part.site(), _ -> new Mean()).add(speed);
            }
        }
        return speeds;
    }

    /** The mean of the same site, else of all; zero if nobody has shown a speed. */
    double at(String site) {
        var same = bySite.get(site);
        return same == null ? all.value() : same.value();
    }

    double mean() {
        return all.value();
    }

    private static double measured(PartitionState state) {
        return switch (state) {
            case Running running -> running.pace().measured() ? running.pace().perSecond() : 0;
            case Finished finished -> finished.speed();
            case Stored stored -> stored.speed();
            case Queued _, Lost _, Withdrawn _ -> 0;
        };
    }
}
