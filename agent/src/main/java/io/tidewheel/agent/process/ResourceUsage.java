package io.tidewheel.agent.process;

import java.time.Duration;

/**
 * Processor time and peak memory of a process and the descendants it waited for.
 *
 * <p>The peak is a range. Linux counts the memory of the program that starts a process into the peak of that process, so below
 * the agent's own size only an upper limit is known, and what was seen while it ran is the lower one. Both are equal for
 * processes that grew larger than the agent.
 */
public record ResourceUsage(
        Duration userTime, Duration systemTime, long peakMemoryAtLeastBytes, long peakMemoryAtMostBytes) {

    public Duration processorTime() {
        return userTime.plus(systemTime);
    }
}
