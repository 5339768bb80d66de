package io.tidewheel.balancing;

import io.tidewheel.balancing.PartitionState.Running;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The running parts of a job, seen by the one that is to be told its share: some one by one, the others, if there are many, as a crowd.
 *
 * @param speaker its place among those one by one
 */
record PeerPartitions(List<Running> known, int speaker, ShareDivision.Crowd crowd) {
    PeerPartitions {
        known = List.copyOf(known);
    }

    /**
     * Looks at the partitions around one. Those that may not listen again are seen one by one, and all are if they are few.
     *
     * @param usual the speed of those that have not shown any
     */
    static PeerPartitions around(BalancedJob job, int index, double usual, Instant now) {
        var partitions = job.parts();
        var seen = new Gathering(index, usual);
        for (var block : partitions.blocks()) {
            boolean near = partitions.areFew() || block.holds(index);
            if (!near && block.sums().allWillListen(job.goal(), usual, now)) seen.addAll(block.sums(), now);
            else seen.add(block);
        }
        return seen.company();
    }

    static PeerPartitions oneByOne(BalancedJob job, int index, double usual) {
        var seen = new Gathering(index, usual);
        for (var block : job.parts().blocks()) seen.add(block);
        return seen.company();
    }

    boolean isCrowded() {
        return crowd.size() > 0;
    }

    ShareDivision.Division divided(JobGoal goal, long open, double spareSeconds, Instant now) {
        return ShareDivision.divide(goal, open, known, speaker, crowd, spareSeconds, now);
    }

    private static final class Gathering {
        private final int index;
        private final double usual;
        private final List<Running> known = new ArrayList<>();
        private int speaker;
        private int size;
        private double done;
        private double speed;

        private Gathering(int index, double usual) {
            this.index = index;
            this.usual = usual;
        }

        private void add(PartitionList.Block block) {
            if (block.sums().running() == 0) return;
            for (var partition : block) {
                if (!(partition.state() instanceof Running running)) continue;
                if (partition.index() == index) speaker = known.size();
                known.add(running.pace().isKnown() ? running : at(usual, running));
            }
        }

        private void addAll(PartitionSums sums, Instant now) {
            size += sums.running();
            done += sums.predicted(usual, now);
            speed += sums.speedOfRunning() + sums.unknown() * usual;
        }

        private PeerPartitions company() {
            return new PeerPartitions(known, speaker, new ShareDivision.Crowd(size, done, speed));
        }

        private static Running at(double speed, Running part) {
            var pace = part.pace();
            return new Running(
                    part.since(),
                    part.heard(),
                    part.done(),
                    part.told(),
                    part.mostTold(),
                    new PartitionSpeed(speed, speed, false, pace.since(), pace.count()));
        }
    }
}
