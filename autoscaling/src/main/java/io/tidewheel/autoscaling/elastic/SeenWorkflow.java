package io.tidewheel.autoscaling.elastic;

import java.time.Instant;
import java.util.BitSet;

/**
 * A workflow (or a bag of tasks) that is not finished, as it stands now.
 *
 * @param id what the owner calls it; no two at the same time are alike
 * @param priority 0 to 9; 9 is the most important
 * @param finished the tasks that are done
 * @param running the tasks that a machine is working on
 * @param runTimes what was said beforehand about run times. Only policies that are defined by knowing them look here ({@code plf},
 *     {@code scf})
 */
public record SeenWorkflow(
        String id, int priority, Instant arrived, WorkGraph graph, BitSet finished, BitSet running, RunTimes runTimes) {
    public static final int LEAST_PRIORITY = 0;
    public static final int MOST_PRIORITY = 9;

    public SeenWorkflow {
        if (priority < LEAST_PRIORITY || priority > MOST_PRIORITY)
            throw new IllegalArgumentException("a priority is 0 to 9, not " + priority);
        finished = (BitSet) finished.clone();
        running = (BitSet) running.clone();
    }

    @Override
    public BitSet finished() {
        return (BitSet) finished.clone();
    }

    @Override
    public BitSet running() {
        return (BitSet) running.clone();
    }

    public boolean isFinished(int task) {
        return finished.get(task);
    }

    /** The first task from this one on that is not done; -1 if all are. */
    int nextUnfinished(int from) {
        int task = finished.nextClearBit(from);
        return task < graph.size() ? task : -1;
    }

    public boolean isRunning(int task) {
        return running.get(task);
    }

    /** Everything it waits for is done, and nobody works on it yet. */
    public boolean isEligible(int task) {
        return !finished.get(task) && !running.get(task) && isReady(task);
    }

    /** Everything it waits for is done. */
    boolean isReady(int task) {
        for (int parent : graph.parents[task]) if (!finished.get(parent)) return false;
        return true;
    }
}
