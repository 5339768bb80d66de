package io.tidewheel.experiments.optimum;

/**
 * When each task of each workflow of an instance starts, in slots, and on which type of machine.
 *
 * @param starts by workflow, then by task
 * @param types by workflow, then by task
 */
@SuppressWarnings("ArrayRecordComponent") // many numbers, never compared as a whole, and nobody changes them
public record OptimumSchedule(int[][] starts, int[][] types) {
    /** One in which nothing is decided yet. */
    public static OptimumSchedule of(OptimumInstance instance) {
        var starts = new int[instance.workflows().size()][];
        var types = new int[starts.length][];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = new int[instance.workflows().get(i).size()];
            types[i] = new int[starts[i].length];
        }
        return new OptimumSchedule(starts, types);
    }
}
