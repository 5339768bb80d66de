package io.tidewheel.balancing;

import java.time.Instant;

/** Where a part of a job stands. */
public sealed interface PartitionState {
    /** The partition has not been begun. */
    record Queued(Instant since) implements PartitionState {}

    /**
     * Somebody works on it.
     *
     * @param heard its last word
     * @param done what it had done then
     * @param told up to which count it works
     * @param mostTold the highest number it was ever told: it cannot honestly have done more
     */
    record Running(Instant since, Instant heard, long done, long told, long mostTold, PartitionSpeed pace)
            implements PartitionState {
        /** What it has probably done by now. */
        double predicted(Instant now) {
            return Math.min((double) told, done + pace.perSecond() * PartitionSpeed.seconds(heard, now));
        }

        /** Whether it is heard, but has not got on for so long that nobody should wait for what it has done. */
        boolean standsStill(JobGoal goal, Instant now) {
            return done > 0 && pace.stillness(goal.patience(done < told), now) > 1;
        }

        /** Whether it may soon be taken for one that stands still. */
        boolean hesitates(JobGoal goal, Instant now) {
            return done > 0 && pace.stillness(goal.patience(true), now) > 0.5;
        }

        Running told(long count) {
            return told(count, mostTold);
        }

        Running told(long count, long most) {
            return new Running(since, heard, done, count, Math.max(count, Math.max(most, mostTold)), pace);
        }
    }

    /** The partition says that it is done; its result has not been stored. */
    record Finished(Instant at, long count, double speed) implements PartitionState {}

    /** The result of the partition is stored: only now do its iterations count. */
    record Stored(Instant at, long count, double speed) implements PartitionState {}

    /** Nothing is heard of it, or its result does not come. Its iterations do not count, unless it returns. */
    record Lost(Instant at, PartitionState was) implements PartitionState {}

    /** The partition was not needed any more before somebody began it. */
    record Withdrawn(Instant at) implements PartitionState {}
}
