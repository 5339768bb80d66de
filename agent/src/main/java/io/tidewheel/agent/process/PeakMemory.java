package io.tidewheel.agent.process;

import java.lang.foreign.MemorySegment;

/**
 * Looks at the peak memory of a running process now and then, because the figure given at its end includes the memory of the
 * agent itself (see {@link ResourceUsage}). Looks are twice as far apart each time, so the last one falls into the second half
 * of a short life, and a long one costs next to nothing.
 */
final class PeakMemory {

    private static final long FIRST_LOOK_NANOS = 20_000_000;
    private static final long LONGEST_PAUSE_NANOS = 2_000_000_000;

    /** The kernel counts memory per processor and sums it up late; differences below this say nothing. */
    private static final long COUNTING_ERROR =
            countingError(Runtime.getRuntime().availableProcessors());

    /** The agent's own peak as last seen; it only ever grows. */
    private static volatile long ownPeak;

    private final int pid;
    private long nextLookAt;
    private long pause = FIRST_LOOK_NANOS;
    private long seen;

    PeakMemory(int pid, long startedAt) {
        this.pid = pid;
        this.nextLookAt = startedAt + FIRST_LOOK_NANOS;
    }

    /** Looks if it is time to. */
    void look(long now) {
        if (now - nextLookAt < 0) return;
        seen = Math.max(seen, ProcTable.peakMemory(pid));
        nextLookAt = now + pause;
        pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }

    long patience(long now) {
        return Math.max(0, nextLookAt - now);
    }

    /** The lower limit of the peak, given the figure from the end of the process. */
    long atLeast(long atMost, MemorySegment usage) {
        if (atMost > ownPeak + COUNTING_ERROR) {
            ownPeak = LinuxCalls.ownPeakMemory(usage);
            if (atMost > ownPeak + COUNTING_ERROR) return atMost;
        }
        return Math.min(seen, atMost);
    }

    private static long countingError(int processors) {
        long pagesPerProcessor = Math.max(32, 2L * processors);
        return pagesPerProcessor * processors * 4096 * 3;
    }
}
