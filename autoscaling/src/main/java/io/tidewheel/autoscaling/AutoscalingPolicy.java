package io.tidewheel.autoscaling;

import io.tidewheel.model.WorkTime;
import java.time.Duration;
import java.util.List;

/** Decides which machines there should be. Pure: it reads no clock and starts nothing. */
@FunctionalInterface
public interface AutoscalingPolicy {
    Plan decide(Observation seen);

    /** Whether it wants to know whose work there is and what was done; that costs more to find out than how much waits. */
    default boolean asksWhose() {
        return false;
    }

    /** Whether it matters to it since when machines have been without work; then somebody has to look at them now and then. */
    default boolean mindsIdleness() {
        return true;
    }

    /** The memory to begin with, given how long work has taken before, in another life of the server perhaps. */
    default PolicyMemory remembering(List<WorkTime> times) {
        return PolicyMemory.NONE;
    }

    /** For how long after its end a machine is still shown. */
    default Duration looksBack() {
        return Duration.ZERO;
    }
}
