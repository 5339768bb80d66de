package io.tidewheel.balancing;

/**
 * One part of a job: a process somewhere that does a share of the iterations.
 *
 * @param site where it runs, empty before somebody takes it
 */
public record Partition(int index, String site, PartitionState state) {
    Partition with(PartitionState next) {
        return new Partition(index, site, next);
    }

    boolean isRunning() {
        return state instanceof PartitionState.Running;
    }

    boolean isQueued() {
        return state instanceof PartitionState.Queued;
    }
}
