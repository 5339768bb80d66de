package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.SeenLane;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * How many slots work needs to be ready when it should be, by what was learned of how long such work takes. Work of a kind that was never seen
 * is left to the policy: nobody can say how long it takes.
 *
 * @param seconds how much work has a deadline
 * @param slots how many slots it needs to meet all of them; as many as there are chains if one of them is too near for anything else
 * @param first the nearest deadline
 */
record DeadlineDemand(double seconds, long slots, Instant first, List<SeenLane> lanes) {
    static final DeadlineDemand NONE = new DeadlineDemand(0, 0, Instant.MAX, List.of());

    static DeadlineDemand of(List<SeenLane> all, LearnedRunTimes learned, Duration boot, Instant now) {
        double seconds = 0;
        long slots = 0;
        var first = Instant.MAX;
        var lanes = new ArrayList<SeenLane>();
        for (var lane : all) {
            if (lane.deadline().isEmpty() || learned.seen(lane.kind()) == 0) continue;
            var deadline = lane.deadline().get();
            long chains = lane.ready() + lane.held();
            double each = learned.seconds(lane.kind());
            // What runs is half done, as far as one can know.
            double work = each * (lane.ready() + lane.held() / 2.0);
            double left = IntervalPlanner.seconds(Duration.between(now.plus(boot), deadline));
            slots += left <= each ? chains : Math.min(chains, (long) Math.ceil(work / left));
            seconds += work;
            if (deadline.isBefore(first)) first = deadline;
            lanes.add(lane);
        }
        return lanes.isEmpty() ? NONE : new DeadlineDemand(seconds, slots, first, List.copyOf(lanes));
    }

    /** When all would be ready on so many slots. */
    Instant readyOn(long present, Instant now) {
        if (present <= 0) return Instant.MAX;
        double longest = seconds / present;
        return now.plusMillis((long) (longest * 1_000));
    }

    String runs() {
        var runs = lanes.stream()
                .map(lane -> lane.id().run().toString())
                .distinct()
                .toList();
        return (runs.size() == 1 ? "run " : "runs ") + String.join(", ", runs);
    }
}
