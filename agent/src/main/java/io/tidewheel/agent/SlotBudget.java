package io.tidewheel.agent;

import io.tidewheel.agent.runtime.StopSwitch;

/**
 * How many bytes of a slot may be on their way to the server. When they are used up, the slot waits until the server has acknowledged
 * some: the command blocks at its full pipe, and the agent's memory does not grow.
 */
final class SlotBudget {
    private static final long LOOK_AGAIN_MILLIS = 50;

    private final long limit;
    private long used;

    SlotBudget(long limit) {
        this.limit = limit;
    }

    /**
     * Waits for room, however little, and takes it; false, and nothing taken, if the switch was flipped or the time was over before. The
     * limit may be exceeded by one piece.
     */
    synchronized boolean take(long bytes, StopSwitch stop, long patienceNanos) {
        long began = System.nanoTime();
        while (used >= limit) {
            if (stop.isFlipped() || System.nanoTime() - began >= patienceNanos) return false;
            try {
                wait(LOOK_AGAIN_MILLIS);
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        used += bytes;
        return true;
    }

    /** Takes room that is not there. */
    synchronized void takeAnyway(long bytes) {
        used += bytes;
    }

    synchronized void give(long bytes) {
        used -= bytes;
        notifyAll();
    }
}
